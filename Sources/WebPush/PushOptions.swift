/// Instructions for the push service.
package struct PushOptions: Sendable, Equatable {
  /// The importance of a message to the user, which decides whether a device with little battery is woken (RFC 8030, 5.3).
  package enum Urgency: String, Sendable, CaseIterable {
    case veryLow = "very-low"
    case low, normal, high
  }

  /// The time for which the push service keeps the message for a device that is away, in seconds. 0 = it is dropped then.
  package let ttlS: Int
  /// The importance.
  package let urgency: Urgency
  /// The subject. `nil` = the message replaces none.
  package let topic: PushTopic?

  /// The longest time that a message is kept, in seconds: four weeks, the limit of the large push services.
  package static let mostTTLS = 28 * 86_400

  /// Creates instructions.
  ///
  /// - Parameter ttlS: Values outside 0…`mostTTLS` are clamped.
  package init(ttlS: Int = 86_400, urgency: Urgency = .normal, topic: PushTopic? = nil) {
    self.ttlS = min(max(0, ttlS), PushOptions.mostTTLS)
    self.urgency = urgency
    self.topic = topic
  }
}
