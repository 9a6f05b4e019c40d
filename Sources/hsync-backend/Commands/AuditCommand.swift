import ArgumentParser
import SyncBackend
import Usage

/// `hsync-backend audit`.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "List the commands that changed something, the newest first.",
    discussion: """
      Each is noted with the change: when, which command, about which user, and which user of the operating system ran it.
      The newest 10,000 are kept.
      """)

  @OptionGroup var data: DataPlace

  @Option(help: ArgumentHelp("List so many at most.", discussion: "Default: 100", valueName: "N"))
  var limit = 100

  @Flag(help: "Print one JSON object per line: at_ms, command, user, os_user.")
  var json = false

  func validate() throws {
    guard (1...AuditRecord.mostKept).contains(limit) else { throw ValidationError("--limit is from 1 to \(AuditRecord.mostKept)") }
  }

  func run() async throws {
    let records = try data.users().audit(most: limit)
    if json {
      for record in records { StandardStreams.answer(record.json) }
      return
    }
    let rows = records.map { [TextTable.time($0.atMs), $0.command, $0.user ?? "-", $0.osUser] }
    for line in TextTable.lines([["TIME", "COMMAND", "USER", "BY"]] + rows) { StandardStreams.answer(line) }
  }
}
