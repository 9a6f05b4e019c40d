import ArgumentParser
import SyncBackend
import Usage

/// `hsync-backend user tokens NAME`.
struct UserTokensCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens", abstract: "List the tokens of a user: ids, scopes and times, never the tokens themselves.",
    discussion: "The last use is noted by the hour. A token that has ended is listed as long as it can be renewed.")

  @Argument(help: "The user.")
  var name: String

  @OptionGroup var data: DataPlace

  @Flag(help: "Print one JSON object per line: id, scope, created_at_ms, expires_at_ms, last_used_at_ms.")
  var json = false

  func run() async throws {
    let tokens = try data.users().tokens(of: name)
    if json {
      for token in tokens { StandardStreams.answer(token.json) }
      return
    }
    let rows = tokens.map {
      [$0.id, $0.scope.text, TextTable.time($0.createdAtMs), TextTable.time($0.expiresAtMs), TextTable.time($0.lastUsedAtMs)]
    }
    for line in TextTable.lines([["ID", "SCOPE", "CREATED", "EXPIRES", "LAST USED"]] + rows) { StandardStreams.answer(line) }
  }
}
