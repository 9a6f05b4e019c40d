import HealthModel
import LaundryPet

/// Something that happened to a pet's laundry, for the user's own programs.
package struct LaundryEvent: Sendable {
  /// The signal that led to it.
  package let signal: LaundrySignal
  /// The pet afterwards.
  package let pet: PetReading
  /// The time, in milliseconds UTC.
  package let atMs: Int64

  /// An event.
  package init(_ signal: LaundrySignal, _ pet: PetReading, atMs: Int64) {
    self.signal = signal
    self.pet = pet
    self.atMs = atMs
  }

  /// `{"event", "at_ms", "pet"}`, with the pet as in the JSON contract (`docs/json.md`).
  package var json: JSON { .object([("event", .string(signal.name)), ("at_ms", JSON(atMs)), ("pet", pet.json)]) }
}
