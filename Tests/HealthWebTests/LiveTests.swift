import HealthModel
import HealthStore
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

  @Test func aPageHearsOfAnEditOfAnotherProcess() async throws {
    let web = try await WebFixture()
    try await web.testLetIn { (browser) async throws in
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
    try await web.testLetIn { (browser) async throws in
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
