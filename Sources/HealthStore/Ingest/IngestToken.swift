import HealthModel

/// A token with which an app or a shortcut sends data to the library's server, and can do nothing else.
package struct IngestToken: Sendable, Equatable {
  /// SHA-256 of the token's text, as 64 lower-case hexadecimal digits.
  package let hash: String
  /// As the person called it.
  package let name: String
  /// When it was made, in milliseconds since 1970.
  package let createdAtMs: Int64
  /// When it was last used, in milliseconds since 1970, noted every few minutes; `nil` = never.
  package var usedAtMs: Int64?

  /// A token that is allowed.
  package init(hash: String, name: String, createdAtMs: Int64, usedAtMs: Int64? = nil) {
    (self.hash, self.name, self.createdAtMs, self.usedAtMs) = (hash, name, createdAtMs, usedAtMs)
  }

  /// What names it to a person: the first 8 digits of the hash.
  package var id: String { String(hash.prefix(8)) }

  /// `id`, `name`, `created_at_ms`, `used_at_ms`.
  package var json: JSON {
    .object([
      ("id", .string(id)), ("name", .string(name)), ("created_at_ms", JSON(createdAtMs)),
      ("used_at_ms", usedAtMs.map { JSON($0) } ?? .null),
    ])
  }
}

extension IngestToken {
  /// As it is kept.
  var kept: JSON {
    .object([
      ("hash", .string(hash)), ("name", .string(name)), ("created_at_ms", JSON(createdAtMs)),
      ("used_at_ms", usedAtMs.map { JSON($0) } ?? .null),
    ])
  }

  /// `nil` for what isn't one.
  init?(kept json: JSON) {
    guard let hash = json["hash"].string, hash.utf8.count == 64, let name = json["name"].string, let created = json["created_at_ms"].int
    else {
      return nil
    }
    self.init(hash: hash, name: name, createdAtMs: created, usedAtMs: json["used_at_ms"].int)
  }
}
