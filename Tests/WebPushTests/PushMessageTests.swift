import TestSupport
import Testing

@testable import WebPush

@Suite struct PushMessageTests {
  @Test func messageIsJSONForTheServiceWorker() throws {
    #expect(
      String(
        decoding: try PushMessage(title: "Laundry", body: "It's \"dry\"\n", link: "/plan?x=1#today", tag: "laundry").json, as: UTF8.self)
        == #"{"title":"Laundry","body":"It's \"dry\"\n","link":"/plan?x=1#today","tag":"laundry"}"#)
    #expect(String(decoding: try PushMessage(title: "Hello").json, as: UTF8.self) == #"{"title":"Hello","body":""}"#)
    let hour = try PushMessage(
      title: "Run window", link: "gonow://today?hour=2026-06-02T17:00", actions: [PushMessage.Action(id: "dismiss", label: "Dismiss")])
    #expect(
      String(decoding: hour.json, as: UTF8.self)
        == #"{"title":"Run window","body":"","link":"gonow://today?hour=2026-06-02T17:00","actions":[{"action":"dismiss","title":"Dismiss"}]}"#
    )
  }

  @Test(arguments: ["", "plan", "//evil.example/", "/\\evil.example", "https://evil.example/", "javascript:alert(1)", "/a b", "/a\n", "/é"])
  func linksElsewhereAreRefused(link: String) {
    let error = #expect(throws: WebPushError.self) { try PushMessage(title: "x", link: link) }
    #expect(error?.code == .badMessage)
  }

  /// `{"title":"x","body":""}` has 23 bytes, so the longest body has 3993 − 23 = 3970; of "é" with two bytes each half as many.
  @Test func longestMessageFillsABodyOf4096Bytes() throws {
    #expect(try PushMessage(title: "x", body: String(repeating: "a", count: 3970)).json.count == PushEncryption.most)
    #expect(throws: WebPushError.self) { try PushMessage(title: "x", body: String(repeating: "a", count: 3971)) }
    #expect(try PushMessage(title: "x", body: String(repeating: "é", count: 1985)).json.count == PushEncryption.most)
    #expect(throws: WebPushError.self) { try PushMessage(title: "x", body: String(repeating: "é", count: 1986)) }
    #expect(throws: WebPushError.self) { try PushMessage(title: "") }
  }

  @Test func topicsHaveAtMost32CharactersOfBase64URL() {
    #expect(PushTopic("upd-1_X")?.text == "upd-1_X")
    #expect(PushTopic(String(repeating: "a", count: 32)) != nil)
    for text in ["", String(repeating: "a", count: 33), "a b", "a=", "a/b", "é"] { #expect(PushTopic(text) == nil, "\(text)") }
  }

  /// SHA-256 of `abc` begins ba7816bf 8f01cfea 414140de; its first 24 bytes are 32 characters.
  @Test func topicOfAnIDIsItsHash() {
    #expect(PushTopic(hashing: "abc").text == "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qc")
    #expect(PushTopic(PushTopic(hashing: "laundry:pet:1").text) != nil)
  }

  @Test func timeToLiveIsClamped() {
    #expect(PushOptions().ttlS == 86_400)
    #expect(PushOptions(ttlS: -1).ttlS == 0)
    #expect(PushOptions(ttlS: .max).ttlS == 2_419_200)
    #expect(PushOptions.Urgency.allCases.map(\.rawValue) == ["very-low", "low", "normal", "high"])
  }
}
