import HealthDesk
import HealthModel
import HealthStore
import Logging
import Notices
import Settings
import Synchronization
import TestSupport
import Testing

@testable import HealthWeb

/// Notices are delivered to the minute while the server runs.
@Suite struct NoticeTimerTests {
  private static let noon = WebFixture.noon.ms

  @Test(
    arguments: [
      // Minutes since the last run, minutes until the next notice, a change; whether it runs, the pause in seconds.
      (1, nil, false, false, 60), (15, nil, false, true, 60), (1, 10, false, false, 60), (1, 1, false, true, 1), (0, 0, true, true, 1),
      (0, 1, false, false, 60), (-5, 10, false, true, 60), (1, nil, true, true, 60),
    ] as [(Int64, Int64?, Bool, Bool, Int64)])
  func theNextLookIsPlanned(minutes: Int64, next: Int64?, isChanged: Bool, isDue: Bool, pauseS: Int64) {
    var pace = NoticePace()
    #expect(pace.isDue(atMs: Self.noon, isChanged: false), "at the start")
    pace.ran(atMs: Self.noon, nextMs: next.map { Self.noon + $0 * 60_000 })
    let now = Self.noon + minutes * 60_000
    #expect(pace.isDue(atMs: now, isChanged: isChanged) == isDue)
    #expect(pace.waitMs(atMs: now) == pauseS * 1000)
  }

  @Test func aNoticeIsDeliveredAtItsTime() async throws {
    let web = try await WebFixture()
    let bell = Bell(clock: web.clock.manual)
    let source = Wishes(due: [Self.noon + 150_000, Self.noon + 155_000])
    let waits = Mutex<[Int64]>([])
    let clock = web.clock.manual
    let timer = try NoticeTimer(
      library: web.library, settings: web.settings(notices: Self.desk(bell, source, clock)), clock: web.clock,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, hasChanged: { false },
      wait: { ms in
        clock.advance(ms: ms)
        if waits.withLock({
          $0.append(ms); return $0.count
        }) == 6 {
          throw CancellationError()
        }
      })
    await timer.run()
    #expect(bell.rung.map { $0 - Self.noon } == [150_000, 155_000])
    #expect(waits.withLock { $0 } == [60_000, 60_000, 30_000, 5000, 60_000, 60_000])
  }

  @Test func aChangeOfAnotherProgramIsPlannedWithinAMinute() async throws {
    let web = try await WebFixture()
    let bell = Bell(clock: web.clock.manual)
    let source = Wishes(due: [])
    let clock = web.clock.manual
    let looks = Mutex(0)
    let timer = try NoticeTimer(
      library: web.library, settings: web.settings(notices: Self.desk(bell, source, clock)), clock: web.clock,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      hasChanged: {
        // Before the third look, another program starts a timer of 90 s.
        let look = looks.withLock {
          $0 += 1; return $0
        }
        if look == 3 { source.due.withLock { $0 = [clock.nowMs + 90_000] } }
        return look == 3
      },
      wait: { ms in
        clock.advance(ms: ms)
        if looks.withLock({ $0 }) == 6 { throw CancellationError() }
      })
    await timer.run()
    #expect(bell.rung.map { $0 - Self.noon } == [210_000])
  }

  /// G-NOTIFY-7: what notices rest on is asked for before they are planned, also at the start.
  @Test func dataAreRefreshedBeforeARun() async throws {
    let web = try await WebFixture()
    let (bell, source) = (Bell(clock: web.clock.manual), Wishes(due: []))
    let clock = web.clock.manual
    let looks = Mutex(0)
    let timer = try NoticeTimer(
      library: web.library, settings: web.settings(notices: Self.desk(bell, source, clock)), clock: web.clock,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, hasChanged: { false },
      // The data that arrive want a notice at once.
      refresh: { source.due.withLock { $0 = [clock.nowMs] } },
      wait: { ms in
        clock.advance(ms: ms)
        if looks.withLock({
          $0 += 1; return $0
        }) == 16 {
          throw CancellationError()
        }
      })
    await timer.run()
    #expect(bell.rung.map { $0 - Self.noon } == [0, 900_000])
  }

  private static func desk(_ bell: Bell, _ source: Wishes, _ clock: ManualClock) -> @Sendable (Library) -> NoticeDesk? {
    { library in
      NoticeDesk(library, NoticePreferences(zone: ZoneRules(fixedMin: 60)), ways: [bell], sources: [source], now: { clock.nowMs })
    }
  }
}

/// A way that keeps when it rang.
private final class Bell: NoticeWay {
  let id = "bell"
  private let clock: ManualClock
  private let times = Mutex<[Int64]>([])

  var rung: [Int64] { times.withLock { $0 } }

  init(clock: ManualClock) { self.clock = clock }

  func deliver(_ message: NoticeMessage) throws(DeliveryFailure) { times.withLock { $0.append(clock.nowMs) } }
}

/// A source that wants a notice at each time.
private final class Wishes: NoticeSource {
  let name = "laundry"
  let due: Mutex<[Int64]>

  init(due: [Int64]) { self.due = Mutex(due) }

  func wish(in library: Library, at now: Moment, zone: ZoneRules, fired: Set<String>) throws -> NoticeWish {
    let text = NoticeText(title: "Done", body: "Body")
    return NoticeWish(
      source: name,
      wanted: due.withLock { $0 }.map { ms in
        WantedNotice(
          id: "laundry/\(ms)", source: name, kind: "wash_complete", fireAtMs: ms, notAfterMs: ms + 3_600_000, quiet: .ignore, text: text,
          privateText: text, category: "laundry")
      })
  }
}
