/// The requests that a token allows. A token may have several of these, and `all` is all of them.
package struct TokenScope: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// `GET /v1/sync/changes`, and `GET /v1/sync/device`.
  package static let read = TokenScope(rawValue: 1)
  /// `POST /v1/sync/push`, and `GET /v1/sync/device`.
  package static let write = TokenScope(rawValue: 2)
  /// `POST /food/log`.
  package static let log = TokenScope(rawValue: 4)
  /// `POST /v1/events`.
  package static let events = TokenScope(rawValue: 8)
  /// Every request, as hsync needs.
  package static let all: TokenScope = [read, write, log, events]

  /// The names of single scopes, in the order in which they are written.
  private static let named: [(name: String, scope: TokenScope)] = [("read", read), ("write", write), ("log", log), ("events", events)]

  /// The names that `init(name:)` knows: `all`, `read`, `write`, `log`, `events`.
  package static let names = ["all"] + named.map(\.name)

  /// The scope of that name; `nil` when there is none.
  package init?(name: String) {
    guard let scope = name == "all" ? TokenScope.all : TokenScope.named.first(where: { $0.name == name })?.scope else { return nil }
    self = scope
  }

  /// Reads what `text` gives. A name that isn't known, of a newer server, allows nothing.
  init(stored text: String) {
    self = text == "all" ? .all : text.split(separator: ",").reduce([]) { $0.union(TokenScope(name: String($1)) ?? []) }
  }

  /// `all`, or the names separated by commas: `read,log`.
  package var text: String { self == .all ? "all" : namesOfMembers.joined(separator: ",") }

  /// The names of the single scopes in it: `["read", "log"]`.
  var namesOfMembers: [String] { TokenScope.named.filter { isSuperset(of: $0.scope) }.map(\.name) }
}
