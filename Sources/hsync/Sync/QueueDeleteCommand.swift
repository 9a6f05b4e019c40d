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
    commandName: "delete", abstract: "Give refused records up: the backend's version comes back.",
    discussion: """
      The backend is asked for its version first; when it can't be reached, nothing is dropped. A record that the backend never took is \
      deleted here. hsync undo takes all of it back. Samples of an import stay here and aren't offered any more.
      """)

  @Argument(
    help: ArgumentHelp(
      "The records: ids or any unique parts of them, alone or as KIND/ID; - reads them from standard input.", valueName: "id"),
    completion: .refusedRecords)
  var names: [String]

  @Flag(help: "Don't ask.")
  var yes = false

  @Flag(help: "One JSON object per record and line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let library = try library.open()
    let log = QuarantineLog(library)
    let entries = try RefusedRecords(log).named(names)
    guard let first = entries.first else { throw CommandError(.no, "no record was named", hint: "list them: hsync queue") }
    let theirs = try await versions(of: entries, in: library)
    let given = zip(entries, theirs).map { (entry: $0, theirs: $1) }
    if !yes, Terminal.canAsk { given.forEach { Output.notice(QueueDeleteCommand.plan($0.entry, $0.theirs)) } }
    let what = entries.count == 1 ? first.words : Quantity.count(entries.count, "refused record")
    try Confirmation.require("drop \(entries.count == 1 ? "it" : what)?", isGiven: yes)
    try log.drop(given, title: "dropped \(what)", at: LocalClock.now)
    for (entry, theirs) in given { show(entry, theirs) }
  }

  /// Returns the backend's versions. A library that never had a backend can't have rejected records.
  private func versions(of entries: [QuarantineLog.Entry], in library: Library) async throws -> [SyncRecord?] {
    guard let account = try AccountFile(library: library.path).read() else { throw CommandError.notSignedIn }
    return try await SyncEngine(library: library, account: account, transport: CurlTransport()).fetch(entries)
  }

  /// Returns a description of the effect of dropping, shown before the confirmation.
  private static func plan(_ entry: QuarantineLog.Entry, _ theirs: SyncRecord?) -> String {
    switch QueueDeleteCommand.result(entry, theirs) {
    case "kept": "\(entry.words): stays here, isn't offered any more"
    case "deleted": "\(entry.words): would be deleted here, the backend has none"
    default: "\(entry.words): would become what the backend has"
    }
  }

  private func show(_ entry: QuarantineLog.Entry, _ theirs: SyncRecord?) {
    let result = QueueDeleteCommand.result(entry, theirs)
    if json {
      return Output.json(.object([("kind", .string(entry.kind)), ("id", .string(entry.id)), ("result", .string(result))]))
    }
    switch result {
    case "kept": Output.line("dropped: \(entry.words); they stay here")
    case "deleted": Output.line("dropped: \(entry.words); deleted here")
    default: Output.line("dropped: \(entry.words); it is as the backend has it again")
    }
  }

  /// `kept`, `deleted` or `replaced`, as in the JSON contract.
  private static func result(_ entry: QuarantineLog.Entry, _ theirs: SyncRecord?) -> String {
    if entry.isSamples { return "kept" }
    return theirs == nil || theirs?.content == .deleted ? "deleted" : "replaced"
  }
}
