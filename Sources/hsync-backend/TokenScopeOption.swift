import ArgumentParser
import SyncBackend

/// `--scope read`, of the commands that make a token.
struct TokenScopeOption: ParsableArguments {
  @Option(
    name: .customLong("scope"),
    help: ArgumentHelp(
      "Requests that the token allows: all, read (changes), write (pushes), log (POST /food/log) or events. Several are added up.",
      discussion: "Default: all, which hsync needs.", valueName: "SCOPE"),
    completion: .list(TokenScope.names), transform: TokenScopeOption.parse)
  var scopes: [TokenScope] = []

  /// All scopes given, together.
  var value: TokenScope { scopes.isEmpty ? .all : scopes.reduce([]) { $0.union($1) } }

  private static func parse(_ text: String) throws -> TokenScope {
    guard let scope = TokenScope(name: text) else { throw ValidationError("a scope is one of \(TokenScope.names.joined(separator: ", "))") }
    return scope
  }
}
