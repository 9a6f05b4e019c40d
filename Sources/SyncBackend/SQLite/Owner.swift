import FoundationEssentials
import GRDB
import HealthModel

/// A user whose token was shown: all that is read or written in a request is theirs.
struct Owner: Sendable, Equatable {
  /// The key of their rows.
  let number: Int64
  /// The public id. It shows only whether two tokens belong to the same account.
  let id: String
  /// The hash of the token that was shown; `nil` when there was none to show. See `requireToken`.
  var token: Data?

  /// Throws 401 when the token was revoked after it was shown: a request may have been on its way for minutes. To be called in the transaction
  /// that writes.
  func requireToken(_ db: Database) throws {
    guard let token else { return }
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM token WHERE sha256 = ?")
    guard try Bool.fetchOne(statement, arguments: [token]) == true else { throw Refusal.unauthorized }
  }
}

/// Random texts from the system's generator, a CSPRNG.
enum RandomText {
  /// `bytes` random bytes as lower-case hex.
  static func hex(bytes: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return Hexadecimal.text((0..<bytes).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}
