import Digests
import FoundationEssentials

/// Signs a webhook's body instead of sending the secret with it: Standard Webhooks 1.0, HMAC-SHA256 over
/// `id.seconds.body`.
///
/// A signing secret is recognized by its form: `whsec_` and base64. Source:
/// github.com/standard-webhooks/standard-webhooks, `spec/standard-webhooks.md`; the test has its worked example.
struct WebhookSignature {
  private let key: [UInt8]

  /// `nil` when the token isn't a `whsec_` secret.
  init?(secret: String) {
    guard secret.hasPrefix("whsec_"), let bytes = Data(base64Encoded: String(secret.dropFirst(6))), !bytes.isEmpty else { return nil }
    key = Array(bytes)
  }

  /// The three headers.
  ///
  /// - Parameters:
  ///   - id: The same for each attempt at the same body.
  ///   - seconds: Time of this attempt, since 1970; a receiver rejects a deviation of more than some minutes.
  func headers(id: String, seconds: Int64, body: [UInt8]) -> [(String, String)] {
    let signature = Data(HMACSHA256.code(of: Array("\(id).\(seconds).".utf8) + body, key: key)).base64EncodedString()
    return [("webhook-id", id), ("webhook-timestamp", String(seconds)), ("webhook-signature", "v1,\(signature)")]
  }
}
