import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Settings

/// `hsync sync status`.
struct SyncStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the last sync, what is queued, the next attempt and its reason; works offline.")

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let library = try library.open()
    let standing = try SyncStanding(of: library, dailyBytes: Configuration.atStart.dailyBytes)
    let status = standing.status
    if json { return Output.json(status.json(isSignedIn: standing.isSignedIn)) }
    let nowMs = LocalClock.nowMs
    let repeater = status.next == nil ? nil : Repeater(of: library.path, nowMs: nowMs)
    SyncStatusWords(status, isSignedIn: standing.isSignedIn, nowMs: nowMs, repeater: repeater).lines.forEach(Output.line)
  }
}

extension SyncStatus {
  /// Counts by kind.
  static func json(_ counts: [Count]) -> JSON { .object(counts.map { ($0.kind, JSON($0.count)) }) }

  /// As in the JSON contract.
  func json(isSignedIn: Bool) -> JSON {
    .object([
      ("backend", JSON(url)), ("dialect", JSON(dialect.map(SyncStatus.dialectName))),
      ("losses", .array(losses.map(JSON.string))), ("signed_in", .bool(isSignedIn)),
      ("last_sync_ms", SyncStatus.json(lastOkAtMs)), ("pending", SyncStatus.json(pending)), ("in_flight", JSON(inFlight)),
      ("rejected", JSON(quarantined.count)), ("conflicts", JSON(conflicts)), ("running_since_ms", SyncStatus.json(runningSinceMs)),
      ("next_attempt_ms", SyncStatus.json(next?.atMs)), ("next_attempt_reason", JSON(next?.reason.rawValue)),
      ("last_error", JSON(lastError?.message)), ("last_error_code", JSON(lastError?.code.rawValue)),
      ("failing_since_ms", SyncStatus.json(failingSinceMs)), ("failures", JSON(failures)), ("last_run", lastRun?.json ?? .null),
      ("bytes_up_today", JSON(today.bytesUp)), ("bytes_down_today", JSON(today.bytesDown)),
    ])
  }

  /// The dialect as the command line calls it; an older hsync stored it otherwise.
  static func dialectName(_ stored: String) -> String { BackendAccount.Dialect(stored: stored)?.rawValue ?? stored }

  private static func json(_ ms: Int64?) -> JSON { ms.map { JSON($0) } ?? .null }
}

extension OutboxQueue.PastRun {
  /// As in the JSON contract.
  var json: JSON {
    .object([
      ("reason", .string(reason)), ("started_ms", JSON(startedMs)), ("ended_ms", endedMs.map { JSON($0) } ?? .null),
      ("pushed", JSON(run.pushed)), ("pulled", JSON(run.pulled)), ("rejected", JSON(run.rejected)), ("requests", JSON(run.requests)),
      ("bytes_up", JSON(run.bytesUp)), ("bytes_down", JSON(run.bytesDown)), ("error_code", JSON(run.errorCode)),
    ])
  }
}
