import HealthModel
import HealthStore
import Testing

@testable import HealthWeb

/// Pairing, and the sessions of paired browsers.
@Suite struct DoorTests {
  private let web: WebFixture

  init() async throws { web = try await WebFixture() }

  @Test func withoutACookieAPageSaysHowToPair() async throws {
    try await web.test { (browser) async throws in
      let answer = try await browser.get("/")
      #expect(answer.status == 401)
      #expect(!answer.body.contains(">Today</a>"), "it would lead back here")
      #expect(answer.body.contains("hsync serve --pair") && answer.body.contains(#"data-state="error""#))
      #expect(try await browser.with(cookie: "hsync-\(browser.port)=\(SessionToken().text)").get("/").status == 401)
      #expect(try await browser.with(cookie: "hsync-\(browser.port)=x").get("/").status == 401)
    }
  }

  @Test func aLinkLetsOneBrowserInOnce() async throws {
    let code = try await web.code()
    try await web.test { (browser) async throws in
      let page = try await browser.get("/pair?code=\(code.text)")
      #expect(page.status == 200 && page.body.contains(#"value="\#(code.text)""#))
      #expect(try await browser.get("/pair?code=\(code.text)").status == 200, "looking uses nothing up")
      let first = try await browser.pair(code.text)
      #expect(first.status == 303 && first.headers["location"] == "/")
      let cookie = try #require(first.headers["set-cookie"])
      #expect(cookie.hasSuffix("; Max-Age=7776000; Path=/; HttpOnly; SameSite=Strict"))
      #expect(try await browser.with(cookie: first.cookie).get("/").status == 200)
      let second = try await browser.pair(code.text)
      #expect(second.status == 403 && second.cookie == nil)
    }
  }

  @Test(arguments: [(599_999, 303), (600_000, 403), (-1, 403)]) func aLinkEndsAfterTenMinutes(ms: Int64, status: Int) async throws {
    let code = try await web.code()
    web.clock.manual.advance(ms: ms)
    try await web.test { (browser) async throws in
      let answer = try await browser.pair(code.text)
      #expect(answer.status == status)
    }
  }

  @Test func behindAProxyTheCookieIsTheHostsAlone() async throws {
    let code = try await web.code()
    try await web.test(origin: PublicOrigin("https://kitchen.example")) { (browser) async throws in
      let fields = ["Host": "kitchen.example", "Origin": "https://kitchen.example", "X-Forwarded-For": "10.0.0.1, 192.0.2.7"]
      let answer = try await browser.post("/pair", "code=\(code.text)&name=Phone", fields)
      #expect(answer.status == 303)
      let cookie = try #require(answer.headers["set-cookie"])
      #expect(cookie.hasPrefix("__Host-hsync=") && cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict; Secure"))
      #expect(try await browser.with(cookie: answer.cookie).get("/", host: "kitchen.example").status == 200)
      #expect(try await browser.with(cookie: answer.cookie).get("/").status == 401, "another name, another cookie")
      #expect(try await web.library.read { try BrowserSessions($0).all(seenSinceMs: 0).map(\.seenFrom) } == ["192.0.2.7"])
      #expect(try await browser.post("/pair", "code=x", ["Host": "evil.example", "Origin": "https://evil.example"]).status == 421)
    }
  }

  @Test func wrongCodesAreLimited() async throws {
    let code = try await web.code()
    try await web.test { (browser) async throws in
      for _ in 0..<GuessLimit.most { #expect(try await browser.pair(PairingCode().text).status == 403) }
      let refused = try await browser.pair(code.text)
      #expect(refused.status == 429 && refused.headers["retry-after"] == "600")
      web.clock.manual.advance(ms: GuessLimit.spanMs)
      let fresh = try await web.code()
      #expect(try await browser.pair(fresh.text).status == 303)
    }
  }

  @Test func theSessionOfABrowserThatIsAwayFor90DaysEnds() async throws {
    try await web.testPaired { (browser) async throws in
      web.clock.manual.advance(ms: SessionToken.lifetimeMs - 1)
      let seen = try await browser.get("/")
      #expect(seen.status == 200 && seen.cookie == browser.cookie, "seen again, the cookie lives on")
      web.clock.manual.advance(ms: SessionToken.lifetimeMs)
      #expect(try await browser.get("/").status == 200)
      web.clock.manual.advance(ms: SessionToken.lifetimeMs + 1)
      #expect(try await browser.get("/").status == 401)
    }
  }

  @Test func aRevokedBrowserLosesAccess() async throws {
    try await web.testPaired { (browser) async throws in
      let sessions = try await web.library.read { try BrowserSessions($0).all(seenSinceMs: 0) }
      #expect(sessions.map(\.name) == ["Phone"] && sessions.map(\.seenFrom) == ["127.0.0.1"])
      #expect(!(browser.cookie ?? "").contains(Hexadecimal.text(sessions[0].hash)), "the library holds no token")
      _ = try await web.library.write { try BrowserSessions($0).revoke(sessions[0].id) }
      #expect(try await browser.get("/").status == 401)
    }
  }
}
