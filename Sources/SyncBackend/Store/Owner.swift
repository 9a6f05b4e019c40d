import HealthModel

/// A user whose token was shown: all that is read or written in a request is theirs.
struct Owner: Sendable, Equatable {
  /// The key of their rows in a store that counts them; 0 in one whose keys are the `id`.
  let number: Int64
  /// The public id, 32 characters of `0-9a-f`. It shows only whether two tokens belong to the same account.
  let id: String
  /// The hash of the token that was shown; `nil` when there was none to show. A write is refused when it was revoked meanwhile: a request may
  /// have been on its way for minutes.
  var token: TokenHash?
  /// The requests that the token allows.
  var scope = TokenScope.all
  /// The hour that is to be noted as the token's last use, milliseconds since 1970; `nil` = it is noted already.
  var unnotedHourMs: Int64?
}

/// Random texts from the system's generator, a CSPRNG.
enum RandomText {
  /// `bytes` random bytes as lower-case hex.
  static func hex(bytes: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return Hexadecimal.text((0..<bytes).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}
