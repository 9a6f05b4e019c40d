import HealthModel
import WebPush

/// Shows notices in a browser that asked for them, by way of its push service, which can't read them.
package struct PushWay: NoticeWay {
  package let id: String
  private let subscription: PushSubscription
  private let sender: PushSender
  private let forget: @Sendable () -> Void

  /// The most characters of a title.
  static let longestTitle = 200
  /// The most characters of a button.
  static let longestLabel = 40
  /// The most bytes of a text.
  static let longestBody = 2500

  /// A browser.
  ///
  /// - Parameters:
  ///   - browser: Its id among the paired ones.
  ///   - forget: Called when its push service says that the subscription has ended.
  package init(browser: String, subscription: PushSubscription, sender: PushSender, forget: @escaping @Sendable () -> Void) {
    id = "push:\(browser)"
    self.subscription = subscription
    self.sender = sender
    self.forget = forget
  }

  package func deliver(_ message: NoticeMessage) async throws(DeliveryFailure) {
    let outcome: PushOutcome
    do throws(WebPushError) {
      outcome = try await sender.send(PushWay.push(message), to: subscription, options: PushWay.options(message))
    } catch {
      let kind: DeliveryFailure.Kind =
        switch error.code {
        case .badMessage: .refused
        case .cancelled: .unknown
        case .badSubscription, .badKey, .keyFile, .libraryUnavailable: .unreachable
        }
      throw DeliveryFailure(kind, error.message)
    }
    if outcome == .gone { forget() }
    if let failure = PushWay.failure(outcome) { throw failure }
  }

  /// The notification. Its tag doesn't show the notice's id, and keeps a second one of the same notice from being shown beside the first.
  static func push(_ message: NoticeMessage) throws(WebPushError) -> PushMessage {
    let title = message.title.isEmpty ? "hsync" : String(message.title.prefix(longestTitle))
    let tag = PushTopic(hashing: message.id).text
    let actions = message.actions.prefix(2).map { PushMessage.Action(id: $0.id, label: String($0.label.prefix(longestLabel))) }
    var most = longestBody
    while true {
      do throws(WebPushError) {
        return try PushMessage(
          title: title, body: message.body.cut(toBytes: most), link: page(of: message.target), tag: tag, actions: actions)
      } catch {
        // Escapes can make the JSON longer than the text.
        guard error.code == .badMessage, most > 100 else { throw error }
        most /= 2
      }
    }
  }

  /// Seconds for which a push service keeps a message at least: a phone that sleeps isn't connected at once.
  static let leastTTLS: Int64 = 60

  /// The push service keeps the message about as long as it may be shown.
  static func options(_ message: NoticeMessage) -> PushOptions {
    let urgency: PushOptions.Urgency =
      switch message.priority {
      case .low: .low
      case .normal: .normal
      case .high: .high
      }
    let ttlS = max(leastTTLS, (message.notAfterMs - message.sentAtMs) / 1000)
    return PushOptions(ttlS: Int(min(ttlS, Int64(PushOptions.mostTTLS))), urgency: urgency, topic: PushTopic(hashing: message.id))
  }

  /// The page that a link leads to: a path of the pages and a link to an hour as they are, `/laundry` of `https://kitchen.example/laundry`.
  /// `nil` for others.
  static func page(of link: String?) -> String? {
    if let link, link.hasPrefix("gonow://today") || link.hasPrefix("/") && !link.hasPrefix("//") && !link.contains("\\") { return link }
    guard let link, let scheme = ["https://", "http://"].first(where: { link.lowercased().hasPrefix($0) }) else { return nil }
    let path = link.dropFirst(scheme.count).drop { $0 != "/" }
    return path.isEmpty || path.hasPrefix("//") || path.contains("\\") ? nil : String(path)
  }

  private static func failure(_ outcome: PushOutcome) -> DeliveryFailure? {
    switch outcome {
    case .accepted: return nil
    case .gone: return DeliveryFailure(.refused, "the browser no longer takes notices; turn them on again on its Settings page")
    case .tooLarge: return DeliveryFailure(.refused, "the push service refused the notice as too large")
    case .keyRefused(let status):
      return DeliveryFailure(
        .unreachable, "the push service refused this computer's key (\(status)); check the clock and the contact address")
    case .refused(let status): return DeliveryFailure(.refused, "the push service answered \(status)")
    case .later(afterMs: _, status: 504): return DeliveryFailure(.unknown, "the push service answered 504")
    case .later(let waitMs, let status):
      return DeliveryFailure(.unreachable, "the push service answered \(status)", retryAfterMs: waitMs)
    case .unreachable(let error): return DeliveryFailure(error)
    }
  }
}
