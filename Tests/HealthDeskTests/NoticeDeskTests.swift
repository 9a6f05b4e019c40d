import HealthDesk
import HealthModel
import HealthStore
import Notices
import Synchronization
import Testing

/// Planning and delivering in a real library, over runs that know nothing of each other.
@Suite struct NoticeDeskTests {
  private let desk: DeskFixture
  private let way = Bell()
  private let source = Wishes()
  private let noon = DeskFixture.noon.ms

  init() throws { desk = try DeskFixture() }

  /// A desk as a new process makes it.
  private func notices(isEnabled: Bool = true, ways: [any NoticeWay]? = nil) -> NoticeDesk {
    let clock = desk.clock.manual
    return NoticeDesk(
      desk.library, NoticePreferences(isEnabled: isEnabled, zone: ZoneRules(fixedMin: 60)), ways: ways ?? [way], sources: [source],
      now: { clock.nowMs })
  }

  private func later(_ minutes: Int64) { desk.clock.manual.advance(ms: noon + minutes * 60_000 - desk.clock.nowMs) }

  @Test func aNoticeIsShownOnceAtItsTime() async throws {
    source.want("laundry/blue/1", at: noon + 600_000)
    let early = try await notices().run()
    #expect(early.deliveries.isEmpty && early.nextWakeMs == noon + 600_000)
    #expect(try !notices().isDue())
    later(11)
    #expect(try notices().isDue())
    #expect(try await notices().run().deliveries(.delivered).map(\.noticeID) == ["laundry/blue/1"])
    #expect(try await notices().run().deliveries.isEmpty)
    later(5)
    #expect(try await notices().run().deliveries.isEmpty, "the clock was set back")
    #expect(way.rung == ["laundry/blue/1 Title of laundry/blue/1"])
    let glance = try notices().glance()
    #expect(glance.planned.isEmpty)
    #expect(glance.ended.map(\.entry.state) == [.shown] && glance.ended[0].deliveries.map(\.status) == ["delivered"])
  }

  @Test func whatIsNoLongerWantedIsCancelled() async throws {
    source.want("laundry/blue/1", at: noon + 600_000)
    try await notices().plan()
    source.wanted.withLock { $0 = [] }
    #expect(try await notices().plan().changes.count == 1)
    let glance = try notices().glance()
    #expect(glance.planned.isEmpty && glance.ended.map(\.entry.reason) == ["reschedule"])
    source.want("laundry/blue/1", at: noon + 600_000)
    try await notices().plan()
    #expect(try notices().glance().planned.map(\.entry.id) == ["laundry/blue/1"], "it is wanted again")
  }

  @Test func offCancelsAll() async throws {
    source.want("laundry/blue/1", at: noon + 600_000)
    try await notices().plan()
    try await notices(isEnabled: false).plan()
    #expect(try notices().glance().ended.map(\.entry.reason) == ["user_disabled"])
    later(11)
    #expect(try await notices(isEnabled: false).run().deliveries.isEmpty)
    #expect(way.rung.isEmpty)
  }

  @Test func aWayThatFailsRestsAndTriesAgain() async throws {
    source.want("laundry/blue/1", at: noon)
    let broken = Bell(failing: true)
    let failed = try await notices(ways: [broken]).run()
    #expect(failed.deliveries(.failed).count == 1 && failed.nextWakeMs.map { $0 > noon } == true)
    #expect(try notices(ways: [broken]).glance().ways.map { $0.rest?.reason } == ["no one answers"])
    later(40)
    #expect(try await notices().run().deliveries(.delivered).count == 1)
    #expect(try notices().glance().ways.map { $0.rest == nil } == [true])
  }

  @Test func aSourceThatCannotBeReadKeepsItsNotices() async throws {
    source.want("laundry/blue/1", at: noon + 600_000)
    try await notices().plan()
    source.isBroken.withLock { $0 = true }
    let (changes, fault) = try await notices().plan()
    #expect(changes.isEmpty && fault is DeliveryFailure)
    #expect(try notices().glance().planned.count == 1)
  }

  @Test func aDamagedEntryIsPlannedAnew() async throws {
    source.want("laundry/blue/1", at: noon + 600_000)
    try await notices().plan()
    let entry = try NoticeTable(desk.library).planned()[0]
    try NoticeTable(desk.library).put([
      NoticeEntry(
        id: entry.id, source: entry.source, fireAtMs: .max, notAfterMs: entry.notAfterMs, plannedAtMs: entry.plannedAtMs, wanted: .null)
    ])
    try await notices().plan()
    #expect(try notices().glance().planned.map(\.entry) == [entry])
  }

  @Test func whatEndedLongAgoIsForgotten() async throws {
    let table = NoticeTable(desk.library)
    try table.put(
      (0..<NoticeTable.mostEnded + 5).map {
        NoticeEntry(
          id: "old/\($0)", source: "old", state: .shown, fireAtMs: Int64($0), notAfterMs: 9, plannedAtMs: 0, endedAtMs: Int64($0),
          wanted: .object([]))
      })
    for number in 0..<5 {
      try table.keep(
        NoticeDeliveryEntry(
          noticeID: "old/\(number)", way: "bell", status: "delivered", attempts: 1, atMs: 1, retryAfterMs: 0, reason: nil))
    }
    try table.forget(keepingDeliveries: 2)
    #expect(try table.ended(1000).count == NoticeTable.mostEnded)
    #expect(try table.ended(1000).last?.id == "old/5")
    #expect(try table.deliveries().map(\.noticeID) == ["old/3", "old/4"])
  }
}

/// A way that keeps what it got.
private final class Bell: NoticeWay {
  let id = "bell"
  private let isBroken: Bool
  private let got = Mutex<[String]>([])

  var rung: [String] { got.withLock { $0 } }

  init(failing: Bool = false) { isBroken = failing }

  func deliver(_ message: NoticeMessage) throws(DeliveryFailure) {
    if isBroken { throw DeliveryFailure(.unreachable, "no one answers") }
    got.withLock { $0.append("\(message.id) \(message.title)") }
  }
}

/// A source that wants what the test says.
private final class Wishes: NoticeSource {
  let name = "laundry"
  let wanted = Mutex<[WantedNotice]>([])
  let isBroken = Mutex(false)

  func want(_ id: String, at ms: Int64) {
    let text = NoticeText(title: "Title of \(id)", body: "Body")
    let notice = WantedNotice(
      id: id, source: name, kind: "wash_complete", fireAtMs: ms, notAfterMs: ms + 3_600_000, quiet: .ignore, text: text, privateText: text,
      category: "laundry")
    wanted.withLock { $0 = [notice] }
  }

  func wish(in library: Library, at now: Moment, zone: ZoneRules, fired: Set<String>) throws -> NoticeWish {
    if isBroken.withLock({ $0 }) { throw DeliveryFailure(.refused, "damaged") }
    return NoticeWish(source: name, wanted: wanted.withLock { $0 })
  }
}
