import Synchronization
import TestSupport
import Testing
import Transport
import WebPush

@testable import Notices

/// The way to browsers, against a push service on loopback.
@Suite struct PushWayTests {
  /// The answers of a push service, and their meaning.
  @Test(
    arguments: [
      (201, nil, false), (410, .refused, true), (404, .refused, true), (413, .refused, false), (400, .refused, false),
      (403, .unreachable, false), (429, .unreachable, false), (503, .unreachable, false), (504, .unknown, false),
    ] as [(Int, DeliveryFailure.Kind?, Bool)])
  func eachAnswerHasItsFailure(status: Int, kind: DeliveryFailure.Kind?, isForgotten: Bool) async throws {
    let server = try LoopbackServer { _ in .text("s3cret", status: status, headers: [("Retry-After", "120")]) }
    let forgotten = Mutex(0)
    let way = try self.way(server.baseURL + "/send/s3cret") { forgotten.withLock { $0 += 1 } }
    let failure = await NoticeTrial.send(message(notice("n")), by: [way]).first?.failure
    #expect(failure?.kind == kind && forgotten.withLock { $0 } == (isForgotten ? 1 : 0))
    #expect(failure?.reason.contains("s3cret") != true && failure?.retryAfterMs == ([429, 503].contains(status) ? 120_000 : nil))
    #expect(way.id == "push:1a2b3c4d")
  }

  @Test func aServiceThatIsAwayIsTriedAgainAndOneThatHangsUpIsNot() async throws {
    let server = try LoopbackServer { _ in .closed }
    let cut = try await NoticeTrial.send(message(notice("n")), by: [way(server.baseURL + "/x")]).first?.failure
    #expect(cut?.kind == .unknown)
    server.stop()
    let away = try await NoticeTrial.send(message(notice("n")), by: [way("http://127.0.0.1:1/x")]).first?.failure
    #expect(away?.kind == .unreachable)
  }

  @Test func longTextsAreCut() throws {
    let text = String(repeating: "é\u{1F9FA}\"\\", count: 2000)
    let push = try PushWay.push(message(notice("n", title: text, body: text, link: "https://kitchen.example/laundry?pet=1#now")))
    #expect(push.title.count == PushWay.longestTitle && push.body.hasSuffix("…") && push.body.utf8.count > 600)
    #expect(push.link == "/laundry?pet=1#now" && push.tag?.count == 32)
    #expect(try PushWay.push(message(notice("n", title: "", body: ""))).title == "hsync")
  }

  @Test(
    arguments: [
      ("https://kitchen.example/", "/"), ("HTTP://kitchen.example:4747/plan", "/plan"), ("https://kitchen.example", nil),
      ("hsync:plan", nil), ("/laundry/pet?id=1", "/laundry/pet?id=1"), ("//evil.example/", nil), ("/\\evil.example", nil),
      ("gonow://today?hour=2026-06-02T17:00&mode=run_solo", "gonow://today?hour=2026-06-02T17:00&mode=run_solo"), ("gonow://evil", nil),
      ("https://kitchen.example//evil.example", nil), ("https://kitchen.example/\\evil.example", nil), (nil, nil),
    ] as [(String?, String?)])
  func linksAreThoseOfPages(link: String?, path: String?) { #expect(PushWay.page(of: link) == path) }

  /// G-NOTIFY-11
  @Test func buttonsGoAlong() throws {
    let actions = [
      NoticeAction(id: "view_details", label: "View Details", link: "gonow://today"), NoticeAction(id: "dismiss", label: "Dismiss"),
    ]
    let push = try PushWay.push(message(notice("n", link: "gonow://today", actions: actions)))
    #expect(push.actions.map(\.id) == ["view_details", "dismiss"] && push.actions.map(\.label) == ["View Details", "Dismiss"])
  }

  @Test func theServiceKeepsANoticeAsLongAsItMayBeShown() {
    let options = PushWay.options(message(notice("n", until: 90, priority: .high)))
    #expect(options.ttlS == 5400 && options.urgency == .high && options.topic?.text.count == 32)
    #expect(PushWay.options(message(notice("n", until: 0, priority: .low))).ttlS == 60)
  }

  private func way(_ endpoint: String, forget: @escaping @Sendable () -> Void = {}) throws -> PushWay {
    let subscription = try PushSubscription(
      endpoint: endpoint, key: try VAPIDKey().publicText, secret: String(repeating: "A", count: 22), allowsLoopback: true)
    let sender = PushSender(
      key: try VAPIDKey(), contact: try #require(PushContact("me@example.org")), transport: CurlTransport(), now: { Noon.ms })
    return PushWay(browser: "1a2b3c4d", subscription: subscription, sender: sender, forget: forget)
  }
}
