import Digests
import Transport

/// Sends messages to the push services of browsers (RFC 8030).
package struct PushSender: Sendable {
  private let key: VAPIDKey
  private let contact: PushContact
  private let transport: any Transport
  private let now: @Sendable () -> Int64

  /// The deadlines of a request: a push service answers within a second or two.
  private static let timeouts = Timeouts(connect: .seconds(10), stalled: .seconds(20), total: .seconds(30))
  /// The largest answer that is read, in bytes; its contents aren't used.
  private static let mostAnswer = 64 << 10

  /// - Parameters:
  ///   - key: The key that the browsers subscribed with.
  ///   - contact: The operator's address, for push services.
  ///   - now: Milliseconds since 1970.
  package init(key: VAPIDKey, contact: PushContact, transport: any Transport, now: @escaping @Sendable () -> Int64) {
    self.key = key
    self.contact = contact
    self.transport = transport
    self.now = now
  }

  /// Encrypts a message for a browser and posts it, once. The caller retries, and deletes subscriptions that are gone.
  ///
  /// - Throws: `.libraryUnavailable`, `.cancelled`. Everything about the push service is in the outcome.
  package func send(
    _ message: PushMessage, to subscription: PushSubscription, options: PushOptions = PushOptions()
  ) async throws(WebPushError) -> PushOutcome {
    let request = try request(message, to: subscription, options: options)
    do {
      return PushOutcome(try await transport.send(request), nowMs: now())
    } catch  where error.code == .cancelled {
      throw WebPushError(code: .cancelled, message: error.message, kind: .interrupted)
    } catch {
      return .unreachable(error)
    }
  }

  private func request(
    _ message: PushMessage, to subscription: PushSubscription, options: PushOptions
  ) throws(WebPushError) -> HTTPRequest {
    let endpoint = subscription.endpoint
    let body: [UInt8]
    do { body = try PushEncryption.body(message.json, for: subscription) } catch { throw WebPushError(error) }
    var headers: [(name: String, value: String)] = [
      ("Authorization", try key.authorization(for: endpoint, contact: contact, nowMs: now())),
      ("Content-Type", "application/octet-stream"), ("Content-Encoding", "aes128gcm"),
      ("TTL", String(options.ttlS)), ("Urgency", options.urgency.rawValue),
    ]
    if let topic = options.topic { headers.append(("Topic", topic.text)) }
    return HTTPRequest(
      method: "POST", url: endpoint.url, headers: headers, body: body, timeouts: PushSender.timeouts,
      maxResponseBytes: PushSender.mostAnswer)
  }
}
