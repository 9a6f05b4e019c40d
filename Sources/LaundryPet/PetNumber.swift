/// A number of a pet's settings, with its bounds.
package enum PetNumber: String, Sendable, CaseIterable {
  /// The length of a wash in minutes.
  case washMinutes = "wash_min"
  /// The length of a drying in minutes.
  case dryMinutes = "dry_min"
  /// The days in which health falls from 100 to 0.
  case everyDays = "every_days"

  /// The allowed values.
  package var range: ClosedRange<Int> {
    switch self {
    case .washMinutes: 1...120
    case .dryMinutes: 1...180
    case .everyDays: 1...30
    }
  }

  /// The value of a new pet.
  package var usual: Int {
    switch self {
    case .washMinutes: 45
    case .dryMinutes: 60
    case .everyDays: 7
    }
  }

  /// The unit as a word: `minutes` or `days`.
  package var unit: String { self == .everyDays ? "days" : "minutes" }

  /// The values that a list of choices offers, ascending: durations of 1, 5 to 80 in steps of 5, 90, 100, 110 and 120
  /// minutes; 1 to 30 days.
  ///
  /// - Parameter current: The pet's value. It is offered, too, if it is allowed.
  package func offered(current: Int? = nil) -> [Int] {
    let usual = self == .everyDays ? Array(range) : [1] + Array(stride(from: 5, through: 80, by: 5)) + [90, 100, 110, 120]
    guard let current, range.contains(current), !usual.contains(current) else { return usual }
    return (usual + [current]).sorted()
  }

  /// Returns the value if it is within the bounds.
  ///
  /// - Throws: `.outOfRange`.
  package func checked(_ value: Int) throws(LaundryError) -> Int {
    guard range.contains(value) else { throw LaundryError(.outOfRange(self, value)) }
    return value
  }

  /// The allowed value that is nearest: rows of other programs hold what they hold.
  func nearest(to value: Int) -> Int { min(max(value, range.lowerBound), range.upperBound) }
}
