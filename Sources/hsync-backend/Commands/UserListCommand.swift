import ArgumentParser
import SyncBackend
import Usage

/// `hsync-backend user list`.
struct UserListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the users.")

  @OptionGroup var data: DataPlace

  @Flag(help: "Print one JSON object per line: name, tokens, records, devices, last_push_at_ms.")
  var json = false

  func run() async throws {
    let users = try data.users().list()
    if json {
      for user in users { StandardStreams.answer(user.json) }
      return
    }
    let rows = users.map { [$0.name, "\($0.tokens)", "\($0.records)", "\($0.devices)", TextTable.time($0.lastPushAtMs)] }
    for line in TextTable.lines([["NAME", "TOKENS", "RECORDS", "DEVICES", "LAST PUSH"]] + rows) { StandardStreams.answer(line) }
  }
}
