import HealthModel

/// A token with which another program does one thing with the library's server, and nothing else.
package struct AppToken: Sendable, Equatable {
  /// SHA-256 of the token's text, as 64 lower-case hexadecimal digits.
  package let hash: String
  /// As the person called it; at most `longestName` characters.
  package let name: String
  /// The thing.
  package let scope: AppScope
  /// The time at which it was made, in milliseconds since 1970.
  package let createdAtMs: Int64
  /// The time of its last use, in milliseconds since 1970, noted every few minutes; `nil` = never.
  package var usedAtMs: Int64?

  /// A token that is allowed.
  package init(hash: String, name: String, scope: AppScope = .send, createdAtMs: Int64, usedAtMs: Int64? = nil) {
    (self.hash, self.name, self.scope, self.createdAtMs, self.usedAtMs) = (hash, name, scope, createdAtMs, usedAtMs)
  }

  /// The most characters of a name.
  package static let longestName = 100

  /// Its name for a person: the first 8 digits of the hash.
  package var id: String { String(hash.prefix(8)) }

  /// `id`, `name`, `scope`, `created_at_ms`, `used_at_ms`.
  package var json: JSON { .object([("id", .string(id))] + members) }

  private var members: [(String, JSON)] {
    [
      ("name", .string(name)), ("scope", .string(scope.rawValue)), ("created_at_ms", JSON(createdAtMs)),
      ("used_at_ms", usedAtMs.map { JSON($0) } ?? .null),
    ]
  }
}

extension AppToken {
  /// As it is kept.
  var kept: JSON { .object([("hash", .string(hash))] + members) }

  /// `nil` for what isn't one. Without a scope, it is for sending.
  init?(kept json: JSON) {
    guard let hash = json["hash"].string, hash.utf8.count == 64, let name = json["name"].string, let created = json["created_at_ms"].int,
      let scope = AppScope(rawValue: json["scope"].string ?? AppScope.send.rawValue)
    else { return nil }
    self.init(hash: hash, name: name, scope: scope, createdAtMs: created, usedAtMs: json["used_at_ms"].int)
  }
}
