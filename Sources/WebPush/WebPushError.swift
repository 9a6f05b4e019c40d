import Digests
import HealthModel

/// The reason why a push message can't be made or sent. It contains no key, no endpoint and no text of a message.
package struct WebPushError: UserFacingError, Equatable {
  /// The reason as a case.
  package enum Code: String, Sendable {
    /// What a browser sent isn't a subscription, or its address isn't allowed.
    case badSubscription
    /// The text isn't a VAPID key.
    case badKey
    /// The file of the VAPID key can't be used.
    case keyFile
    /// The message has no title, a link elsewhere, or is too long.
    case badMessage
    /// libcrypto isn't installed, is too old, or fails.
    case libraryUnavailable
    /// The task was cancelled.
    case cancelled
  }

  /// The kind of the error.
  package let code: Code
  package let message: String
  package let hint: Hint?
  package let kind: ErrorKind

  /// Creates an error with everything given.
  package init(code: Code, message: String, hint: Hint? = nil, kind: ErrorKind) {
    self.code = code
    self.message = message
    self.hint = hint
    self.kind = kind
  }

  /// An unusable subscription.
  static func badSubscription(_ message: String) -> WebPushError { WebPushError(code: .badSubscription, message: message, kind: .badData) }

  /// A failure of libcrypto, or a key that isn't one.
  init(_ failure: CryptoFailure) {
    switch failure {
    case .badKey: self.init(code: .badKey, message: "the key isn't one of P-256", kind: .badData)
    case .unavailable(let reason):
      self.init(code: .libraryUnavailable, message: reason, hint: "apt-get install libssl3", kind: .configuration)
    }
  }
}
