import HealthModel
import LaundryPet

/// A pet as the user describes it: nothing is checked yet.
package struct PetDraft: Sendable {
  /// The name as it was typed.
  package let name: String
  /// Numbers other than the usual ones.
  package let numbers: [PetNumber: Int]
  /// The id of a form, so that one that is sent twice creates one pet; `nil` = a new one.
  package let id: String?

  /// A draft.
  package init(name: String, numbers: [PetNumber: Int] = [:], id: String? = nil) {
    self.name = name
    self.numbers = numbers
    self.id = id
  }

  /// The pet of the draft.
  func pet(at now: Moment) throws(LaundryError) -> Pet {
    var pet = try Pet(named: name, id: id ?? RecordID.make(atMs: now.ms), atMs: now.ms)
    for number in PetNumber.allCases {
      if let value = numbers[number] { pet = try pet.applying(.set(number, value)) }
    }
    return pet
  }
}
