import Foundation
import GRDB
import HealthStore
import HealthSync
import Synchronization
import TestSupport
import Transport

/// A device inside the test: a real library, real libcurl, a clock that only waits move. For faults that take hours.
final class FaultDevice: Sendable {
  let folder: TemporaryFolder
  let clock = FaultClock()
  let token: String
  private let limits: Timeouts
  private let library: Mutex<Library>

  /// - Parameters:
  ///   - token: What it signs its requests with.
  ///   - limits: When a request is given up; `nil` = as always.
  init(token: String, limits: Timeouts? = nil) throws {
    folder = try TemporaryFolder()
    self.token = token
    self.limits = limits ?? Timeouts()
    library = Mutex(try Library(at: folder.file("hsync.db")))
  }

  /// The library's file.
  var path: String { folder.file("hsync.db") }

  /// One run against the backend at `url`.
  func sync(_ url: String, _ reason: SyncReason = .person) async throws -> SyncReport {
    let engine = SyncEngine(
      library: library.withLock { $0 }, account: try BackendAccount(url: url, token: token), transport: Impatient(limits: limits),
      clock: clock.clock)
    return try await engine.run(reason: reason)
  }

  /// Returns the status that `hsync sync status` reports.
  func status() throws -> SyncStatus { try SyncEngine.status(of: library.withLock { $0 }, clock: clock.clock) }

  /// The process ends and another begins: everything that isn't in the file is forgotten.
  func restart() throws { try library.withLock { $0 = try Library(at: path) } }

  /// Meals `<prefix>1`, `<prefix>2`, …, as a bare shell would add them.
  func addMeals(_ count: Int, _ prefix: String = "m") throws {
    try library.withLock { library in
      try library.database.write { try $0.execute(sql: Household.insertingMeals(count, prefix)) }
    }
  }

  /// The first column of a query's first row, as text.
  func value(_ sql: String) throws -> String {
    try library.withLock { library in try library.database.read { try String.fetchOne($0, sql: sql) ?? "" } }
  }

  /// Outbox, in flight, quarantine: `10|1|0`.
  func waiting() throws -> String { try value(Household.waitingQuery) }
}

/// libcurl with other limits than the backend's requests have.
private struct Impatient: Transport {
  let limits: Timeouts
  private let curl = CurlTransport()

  init(limits: Timeouts) { self.limits = limits }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    var request = request
    request.timeouts = limits
    return try await curl.send(request)
  }
}

/// Stands still but for the waits that a run asks for; each random number is a half.
final class FaultClock: Sendable {
  private let time = ManualClock(ms: 1_770_724_980_000)

  /// Milliseconds since 1970.
  var nowMs: Int64 { time.nowMs }

  func advance(ms: Int64) { time.advance(ms: ms) }

  /// For the engine.
  var clock: SyncClock {
    SyncClock(
      instant: { [self] in SyncInstant(ms: nowMs, bootMs: nowMs - 1_770_000_000_000, boot: "b", utcOffsetMin: 0, random: 0.5) },
      wait: { [self] ms in advance(ms: ms) },
      elapsedMs: { 0 })
  }
}
