import ArgumentParser
import HealthModel
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
    let rows = users.map { [$0.name, "\($0.tokens)", "\($0.records)", "\($0.devices)", UserListCommand.lastPush($0.lastPushAtMs)] }
    for line in UserListCommand.table([["NAME", "TOKENS", "RECORDS", "DEVICES", "LAST PUSH"]] + rows) { StandardStreams.answer(line) }
  }

  private static func lastPush(_ ms: Int64?) -> String { ms.map { Moment(ms: $0, utcOffsetMin: 0).iso8601 } ?? "never" }

  /// Columns as wide as their widest cell, two spaces apart; no space at the end of a line.
  private static func table(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { index, cell in
        index == row.count - 1 ? cell.0 : cell.0 + String(repeating: " ", count: cell.1 - cell.0.count)
      }.joined(separator: "  ")
    }
  }
}
