import Digests
import FoundationEssentials
import HealthModel

/// The SHA-256 of a token or refresh token, 32 bytes.
///
/// Tokens are 256 random bits, so their hash is enough to keep: there is nothing to guess, and a stolen database holds no token.
typealias TokenHash = Data

/// The meaning of a presented token.
enum TokenFinding: Sendable, Equatable {
  /// It belongs to this owner. `isNew`: it came from a refresh and is used for the first time, to be reported with `confirm`.
  case valid(Owner, isNew: Bool)
  /// It was valid, and has expired.
  case expired
  /// It is unknown.
  case unknown
}

/// The life of tokens.
///
/// A refresh token is exchanged for a new pair (RFC 6749, 6). The answer may be lost, so the old one goes on being valid until the new pair
/// shows up here for the first time: then its device has it, the old one is used up, and all other pairs given for it are removed. A token's
/// `parent` is the refresh token that its pair was given for, none from that moment on.
///
/// All pairs that come from one are a family. A used refresh token that is shown once more is in the hands of two, one of whom has stolen it: the
/// family ends (RFC 9700, 4.14.2).
enum TokenRules {
  /// Used refresh tokens that are remembered of a family.
  static let usedPerFamily = 32

  /// The answer to a known refresh token that is shown.
  enum Exchange: Sendable, Equatable {
    /// It is exchanged for a new pair.
    case pair
    /// It is refused: within the grace it is the late copy of a request.
    case refuse
    /// It is refused, and all of its family end.
    case endFamily
  }

  /// The answer to a refresh token that was used at `usedAtMs`; `nil` = not yet.
  static func exchange(usedAtMs: Int64?, limits: BackendLimits, nowMs: Int64) -> Exchange {
    guard let usedAtMs else { return .pair }
    return (0...limits.refreshGraceMs).contains(nowMs - usedAtMs) ? .refuse : .endFamily
  }

  /// Whether a token that ends at `endMs` (`nil` = never) has ended.
  static func hasEnded(_ endMs: Int64?, nowMs: Int64) -> Bool { endMs.map { $0 <= nowMs } ?? false }

  /// The milliseconds since 1970 at which an hour began: uses of tokens are noted by the hour, so that most requests don't write.
  static func hour(ofMs nowMs: Int64) -> Int64 { nowMs - nowMs % 3_600_000 }

  /// The hour that is to be noted for a use at `nowMs`; `nil` = this hour, or a later one, is noted already.
  static func unnotedHour(nowMs: Int64, noted: Int64?) -> Int64? {
    let hour = hour(ofMs: nowMs)
    return noted.map { $0 < hour } ?? true ? hour : nil
  }

  /// The name of a token in lists, from its hash: 48 bits, so that two tokens of one user don't share one.
  static func id(of hash: some Sequence<UInt8>) -> String { Hexadecimal.text(Array(hash.prefix(6))) }

  /// The hash that is kept of a token.
  static func hash(_ token: some StringProtocol) -> TokenHash { Data(SHA256.of(String(token))) }
}

/// New credentials, with the hashes to keep of them.
struct NewCredentials: Sendable {
  /// For the device.
  let credentials: Credentials
  /// The hash of the token.
  let token: TokenHash
  /// The end of the token; `nil` = never.
  let expiresAtMs: Int64?
  /// The hash of the refresh token; `nil` = there is none.
  let refreshToken: TokenHash?
  /// The family they belong to; `nil` for a token without an end.
  let family: TokenHash?

  /// Makes random ones.
  ///
  /// - Parameters:
  ///   - lifetimeMs: the token's lifetime in milliseconds; `nil` = until it is revoked, and without a refresh token.
  ///   - family: the family they belong to; `nil` = they start a new one.
  init(lifetimeMs: Int64?, family: TokenHash? = nil, nowMs: Int64) {
    let text = RandomText.hex(bytes: 32)
    token = TokenRules.hash(text)
    guard let lifetimeMs else {
      credentials = Credentials(token: text, renewal: nil)
      (expiresAtMs, refreshToken, self.family) = (nil, nil, nil)
      return
    }
    let renewal = Credentials.Renewal(refreshToken: RandomText.hex(bytes: 32), expiresAtMs: nowMs + lifetimeMs)
    let hash = TokenRules.hash(renewal.refreshToken)
    credentials = Credentials(token: text, renewal: renewal)
    (expiresAtMs, refreshToken, self.family) = (renewal.expiresAtMs, hash, family ?? hash)
  }
}
