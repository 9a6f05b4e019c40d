import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Settings
import Transport

/// `hsync queue delete`.
struct QueueDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Discard refused records and restore the backend's version.",
    discussion: """
      The backend is asked for its version first; if it can't be reached, nothing changes. A record that the backend never accepted is \
      deleted here. Imported samples stay here and won't be sent again. hsync undo reverts all of it.
      """)

  @Argument(
    help: ArgumentHelp(
      "The records' ids, or any unique parts of them, alone or as KIND/ID; - reads them from standard input.", valueName: "id"),
    completion: .refusedRecords)
  var names: [String]

  @Flag(help: "Don't ask for confirmation.")
  var yes = false

  @Flag(help: "Print one JSON object per record, each on its own line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let library = try library.open()
    let log = QuarantineLog(library)
    let entries = try RefusedRecords(log).named(names)
    guard let first = entries.first else { throw CommandError(.no, "no record was named", hint: "list them: hsync queue") }
    // A library that never had a backend can't have refused records.
    guard let account = try AccountFile(library: library.path).read() else { throw CommandError.notSignedIn }
    let records = try await GivenUpRecord.fetch(
      entries, by: SyncEngine(library: library, account: account, transport: CurlTransport()))
    if !yes, Terminal.canAsk { records.forEach { Output.notice(QueueDeleteCommand.plan($0)) } }
    let what = entries.count == 1 ? first.words : Quantity.count(entries.count, "refused record")
    try Confirmation.require("drop \(entries.count == 1 ? "it" : what)?", isGiven: yes)
    try log.giveUp(records, weight: { Quantity.weight($0) }, at: LocalClock.now)
    records.forEach(show)
  }

  /// Returns a description of the effect of dropping, shown before the confirmation.
  private static func plan(_ record: GivenUpRecord) -> String {
    let words = record.entry.words
    return switch record.effect {
    case .kept: "\(words): stays here, won't be sent again"
    case .deleted: "\(words): would be deleted here; the backend doesn't have it"
    case .replaced: "\(words): would be replaced by the backend's version"
    }
  }

  private func show(_ record: GivenUpRecord) {
    let entry = record.entry
    if json {
      return Output.json(.object([("kind", .string(entry.kind)), ("id", .string(entry.id)), ("result", .string(record.effect.rawValue))]))
    }
    switch record.effect {
    case .kept: Output.line("dropped: \(entry.words); they stay here")
    case .deleted: Output.line("dropped: \(entry.words); deleted here")
    case .replaced: Output.line("dropped: \(entry.words); the backend's version was restored")
    }
  }
}
