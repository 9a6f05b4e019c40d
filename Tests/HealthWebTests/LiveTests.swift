import HealthModel
import HealthStore
import Hummingbird
import Logging
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import HealthWeb

/// Pages that follow the library.
@Suite struct LiveTests {
  /// Ticks that a test gives by hand.
  private final class Ticks: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let changed = Mutex(false)

    init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

    func give(changed isChanged: Bool = false) {
      changed.withLock { $0 = isChanged }
      continuation.yield()
    }

    var feed: LiveFeed {
      LiveFeed(
        tick: { [stream] in
          var iterator = stream.makeAsyncIterator()
          guard await iterator.next() != nil else { throw CancellationError() }
        },
        hasChanged: {
          self.changed.withLock { changed in
            defer { changed = false }; return changed
          }
        })
    }
  }

  @Test func listenersAreToldOfChangesAndOfQuiet() async throws {
    let ticks = Ticks()
    let feed = ticks.feed
    let stream = try #require(await feed.listen())
    var events = stream.makeAsyncIterator()
    ticks.give(changed: true)
    #expect(await events.next() == .changed)
    for _ in 0..<LiveFeed.quietTicks { ticks.give() }
    #expect(await events.next() == .quiet)
    await feed.end()
    #expect(await events.next() == nil)
  }

  @Test func tooManyListenersAreTurnedAway() async throws {
    let feed = Ticks().feed
    var streams: [AsyncStream<LiveFeed.Event>] = []
    for _ in 0..<LiveFeed.most { streams.append(try #require(await feed.listen())) }
    #expect(await feed.listen() == nil)
    #expect(await feed.count == LiveFeed.most && streams.count == LiveFeed.most)
    await feed.end()
    #expect(await feed.count == 0)
  }

  @Test func aRevokedBrowserHearsNothingMore() async throws {
    let web = try await WebFixture()
    try await web.testPaired { (browser) async throws in
      let connection = try RawConnection(port: browser.port)
      await connection.send("GET /live HTTP/1.1\r\nHost: \(browser.host)\r\nCookie: \(browser.cookie ?? "")\r\nConnection: close\r\n\r\n")
      _ = await connection.read(until: ": hsync\n\n")
      let own = try #require(try await web.library.read { try BrowserSessions($0).all(seenSinceMs: 0) }.first)
      // The revocation itself is a change that would be told.
      _ = try await web.library.write { try BrowserSessions($0).revoke(own.id) }
      #expect(!(await connection.readToEnd().contains("data: changed")))
    }
  }

  /// As after SIGTERM: an open stream would last for as long as its page otherwise.
  @Test func aServerThatEndsDoesNotWaitForOpenPages() async throws {
    let web = try await WebFixture()
    let code = try await web.code()
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let server = WebServer(web.library, settings: try web.settings(), clock: web.clock, logger: logger)
    let application = try await server.application(port: 0) { listening.yield($0) }
    let group = ServiceGroup(services: [application], logger: logger)
    async let end: Void = group.run()
    var iterator = ports.makeAsyncIterator()
    let browser = WebClient(port: try #require(await iterator.next()))
    let cookie = try #require(try await browser.pair(code.text).cookie)
    var open: [RawConnection] = []
    for _ in 0..<3 {
      let connection = try RawConnection(port: browser.port)
      await connection.send("GET /live HTTP/1.1\r\nHost: \(browser.host)\r\nCookie: \(cookie)\r\n\r\n")
      #expect(await connection.read(until: ": hsync\n\n").contains("text/event-stream"))
      open.append(connection)
    }
    let clock = ContinuousClock()
    let start = clock.now
    await group.triggerGracefulShutdown()
    try await end
    // Idle connections end after 60 s; on a busy machine an end at once may take a moment.
    #expect(clock.now - start < .seconds(5))
    for connection in open { #expect(!(await connection.readToEnd().contains("data"))) }
  }

  @Test func aPageHearsOfAnEditOfAnotherProcess() async throws {
    let web = try await WebFixture()
    try await web.testPaired { (browser) async throws in
      #expect(try await browser.with(cookie: nil).get("/live").status == 401)
      let connection = try RawConnection(port: browser.port)
      await connection.send("GET /live HTTP/1.1\r\nHost: \(browser.host)\r\nCookie: \(browser.cookie ?? "")\r\n\r\n")
      let head = await connection.read(until: ": hsync\n\n")
      #expect(head.contains("text/event-stream") && head.lowercased().contains("cache-control: no-store"))
      let other = try Library(at: web.library.path)
      try Notebook(other).update("edit") { _ in ("1", ()) }
      #expect(await connection.read(until: "data: changed\n\n").contains("data: changed"))
    }
  }

  @Test func aPageHearsOfASyncThatEndedBeforeItListened() async throws {
    let web = try await WebFixture()
    try await web.testPaired { (browser) async throws in
      let request = "GET /live HTTP/1.1\r\nHost: \(browser.host)\r\nCookie: \(browser.cookie ?? "")\r\n\r\n"
      let before = try RawConnection(port: browser.port)
      await before.send(request)
      #expect(!(await before.read(until: ": hsync\n\n")).contains("data: changed"))
      let token = try #require(try await browser.get("/settings").token)
      _ = try await browser.post("/sync", "token=\(token)")
      let after = try RawConnection(port: browser.port)
      await after.send(request)
      #expect(await after.read(until: "data: changed\n\n").contains("data: changed"))
    }
  }
}
