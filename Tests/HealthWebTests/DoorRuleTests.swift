import HealthModel
import Testing

@testable import HealthWeb

/// The rules of pairing, as values.
@Suite struct DoorRuleTests {
  @Test func codesAndTokensAreRandomAndOfOneShape() {
    #expect(PairingCode() != PairingCode() && SessionToken() != SessionToken())
    #expect(PairingCode(PairingCode().text) != nil && SessionToken(SessionToken().text) != nil)
    for text in ["", "x", String(repeating: "g", count: 32), String(repeating: "A", count: 32), String(repeating: "a", count: 33)] {
      #expect(PairingCode(text) == nil && SessionToken(text + text) == nil)
    }
    let code = PairingCode(String(repeating: "0", count: 32))
    #expect(code?.link(at: "http://127.0.0.1:4747") == "http://127.0.0.1:4747/pair?code=" + String(repeating: "0", count: 32))
    // printf 0…0 (32 of them) | sha256sum
    #expect(code.map { Hexadecimal.text($0.hash.prefix(4)) } == "84e0c0ea")
  }

  @Test func aFormTokenIsOfOneSession() {
    let (token, other) = (SessionToken(), SessionToken())
    #expect(token.isFormToken(token.formToken) && !token.isFormToken(other.formToken))
    #expect(!token.isFormToken(nil) && !token.isFormToken("") && !token.isFormToken(token.text))
  }

  @Test func wrongCodesAreCountedOverASpan() {
    var limit = GuessLimit()
    for count in 0..<GuessLimit.most {
      #expect(limit.wait(atMs: Int64(count) * 1000) == nil)
      limit.noteWrong(atMs: Int64(count) * 1000)
    }
    #expect(limit.wait(atMs: 9000) == 591)
    #expect(limit.wait(atMs: GuessLimit.spanMs - 1) == 1)
    #expect(limit.wait(atMs: GuessLimit.spanMs) == nil)
    limit.noteWrong(atMs: GuessLimit.spanMs)
    #expect(limit.wait(atMs: GuessLimit.spanMs) == 1)
    #expect(limit.wait(atMs: 0) == nil, "a clock that was put back by more than the span forgives")
  }

  @Test func beingSeenIsNotedEveryFewMinutes() {
    #expect(!SessionToken.isWorthNoting(seenAtMs: 1000, nowMs: 1000 + SessionToken.restMs - 1))
    #expect(SessionToken.isWorthNoting(seenAtMs: 1000, nowMs: 1000 + SessionToken.restMs))
    #expect(SessionToken.isWorthNoting(seenAtMs: 1000, nowMs: 999))
  }

  @Test func onlyThisMachineIsTheHost() {
    let address = LocalAddress(port: 80)
    #expect(address.isHost("localhost") && address.isHost("127.0.0.1:80") && !address.isHost("localhost:81") && !address.isHost(nil))
    #expect(address.url == "http://127.0.0.1:80")
    #expect(address.isOwnPage(origin: "http://localhost", fetchSite: nil, host: "localhost"))
    #expect(!address.isOwnPage(origin: "https://localhost", fetchSite: nil, host: "localhost"))
  }

  @Test func aProxysAddressIsAHostToo() throws {
    let origin = try #require(PublicOrigin("https://Kitchen.Example/"))
    let address = LocalAddress(port: 4747, origin: origin)
    #expect(address.url == "https://kitchen.example" && address.isHost("kitchen.example") && address.isHost("127.0.0.1:4747"))
    #expect(!address.isHost("kitchen.example:4747") && !address.isHost("evil.example"))
    #expect(address.isOwnPage(origin: "https://kitchen.example", fetchSite: nil, host: "kitchen.example"))
    #expect(!address.isOwnPage(origin: "http://kitchen.example", fetchSite: nil, host: "kitchen.example"))
    #expect(!address.isOwnPage(origin: "http://127.0.0.1:4747", fetchSite: nil, host: "kitchen.example"))
    #expect(address.cookieName(host: "kitchen.example") == "__Host-hsync")
    #expect(address.cookieName(host: "localhost:4747") == "hsync-4747")
  }

  @Test(arguments: [
    ("https://a.example", "a.example"), ("https://a.example:443", "a.example"), ("https://a.example:8443/", "a.example:8443"),
    ("http://a.example", nil), ("https://", nil), ("https://a/b", nil), ("https://a:0", nil), ("https://a:65536", nil),
    ("https://u@a", nil),
    ("https://a:08", nil), ("https://-a", nil), ("a.example", nil),
  ])
  func onlyAddressesWithTLSAreOrigins(text: String, host: String?) { #expect(PublicOrigin(text)?.host == host) }

  @Test func browsersSayWhatTheyAre() {
    let chrome = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
    #expect(BrowserName.guess(userAgent: chrome) == "Chrome on Android")
    #expect(BrowserName.guess(userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0") == "Firefox on Linux")
    #expect(BrowserName.guess(userAgent: nil) == "a browser")
    #expect(BrowserName.given("  my \n phone ") == "my phone" && BrowserName.given(" ") == nil && BrowserName.given(nil) == nil)
    #expect(BrowserName.given(String(repeating: "x", count: 99))?.count == 60)
  }
}
