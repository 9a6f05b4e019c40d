import HealthModel

/// A laundry pet: a name and how often and how long its laundry is done. What has been done is in its tasks.
package struct Pet: Sendable, Hashable {
  /// The record's id, a UUIDv7 for pets that hsync makes.
  package let id: String
  /// 1 to `PetName.longest` characters. Several pets may share a name.
  package private(set) var name: String
  /// Minutes of a wash, of those that start from now on.
  package private(set) var washMinutes: Int
  /// Minutes of a drying, of those that start from now on.
  package private(set) var dryMinutes: Int
  /// The days in which health falls from 100 to 0, from now on.
  package private(set) var everyDays: Int
  /// The time at which it was created, in milliseconds UTC.
  package let createdAtMs: Int64

  /// A pet from a row. Numbers beyond their bounds become the nearest allowed ones.
  package init(
    id: String, name: String, washMinutes: Int = PetNumber.washMinutes.usual, dryMinutes: Int = PetNumber.dryMinutes.usual,
    everyDays: Int = PetNumber.everyDays.usual, createdAtMs: Int64
  ) {
    self.id = id
    self.name = name
    self.washMinutes = PetNumber.washMinutes.nearest(to: washMinutes)
    self.dryMinutes = PetNumber.dryMinutes.nearest(to: dryMinutes)
    self.everyDays = PetNumber.everyDays.nearest(to: everyDays)
    self.createdAtMs = NumberRules.nearestTime(createdAtMs)
  }

  /// A new pet with a typed name and the usual numbers.
  ///
  /// - Throws: `.nameEmpty` or `.nameTooLong`.
  package init(named text: String, id: String, atMs nowMs: Int64) throws(LaundryError) {
    self.init(id: id, name: try PetName.checked(text), createdAtMs: nowMs)
  }

  /// Returns the pet after an edit. A timer that is running keeps its length.
  ///
  /// - Throws: `.nameEmpty`, `.nameTooLong` or `.outOfRange`.
  package func applying(_ edit: PetEdit) throws(LaundryError) -> Pet {
    var pet = self
    switch edit {
    case .rename(let text): pet.name = try PetName.checked(text)
    case .set(.washMinutes, let value): pet.washMinutes = try PetNumber.washMinutes.checked(value)
    case .set(.dryMinutes, let value): pet.dryMinutes = try PetNumber.dryMinutes.checked(value)
    case .set(.everyDays, let value): pet.everyDays = try PetNumber.everyDays.checked(value)
    }
    return pet
  }

  /// The value of one of its numbers.
  package func value(of number: PetNumber) -> Int {
    switch number {
    case .washMinutes: washMinutes
    case .dryMinutes: dryMinutes
    case .everyDays: everyDays
    }
  }
}
