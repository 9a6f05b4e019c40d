import ArgumentParser
import SyncBackend
import Usage

/// `hsync-backend user export NAME`.
struct UserExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print all that the server keeps of a user, one JSON object per line.",
    discussion: "The lines are user, device, record and event objects. Tokens aren't printed: only their hashes are kept.")

  @Argument(help: "The user.")
  var name: String

  @OptionGroup var data: DataPlace

  func run() async throws {
    let counts = try await data.users().export(name) { StandardStreams.answer(json: $0) }
    StandardStreams.notice("exported \(counts.records.of("record")) and \(counts.events.of("event")) of \(name)")
  }
}
