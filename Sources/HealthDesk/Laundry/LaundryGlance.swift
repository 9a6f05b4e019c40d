import HealthModel
import HealthStore
import LaundryPet

/// The laundry pets of a day's glance: those that need something first.
package struct LaundryGlance: Sendable {
  /// The pets with laundry that waits or runs, then those in a bad mood; each group in the order of creation. Of their history the last fold
  /// alone is known.
  package let urgent: [PetReading]
  /// The number of all pets.
  package let count: Int

  /// Reads it.
  ///
  /// - Returns: `nil` = there are no pets.
  init?(_ library: Library, atMs nowMs: Int64) throws(StoreError) {
    let pets = try LaundryBook(library).states(hasHistory: false).map { PetReading($0, atMs: nowMs) }
    if pets.isEmpty { return nil }
    count = pets.count
    urgent =
      pets.filter { $0.stage.waitingLabel != nil } + pets.filter(\.stage.isTimed)
      + pets.filter { $0.stage == .idle && ![.happy, .neutral].contains($0.health.mood) }
  }
}
