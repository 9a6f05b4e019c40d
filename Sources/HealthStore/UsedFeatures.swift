import BulkSQL
import HealthModel

/// The features that a library has records of: one that isn't used needs no further look.
package struct UsedFeatures: Sendable, Equatable {
  /// Whether there is a laundry pet.
  package let laundry: Bool
  /// Whether a diet plan was ever set up.
  package let diet: Bool
  /// Whether there is an activity profile or a place.
  package let activityWindows: Bool

  /// Reads it: one statement, and a page of each table.
  package init(_ library: Library) throws(StoreError) {
    self = try library.read { db in
      let statement = try BulkStatement(
        """
        SELECT EXISTS (SELECT 1 FROM laundry_pet), EXISTS (SELECT 1 FROM diet_event),
          EXISTS (SELECT 1 FROM coast_profile) OR EXISTS (SELECT 1 FROM coast_place)
        """, in: db)
      defer { statement.reset() }
      _ = try statement.step()
      return UsedFeatures(laundry: statement.integer(0) != 0, diet: statement.integer(1) != 0, activityWindows: statement.integer(2) != 0)
    }
  }

  private init(laundry: Bool, diet: Bool, activityWindows: Bool) {
    (self.laundry, self.diet, self.activityWindows) = (laundry, diet, activityWindows)
  }
}
