import HealthModel
import HealthStore
import Notices

/// Plans the notices that the engines want, and delivers those that are due. Its calls block the thread while the library works.
package struct NoticeDesk: Sendable {
  private let library: Library
  private let memory: LibraryNotices
  private let preferences: NoticePreferences
  private let ways: [any NoticeWay]
  private let sources: [any NoticeSource]
  private let events: Events?
  private let now: @Sendable () -> Int64

  /// The notices of a library.
  ///
  /// - Parameters:
  ///   - ways: The ways of delivery that the user set up, each id once.
  ///   - sources: The engines.
  ///   - events: The log of events; `nil` = none is kept.
  ///   - now: The clock, in milliseconds UTC.
  package init(
    _ library: Library, _ preferences: NoticePreferences, ways: [any NoticeWay], sources: [any NoticeSource],
    events: Events? = nil, now: @escaping @Sendable () -> Int64
  ) {
    self.library = library
    self.preferences = preferences
    self.ways = ways
    self.sources = sources
    self.events = events
    self.now = now
    memory = LibraryNotices(library, now: now)
  }

  /// Brings the plan up to what the engines want now. A source that can't be read keeps its notices.
  ///
  /// - Returns: The changes, and the first error of a source; `nil` = there was none.
  /// - Throws: `StoreError` when the plan can't be read or written.
  @discardableResult
  package func plan() async throws -> (changes: [NoticeChange], fault: (any Error)?) {
    let nowMs = now()
    let moment = preferences.zone.moment(atMs: nowMs)
    let fired = NoticeDelivery.fired(try memory.deliveries())
    var wishes: [NoticeWish] = []
    var fault: (any Error)?
    for source in preferences.isEnabled ? sources : [] {
      let own = fired.filter { $0.hasPrefix(source.name) }
      do {
        wishes.append(try source.wish(in: library, at: moment, zone: preferences.zone, fired: own))
      } catch {
        fault = fault ?? error
      }
    }
    let planner = NoticePlanner(isEnabled: preferences.isEnabled, quiet: preferences.quiet, zone: preferences.zone)
    let changes = try await planner.replan(wishes, in: memory, atMs: nowMs)
    try record(changes, at: moment)
    return (changes, fault)
  }

  /// Writes what became of the plan to the log of events.
  private func record(_ changes: [NoticeChange], at moment: Moment) throws {
    guard let events, !changes.isEmpty else { return }
    let coast = Event.coast(changes, zone: preferences.zone)
    guard !coast.isEmpty else { return }
    let name = "notice_offset_min"
    let offset = moment.utcOffsetMin
    let earlier = try Notebook(library).text(name).flatMap { Int($0) }
    if earlier != offset {
      try Notebook(library).update(name) { _ in ("\(offset)", ()) }
      if let earlier { events.record(.coastOffset(from: earlier, to: offset, count: coast.count)) }
    }
    for event in coast { events.record(event) }
  }

  /// Plans, and delivers what is due. Nothing is delivered while another process does.
  ///
  /// - Throws: `StoreError`, `NoticeError`, or the first error of a source, when all else is done.
  package func run() async throws -> NoticeReport {
    let (_, fault) = try await plan()
    let planned = events == nil ? [] : try memory.planned()
    let report = try await NoticeRun(
      memory: memory, ways: ways, lockPath: library.path + "-notice-lock",
      settings: NoticeSettings(isPrivate: preferences.isPrivate, quiet: preferences.quiet, zone: preferences.zone), now: now
    ).run()
    let shown = Set(report.deliveries(.delivered).map(\.noticeID))
    for event in planned.filter({ shown.contains($0.id) }).compactMap(Event.coastFired) { events?.record(event) }
    if let fault { throw fault }
    return report
  }

  /// Whether notices are on and there is a way to deliver them.
  package var hasWays: Bool { preferences.isEnabled && !ways.isEmpty }

  /// Whether a planned notice is due and a way could deliver it.
  package func isDue() throws -> Bool {
    guard hasWays, let firstMs = try NoticeTable(library).firstDueMs() else { return false }
    return firstMs <= now()
  }

  /// Sends a notice by all ways at once, to see whether they work.
  package func trial() async -> [NoticeTrial.Result] {
    let nowMs = now()
    let text = NoticeText(title: "hsync", body: "Notices arrive this way.")
    let notice = WantedNotice(
      id: "test", source: "hsync", kind: "test", fireAtMs: nowMs, notAfterMs: nowMs, quiet: .ignore, text: text, privateText: text,
      category: "test")
    return await NoticeTrial.send(NoticeMessage(notice, isPrivate: preferences.isPrivate, sentAtMs: nowMs), by: ways)
  }

  /// What is planned, what ended, and the ways.
  package func glance() throws -> NoticeGlance {
    try NoticeGlance(NoticeTable(library), ways: ways.map(\.id), isEnabled: preferences.isEnabled)
  }
}
