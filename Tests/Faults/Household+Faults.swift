import Foundation
import HealthModel
import TestSupport
import Testing

extension Household {
  /// Outbox, in flight, quarantine: `10|1|0`.
  static let waitingQuery = """
    SELECT (SELECT count(*) FROM outbox) || '|' || (SELECT count(*) FROM in_flight) || '|' || (SELECT count(*) FROM quarantine)
    """

  /// A statement that adds meals `<prefix>1`, `<prefix>2`, ….
  static func insertingMeals(_ count: Int, _ prefix: String) -> String {
    """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
    INSERT INTO meal(id, name, energy_kcal, day) SELECT '\(prefix)' || i, 'Meal ' || i, i % 900, '2026-02-10' FROM n
    """
  }

  /// Adds meals through the bare shell.
  func addMeals(_ count: Int, _ prefix: String = "m") throws { try execute(Household.insertingMeals(count, prefix)) }

  /// Does what a statement says through the bare shell; it must work.
  func execute(_ sql: String) throws { _ = try value(sql) }

  /// Outbox, in flight, quarantine: `10|1|0`.
  func waiting() throws -> String { try value(Household.waitingQuery) }

  /// `sync_run.error_code` of the last run, `""` when it ended well.
  func lastErrorCode() throws -> String { try value("SELECT error_code FROM sync_run ORDER BY n DESC LIMIT 1") }

  /// `hsync sync`, which must end with that status.
  @discardableResult
  func sync(_ options: String..., ends status: Int32 = 0) throws -> Program.Outcome {
    let outcome = try hsync.run(["sync"] + options)
    try #require(outcome.status == status, "hsync sync ended with \(outcome.status): \(outcome.out)\(outcome.err)")
    return outcome
  }
}

/// Runs something and tells how long it took by a clock on the wall, in seconds.
func timed<T>(_ work: () throws -> T) rethrows -> (result: T, seconds: Double) {
  let start = ContinuousClock.now
  let result = try work()
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  return (result, Double(seconds) + Double(attoseconds) / 1e18)
}

extension Double {
  /// With one decimal.
  var brief: String { String(format: "%.1f", self) }
}
