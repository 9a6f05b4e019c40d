import Foundation
import HealthDesk
import HealthModel
import HealthStore
import Settings
import Synchronization
import TestSupport
import Testing
import Transport
import WebPush

@testable import HealthWeb

/// Notices in browsers: turned on and off on the Settings page, sent to a push service on loopback.
@Suite struct PushPageTests {
  private var web: WebFixture

  init() async throws {
    web = try await WebFixture()
    try web.configure("[products]\ncontact = \"me@example.org\"\n[health]\nzone = \"Europe/Paris\"\n")
  }

  @Test func theSwitchHasTheKeyOfThisLibrary() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/settings")
      let key = try #require(page.text(after: #"data-subscribe=""#, until: "\""))
      #expect(key.count == 87 && page.body.contains("Notify this phone"))
      #expect(try await browser.get("/settings").text(after: #"data-subscribe=""#, until: "\"") == key)
      #expect(try VAPIDKeyFile(library: web.library.path).read()?.publicText == key)
      let rights = try FileManager.default.attributesOfItem(atPath: web.library.path + ".push-key")[.posixPermissions]
      #expect(rights as? Int == 0o600)
    }
  }

  @Test func aKeyThatOthersCanReadIsNotUsed() async throws {
    try await web.testPaired { (browser) async throws in
      _ = try await browser.get("/settings")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: web.library.path + ".push-key")
      let page = try await browser.get("/settings")
      #expect(page.status == 200 && page.body.contains("may be read or changed by others") && !page.body.contains("data-subscribe"))
    }
  }

  @Test func aNoticeReachesABrowserUntilItEndsItsSubscription() async throws {
    let status = Status()
    let service = try LoopbackServer { _ in .answer(status: status.now) }
    try await web.testPaired { (browser) async throws in
      try await subscribe(browser, to: service.baseURL + "/send/s3cret")
      let page = try await browser.get("/settings")
      #expect(page.body.contains("This phone is notified.") && page.body.contains("Stop notifying this phone"))
      #expect(!page.body.contains("s3cret"), "the address is a secret of browser and server")
      #expect(try await trial() == [nil])
      let request = try #require(service.requests.first)
      #expect(request.path == "/send/s3cret" && request.header("Content-Encoding") == "aes128gcm" && request.header("TTL") == "60")
      #expect(!String(decoding: request.body, as: UTF8.self).contains("Notices arrive this way"))
      status.now = 503
      #expect(try await trial() == ["the push service answered 503"])
      #expect(try await notified().count == 1)
      status.now = 410
      #expect(try await trial() == ["the browser no longer takes notices; turn them on again on its Settings page"])
      #expect(try await notified().isEmpty)
      #expect(try await trial() == [])
      #expect(try await browser.get("/settings").body.contains("Notify this phone"))
    }
  }

  @Test func noticesAreTurnedOff() async throws {
    let service = try LoopbackServer { _ in .answer(status: 201) }
    try await web.testPaired { (browser) async throws in
      let token = try await subscribe(browser, to: service.baseURL + "/a")
      #expect(try await browser.post("/settings/push/off", "").status == 403)
      #expect(try await notified().count == 1)
      let off = try await browser.follow(browser.post("/settings/push/off", "token=\(token)"))
      #expect(off.body.contains("This phone is no longer notified."))
      #expect(try await trial() == [] && service.requests.isEmpty)
    }
  }

  @Test func aRevokedBrowserGetsNoNotices() async throws {
    let service = try LoopbackServer { _ in .answer(status: 201) }
    try await web.testPaired { (browser) async throws in
      try await subscribe(browser, to: service.baseURL + "/a")
      let id = try #require(try await notified().first).id
      _ = try await web.library.write { try BrowserSessions($0).revoke(id) }
      #expect(try await trial() == [] && service.requests.isEmpty)
    }
  }

  @Test func afterTheKeyIsLostNoticesAreTurnedOnAgain() async throws {
    let service = try LoopbackServer { _ in .answer(status: 201) }
    try await web.testPaired { (browser) async throws in
      try await subscribe(browser, to: service.baseURL + "/a")
      try FileManager.default.removeItem(atPath: web.library.path + ".push-key")
      #expect(try await browser.get("/settings").body.contains("Notify this phone"))
      #expect(try await trial() == [] && service.requests.isEmpty)
      try await subscribe(browser, to: service.baseURL + "/b")
      #expect(try await trial() == [nil] && service.requests.map(\.path) == ["/b"])
    }
  }

  @Test func aBrowserThatIsPairedAgainIsNotifiedOnce() async throws {
    let service = try LoopbackServer { _ in .answer(status: 201) }
    let code = try await web.code()
    try await web.testPaired { (first) async throws in
      try await subscribe(first, to: service.baseURL + "/a")
      let again = first.with(cookie: try await first.pair(code.text, name: "Again").cookie)
      try await subscribe(again, to: service.baseURL + "/a")
      #expect(try await notified().map(\.name) == ["Again"])
      let other = try await first.get("/settings")
      #expect(other.body.contains("Notify this phone") && other.body.contains("1 other browser is notified."))
    }
  }

  @Test(arguments: [
    ("http://192.168.0.1/x", "isn&#39;t an https address"), ("https://192.168.0.1/x", "isn&#39;t on the internet"),
    ("https://localhost/x", "isn&#39;t on the internet"), ("https://127.0.0.1:4747/undo", "isn&#39;t on the internet"),
    ("https://[::1]/x", "isn&#39;t on the internet"), ("file:///etc/passwd", "isn&#39;t an https address"),
    ("https://printer.local/x", "isn&#39;t on the internet"), ("https://a@push.example.net/x", "isn&#39;t an https address"),
  ])
  func aSubscriptionThatLeadsIntoTheNetworkIsRefused(endpoint: String, reason: String) async throws {
    var web = web
    web.allowsLoopbackPush = false
    let library = web.library
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let form = "token=\(token)&subscription=\(try Self.subscription(endpoint).inQuery)"
      let page = try await browser.follow(browser.post("/settings/push", form))
      #expect(page.body.contains("This phone isn&#39;t notified.") && page.body.contains(reason), "\(page.body.contains(reason))")
      #expect(try await library.read { try BrowserSessions($0).all(seenSinceMs: 0).allSatisfy { $0.push == nil } })
    }
  }

  @Test(arguments: ["", "{}", "[", "{\"endpoint\":\"https://push.example.net/x\",\"keys\":{\"p256dh\":\"AA\",\"auth\":\"AA\"}}"])
  func whatIsNoSubscriptionIsRefused(text: String) async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let page = try await browser.follow(browser.post("/settings/push", "token=\(token)&subscription=\(text.inQuery)"))
      #expect(page.body.contains("This phone isn&#39;t notified."))
      #expect(try await notified().isEmpty)
    }
  }

  @Test func withoutAContactThePageSaysWhichSettingIsMissing() async throws {
    try web.configure("[health]\nzone = \"Europe/Paris\"\n")
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let form = "token=\(token)&subscription=\(try Self.subscription("https://push.example.net/x").inQuery)"
      let page = try await browser.follow(browser.post("/settings/push", form))
      #expect(page.body.contains("hsync config set products.contact"))
      #expect(try await notified().isEmpty)
    }
  }

  // MARK: -

  /// The status that the push service answers.
  private final class Status: Sendable {
    private let kept = Mutex(201)

    var now: Int {
      get { kept.withLock { $0 } }
      set { kept.withLock { $0 = newValue } }
    }
  }

  @discardableResult
  private func subscribe(_ browser: WebClient, to endpoint: String) async throws -> String {
    let token = try #require(try await browser.get("/settings").token)
    let answer = try await browser.post("/settings/push", "token=\(token)&subscription=\(try Self.subscription(endpoint).inQuery)")
    #expect(try await browser.follow(answer).body.contains("This phone is notified."))
    return token
  }

  /// A subscription as a browser serialises it.
  private static func subscription(_ endpoint: String) throws -> String {
    let keys = JSON.object([("p256dh", .string(try VAPIDKey().publicText)), ("auth", .string(String(repeating: "A", count: 22)))])
    return JSON.object([("endpoint", .string(endpoint)), ("expirationTime", .null), ("keys", keys)]).text
  }

  /// Sends a trial notice to all browsers, as `hsync notices --test` does. Returns the reasons of failures, `nil` = it was sent.
  private func trial() async throws -> [String?] {
    let (settings, clock) = (Configuration.read(web.paths).settings, web.clock)
    return try await web.library.runLong { library in
      let ways = NoticeWays(settings, library: library, transport: CurlTransport(), now: { clock.nowMs }, allowsLoopback: true)
      #expect(ways.fault == nil, "\(String(describing: ways.fault))")
      let desk = NoticeDesk(library, settings.noticePreferences, ways: ways.ways, sources: [], now: { clock.nowMs })
      return await desk.trial().map { $0.failure?.reason }
    }
  }

  private func notified() async throws -> [BrowserSession] {
    try await web.library.read { try BrowserSessions($0).all(seenSinceMs: 0).filter { $0.push != nil } }
  }
}
