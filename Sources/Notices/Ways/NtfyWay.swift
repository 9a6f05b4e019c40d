import HealthModel
import Transport

/// Publishes notices to a topic of an ntfy server, or of one that speaks like it: a POST with the body as text and the rest in headers.
///
/// Source: ntfy's documentation, "Publishing": `Title`, `Priority` (1…5), `Click` and `Actions`; a header that isn't
/// ASCII is written as in RFC 2047.
package struct NtfyWay: NoticeWay {
  package let id = "ntfy"
  private let url: String
  private let token: String?
  private let userAgent: String
  private let allowsInsecureHTTP: Bool
  private let transport: any Transport

  /// The most bytes of a body: ntfy makes an attachment of what has more than 4,096.
  static let longestBody = 4000
  /// The most characters of a title.
  static let longestTitle = 250
  /// The most buttons that ntfy shows.
  static let mostActions = 3

  /// A topic.
  ///
  /// - Parameters:
  ///   - url: The topic's address, which is a secret: who knows it can read along. It is never part of a failure.
  ///   - token: An access token; `nil` = none is needed.
  ///   - allowsInsecureHTTP: Whether plain `http://` may leave this machine.
  package init(url: String, token: String? = nil, userAgent: String, allowsInsecureHTTP: Bool = false, transport: some Transport) {
    self.url = url
    self.token = token
    self.userAgent = userAgent
    self.allowsInsecureHTTP = allowsInsecureHTTP
    self.transport = transport
  }

  package func deliver(_ message: NoticeMessage) async throws(DeliveryFailure) {
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await transport.send(request(message))
    } catch {
      throw DeliveryFailure(error)
    }
    guard !(200..<300).contains(response.status) else { return }
    throw NtfyWay.failure(response, nowMs: message.sentAtMs)
  }

  /// The request for a message.
  func request(_ message: NoticeMessage) -> HTTPRequest {
    var headers = [("User-Agent", userAgent), ("Content-Type", "text/plain; charset=utf-8")]
    if let token { headers.append(("Authorization", "Bearer \(token)")) }
    if !message.title.isEmpty { headers.append(("Title", EncodedWords.header(String(message.title.prefix(NtfyWay.longestTitle))))) }
    switch message.priority {
    case .low: headers.append(("Priority", "2"))
    case .normal: break
    case .high: headers.append(("Priority", "4"))
    }
    if let link = message.link { headers.append(("Click", link)) }
    let actions = message.actions.compactMap(NtfyWay.action).prefix(NtfyWay.mostActions)
    if !actions.isEmpty { headers.append(("Actions", EncodedWords.header(actions.joined(separator: "; ")))) }
    // An empty body would be shown as "triggered".
    let body = message.body.isEmpty ? message.title : message.body
    return HTTPRequest(
      method: "POST", url: url, headers: headers, body: Array(body.cut(toBytes: NtfyWay.longestBody).utf8),
      timeouts: Timeouts(connect: .seconds(10), stalled: .seconds(15), total: .seconds(30)), maxResponseBytes: 1 << 16,
      allowsInsecureHTTP: allowsInsecureHTTP)
  }

  /// `view, "Label", "address"`. `nil` for a button that opens nothing.
  private static func action(_ action: NoticeAction) -> String? {
    guard let link = action.link, NoticeMessage.isAddress(link) else { return nil }
    func quoted(_ text: String) -> String { "\"\(text.onOneLine.replacing("\"", with: "'").replacing("\\", with: "/"))\"" }
    return "view, \(quoted(action.label)), \(quoted(link))"
  }

  private static func failure(_ response: HTTPResponse, nowMs: Int64) -> DeliveryFailure {
    let reason = "the push server answered \(response.status)"
    switch response.status {
    case 400, 413, 422: return DeliveryFailure(.refused, reason)
    // A gateway that got no answer doesn't know what became of the request.
    case 504: return DeliveryFailure(.unknown, reason)
    default: return DeliveryFailure(.unreachable, reason, retryAfterMs: RetryAfter(of: response, nowMs: nowMs)?.delayMs)
    }
  }
}
