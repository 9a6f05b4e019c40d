import Digests
import TestSupport
import Testing

@testable import WebPush

@Suite struct PushSubscriptionTests {
  static let endpoint = "https://push.example.net/send/abc"
  static let key = PushEncryptionTests.Example.receiverPoint
  static let secret = PushEncryptionTests.Example.secret
  static let json = #"{"endpoint":"\#(endpoint)","expirationTime":null,"keys":{"p256dh":"\#(key)","auth":"\#(secret)"}}"#

  @Test func whatABrowserGivesIsRead() throws {
    let subscription = try PushSubscription(json: Array(Self.json.utf8))
    #expect(subscription.endpoint.url == Self.endpoint)
    #expect(subscription.keyText == Self.key)
    #expect(subscription.secretText == Self.secret)
    #expect("\(subscription)" == "a subscription at https://push.example.net")
    #expect(
      try PushSubscription(endpoint: Self.endpoint, key: subscription.keyText, secret: subscription.secretText) == subscription,
      "as it is stored")
  }

  @Test func otherMembersAndAnotherOrderDoNotMatter() throws {
    let other = """
      { "keys": {"auth": "\(Self.secret)", "new": [1], "p256dh": "\(Self.key)"}, "expirationTime": 1800000000000.5,
        "endpoint": "https:\\/\\/push.example.net\\/send\\/abc", "options": {"userVisibleOnly": true} }
      """
    #expect(try PushSubscription(json: Array(other.utf8)) == PushSubscription(json: Array(Self.json.utf8)))
  }

  /// A valid point with one wrong bit isn't on the curve (in general, as here).
  static let wrongKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw8"

  @Test(
    arguments: [
      ("nothing", "", "isn't JSON"), ("text", "hello", "isn't JSON"), ("cut off", String(json.dropLast()), "isn't JSON"),
      ("two", json + json, "isn't JSON"), ("bad UTF-8 escape", #"{"endpoint":"\ud800"}"#, "isn't JSON"),
      ("a key twice", #"{"endpoint":"https://a.example/","endpoint":"\#(endpoint)"}"#, "isn't JSON"),
      ("too long", json + String(repeating: " ", count: 4096), "isn't JSON"),
      ("too many values", "[" + String(repeating: "1,", count: 200) + "1]", "isn't JSON"),
      ("too deep", String(repeating: "[", count: 3000), "isn't JSON"),
      ("null", "null", "lacks"), ("list", "[]", "lacks"), ("empty", "{}", "lacks"), ("no keys", #"{"endpoint":"\#(endpoint)"}"#, "lacks"),
      ("keys are null", json.replacing(#"{"p256dh":"\#(key)","auth":"\#(secret)"}"#, with: "null"), "lacks"),
      ("endpoint is a number", json.replacing(#""\#(endpoint)""#, with: "1"), "lacks"),
      ("p256dh is a list", json.replacing(#""\#(key)""#, with: "[]"), "lacks"),
      ("auth is missing", json.replacing("auth", with: "author"), "lacks"),
      ("endpoint is empty", json.replacing(endpoint, with: ""), "address isn't an https address"),
      ("plain http", json.replacing("https", with: "http"), "address isn't an https address"),
      ("local", json.replacing("push.example.net", with: "192.168.1.1"), "leads to 192.168.1.1"),
      ("line break", json.replacing("/send", with: #"\r\nX:"#), "address isn't an https address"),
      ("auth of 15 bytes", json.replacing(secret, with: String(repeating: "A", count: 20)), "auth isn't 16 bytes"),
      ("auth of 17 bytes", json.replacing(secret, with: String(repeating: "A", count: 23)), "auth isn't 16 bytes"),
      ("auth is padded", json.replacing(secret, with: secret + "=="), "auth isn't 16 bytes"),
      ("auth isn't URL-safe", json.replacing(secret, with: secret.replacing("_", with: "/")), "auth isn't 16 bytes"),
      ("auth is long", json.replacing(secret, with: String(repeating: "A", count: 1000)), "auth isn't 16 bytes"),
      ("auth is empty", json.replacing(secret, with: ""), "auth isn't 16 bytes"),
      ("key is empty", json.replacing(key, with: ""), "isn't a point"),
      ("key is short", json.replacing(key, with: "BAAA"), "isn't a point"),
      ("key isn't on the curve", json.replacing(key, with: wrongKey), "isn't a point"),
      ("key of zeros", json.replacing(key, with: String(repeating: "A", count: 87)), "isn't"),
      ("key is padded", json.replacing(key, with: key + "="), "isn't base64url"),
      ("key has leftover bits", json.replacing(key, with: key.dropLast() + "5"), "isn't base64url"),
      ("key is long", json.replacing(key, with: String(repeating: "A", count: 1000)), "isn't base64url"),
    ] as [(String, String, String)]) func malformedSubscriptionsAreRefused(id: String, json: String, words: String)
  {
    let error = #expect(throws: WebPushError.self, "\(id)") { try PushSubscription(json: Array(json.utf8)) }
    #expect(error?.code == .badSubscription, "\(id)")
    #expect(error?.message.contains(words) == true, "\(id): \(error?.message ?? "")")
    for hidden in [Self.secret, Self.key, "/send"] { #expect(error?.message.contains(hidden) != true, "\(id)") }
  }

  @Test(arguments: 0..<8) func damagedTextsAreReadOrRefused(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["null", "\"\"", "-1", "{}", "[]", "\"", "https://", "http://[::1]/", "@", "\\u0000", "é", ":99999"].map { Array($0.utf8) }
    var taken = 0
    for _ in 0..<400 {
      var bytes = Array(Self.json.utf8)
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let start = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[start] = .random(in: 0...255, using: &generator)
        case 1: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: start)
        default: bytes.removeSubrange(start..<min(bytes.count, start + .random(in: 1...20, using: &generator)))
        }
      }
      guard let subscription = try? PushSubscription(json: bytes) else { continue }
      taken += 1
      #expect(subscription.endpoint.url.hasPrefix("https://"))
      #expect(subscription.secret.count == 16)
      #expect(subscription.key.bytes.count == 65)
    }
    #expect(taken > 10, "damage in the path or to ignored members does no harm")
  }
}
