import HealthModel

/// One line of the audit: a command that changed something, or gave a user's data out. Contains no secret.
package struct AuditRecord: Sendable, Equatable {
  /// Milliseconds since 1970, by the machine on which the command ran.
  package let atMs: Int64
  /// The command: `user add`; see `AuditedCommand`.
  package let command: String
  /// The user of the backend whom it was about; `nil` = all.
  package let user: String?
  /// The name of the operating system's user who ran it.
  package let osUser: String

  /// Records that are kept; older ones are removed by the next command. With 100 bytes each they take 1 MB, and last 27 years at one command a day.
  package static let mostKept = 10_000

  /// `{"at_ms":1770724800000,"command":"user add","user":"alice","os_user":"hsync"}`.
  package var json: JSON {
    .object([
      ("at_ms", JSON(atMs)), ("command", .string(command)), ("user", user.map { .string($0) } ?? .null), ("os_user", .string(osUser)),
    ])
  }
}

/// A command that is noted in the audit, with the name it has there.
enum AuditedCommand: String, Sendable {
  case userAdd = "user add"
  case userToken = "user token"
  case userRevoke = "user revoke"
  case userRevokeToken = "user revoke --token"
  case userDelete = "user delete"
  case userExport = "user export"
  case copy
  case copyReopen = "copy --reopen"
  case shardApply = "shard --apply"

  /// Its record.
  func record(of user: String?, by osUser: String, atMs: Int64) -> AuditRecord {
    AuditRecord(atMs: atMs, command: rawValue, user: user, osUser: osUser)
  }
}
