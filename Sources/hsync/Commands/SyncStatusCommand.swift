import ArgumentParser
import HealthModel
import HealthStore
import HealthSync

/// `hsync sync status`.
struct SyncStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "Show the last sync, what waits, and why; asks nobody.")

  @Flag(help: "One JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let library = try library.open()
    let isSignedIn = try AccountFile(library: library.path).read() != nil
    let status = try SyncEngine.status(of: library)
    if json { return Output.json(status.json) }
    Output.line("backend    \(status.url ?? "none")\(isSignedIn || status.url == nil ? "" : ", signed out")")
    Output.line("last sync  \(status.lastOkAtMs.map(SyncStatusCommand.time) ?? "Never synced")")
    let waiting = status.pending.map { Quantity.count($0.count, $0.kind) }
    Output.line("waiting    \(waiting.isEmpty ? "nothing" : waiting.joined(separator: ", "))")
    if let error = status.lastError { Output.line("last run   \(error.message)") }
    if let next = status.next {
      Output.line("next try   \(SyncStatusCommand.clock(next.atMs)) by a timer, at once by hand")
    }
    if status.conflicts > 0 {
      Output.line("conflicts  \(Quantity.count(status.conflicts, "edit")) lost against newer ones, kept in the table conflict")
    }
    for record in status.quarantined {
      Output.line("refused    \(record.kind) \(record.id): \(record.message)")
    }
  }

  private static func time(_ ms: Int64) -> String { "\(clock(ms)) (\(Age(ms: LocalClock.nowMs - ms).words))" }

  private static func clock(_ ms: Int64) -> String {
    let moment = LocalClock.moment(atMs: ms)
    return "\(moment.day) \(moment.clock)"
  }
}

extension SyncStatus {
  /// Counts by kind.
  static func json(_ counts: [Count]) -> JSON { .object(counts.map { ($0.kind, JSON($0.count)) }) }

  /// As in the JSON contract.
  var json: JSON {
    .object([
      ("backend", JSON(url)), ("last_sync_ms", lastOkAtMs.map { JSON($0) } ?? .null), ("pending", SyncStatus.json(pending)),
      ("rejected", JSON(quarantined.count)), ("conflicts", JSON(conflicts)),
      ("next_attempt_ms", next.map { JSON($0.atMs) } ?? .null), ("last_error", JSON(lastError?.message)),
    ])
  }
}
