import HealthModel

/// A way of delivering notices: the desktop, a command, a server that pushes to phones, e-mail.
package protocol NoticeWay: Sendable {
  /// Its name in the plan and for users, the same in each run: `desktop`. Of several devices each is a way of its own: `push:<device>`.
  var id: String { get }

  /// Delivers a message, and returns when it was taken.
  ///
  /// - Throws: `.unreachable` or `.refused` only if it is certain that the message wasn't delivered: it is tried again then.
  func deliver(_ message: NoticeMessage) async throws(DeliveryFailure)
}

/// A failure to deliver a message.
package struct DeliveryFailure: Error, Sendable, Hashable {
  /// The kind of failure, which decides what is done.
  package enum Kind: String, Sendable {
    /// The way can deliver nothing at present. It rests, longer each time, and the message is tried again.
    case unreachable
    /// The message was refused. It is tried again after the longest pause; others go on.
    case refused
    /// The message may have been delivered. It isn't tried again, and the way rests.
    case unknown
  }

  /// The kind.
  package let kind: Kind
  /// The reason in a sentence for the user, on one line. Holds nothing of the message, and no token or address that is a secret.
  package let reason: String
  /// Milliseconds that the other side asked to wait. `nil` = it didn't.
  package let retryAfterMs: Int64?

  /// A failure. The reason is cut to 200 characters on one line.
  package init(_ kind: Kind, _ reason: String, retryAfterMs: Int64? = nil) {
    self.kind = kind
    self.reason = String(reason.printable.prefix(200))
    self.retryAfterMs = retryAfterMs
  }
}
