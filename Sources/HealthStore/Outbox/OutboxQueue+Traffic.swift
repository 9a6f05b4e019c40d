import BulkSQL
import GRDB

/// The traffic of earlier runs, from `sync_run`.
extension OutboxQueue {
  /// Bytes on the wire, heads included, TLS not.
  package struct Traffic: Sendable, Equatable {
    package var bytesUp: Int
    package var bytesDown: Int

    /// Both directions.
    package var total: Int { bytesUp + bytesDown }

    /// The most that one run counts for, 1 TiB: rows hold what they hold, and sums of 50,000 of them can't overflow.
    static let most = 1 << 40

    /// SQL for the bytes in a column of `sync_run`, 0 for none.
    static func bounded(_ column: String) -> String { "min(max(coalesce(\(column), 0), 0), \(most))" }

    /// Traffic with both directions given.
    package init(bytesUp: Int = 0, bytesDown: Int = 0) {
      self.bytesUp = bytesUp
      self.bytesDown = bytesDown
    }
  }

  /// A run that began earlier.
  package struct PastRun: Sendable, Equatable {
    /// The origin of the run: `person`, `timer`, `watch`, `refresh`.
    package let reason: String
    /// Milliseconds since 1970.
    package let startedMs: Int64
    /// Milliseconds since 1970. `nil` = it is still going on, or was killed.
    package let endedMs: Int64?
    /// The results of the run; zeros while it continues.
    package let run: Run
  }

  /// The run that began last, `nil` = there was none.
  package func lastRun() throws(StoreError) -> PastRun? {
    try library.read { db in
      guard
        let row = try Row.fetchOne(
          db,
          sql: """
            SELECT reason, started, ended, coalesce(pushed, 0), coalesce(pulled, 0), coalesce(rejected, 0), \(Traffic.bounded("bytes_up")),
              \(Traffic.bounded("bytes_down")), coalesce(requests, 0), error_code, error_message FROM sync_run ORDER BY n DESC LIMIT 1
            """)
      else { return nil }
      var run = Run()
      (run.pushed, run.pulled, run.rejected) = try (row.value(3), row.value(4), row.value(5))
      (run.bytesUp, run.bytesDown, run.requests) = try (row.value(6), row.value(7), row.value(8))
      (run.errorCode, run.errorMessage) = try (row.value(9), row.value(10))
      return try PastRun(reason: row.value(0) ?? "", startedMs: row.value(1) ?? 0, endedMs: row.value(2), run: run)
    }
  }

  /// Returns the traffic of the runs that began at `startMs` or later. Of the last 50,000 runs, so that the cost is
  /// bounded.
  ///
  /// - Parameter startMs: Milliseconds since 1970.
  package func traffic(sinceMs startMs: Int64) throws(StoreError) -> Traffic {
    try library.read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT coalesce(sum(\(Traffic.bounded("bytes_up"))), 0), coalesce(sum(\(Traffic.bounded("bytes_down"))), 0)
          FROM (SELECT * FROM sync_run ORDER BY n DESC LIMIT 50000) WHERE started >= ?1
          """, arguments: [startMs])
      return try Traffic(bytesUp: row?.value(0) ?? 0, bytesDown: row?.value(1) ?? 0)
    }
  }

  /// Adds what was moved after the run that began last, so that the day's sum has it.
  package func addTraffic(_ traffic: Traffic) throws(StoreError) {
    try library.write { db in
      try db.execute(
        sql: """
          UPDATE sync_run SET bytes_up = \(Traffic.bounded("bytes_up")) + ?1, bytes_down = \(Traffic.bounded("bytes_down")) + ?2,
            requests = min(max(requests, 0), \(Traffic.most)) + 1
          WHERE n = (SELECT max(n) FROM sync_run)
          """, arguments: [traffic.bytesUp, traffic.bytesDown])
    }
  }

  /// Returns the number of records in the body in flight, 0 = none.
  package func inFlightCount() throws(StoreError) -> Int {
    try library.read { db in try Int.fetchOne(db.cachedStatement(sql: "SELECT count FROM in_flight")) ?? 0 }
  }

  /// Returns the backend's dialect, as given at login. `nil` = the library has no backend yet.
  package func backendDialect() throws(StoreError) -> String? {
    try library.read { db in try String.fetchOne(db.cachedStatement(sql: "SELECT dialect FROM backend")) }
  }
}
