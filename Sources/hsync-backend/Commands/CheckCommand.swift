import ArgumentParser
import SyncBackend
import Usage

/// `hsync-backend check`.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check that the data are consistent; changes nothing.",
    discussion: """
      Compares each user's counters with the records, and looks for rows that belong to nobody; in a folder also checks the file.
      The server may run meanwhile. Exits with 65 if there is something wrong.
      """)

  @OptionGroup var data: DataPlace

  @Flag(help: "Print one JSON object per problem: user, problem, message.")
  var json = false

  func run() async throws {
    let report = try data.users().check()
    for finding in report.findings {
      if json {
        StandardStreams.answer(finding.json)
      } else {
        StandardStreams.answer(finding.user.map { "\($0): \(finding.sentence)" } ?? finding.sentence)
      }
    }
    guard report.findings.isEmpty else { throw BackendError.inconsistent(report.findings.count) }
    StandardStreams.notice("no problems found: \(report.users.of("user")), \(report.records.of("record"))")
  }
}
