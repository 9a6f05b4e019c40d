import GRDB
import HealthModel

/// A user whose token was shown: all that is read or written in a request is theirs.
struct Owner: Sendable, Equatable {
  /// The key of their rows.
  let number: Int64
  /// What clients see: says whether two tokens are of one account, and nothing else.
  let id: String
}

/// Random texts from the system's generator, a CSPRNG.
enum RandomText {
  /// `bytes` random bytes as lower-case hex.
  static func hex(bytes: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return Hexadecimal.text((0..<bytes).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}
