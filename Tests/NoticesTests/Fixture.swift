import Files
import Foundation
import HealthModel
import Notices
import Synchronization
import TestSupport
import Testing

/// 2026-02-10 12:00 UTC; times are minutes since then.
enum Noon {
  static let ms: Int64 = 1_770_724_800_000

  static func ms(_ minutes: Int) -> Int64 { ms + Int64(minutes) * 60_000 }
}

enum Zone {
  static let utc = ZoneRules(fixedMin: 0)

  static func named(_ name: String) throws -> ZoneRules {
    let bytes = try #require(FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)"))
    return try #require(ZoneRules(tzif: Array(bytes)))
  }
}

/// A notice that is due at a minute and may be shown for an hour.
func notice(
  _ id: String, at minute: Int = 0, until end: Int? = nil, source: String = "laundry", topic: String? = nil,
  quiet: WantedNotice.QuietRule = .ignore, title: String = "Wash Complete!", body: String = "Snowy is ready for the dryer.",
  link: String? = nil, actions: [NoticeAction] = [], priority: NoticePriority = .normal
) -> WantedNotice {
  WantedNotice(
    id: id, source: source, topic: topic, kind: "wash_complete", fireAtMs: Noon.ms(minute), notAfterMs: Noon.ms(end ?? minute + 60),
    quiet: quiet, text: NoticeText(title: title, body: body), privateText: NoticeText(title: "hsync", body: "Something is done."),
    link: link, category: "laundry_timer", actions: actions, priority: priority)
}

func message(_ notice: WantedNotice, isPrivate: Bool = false) -> NoticeMessage {
  NoticeMessage(notice, isPrivate: isPrivate, sentAtMs: Noon.ms)
}

/// A memory in this process.
final class RAMMemory: NoticeMemory {
  private struct State {
    var planned: [String: PlannedNotice] = [:]
    var deliveries: [NoticeDelivery] = []
    var rests: [String: WayRest] = [:]
    var failsToKeep = false
  }

  struct Full: Error {}

  private let state = Mutex(State())

  func planned() -> [PlannedNotice] { state.withLock { $0.planned.values.sorted { $0.id < $1.id } } }
  func deliveries() -> [NoticeDelivery] { state.withLock { $0.deliveries } }
  func rests() -> [WayRest] { state.withLock { Array($0.rests.values) } }
  func finish(noticeID: String) { state.withLock { $0.planned[noticeID] = nil } }
  func keep(_ rest: WayRest) { state.withLock { $0.rests[rest.way] = rest } }
  func endRest(of way: String) { state.withLock { $0.rests[way] = nil } }

  func apply(_ changes: [NoticeChange]) {
    state.withLock { state in
      for change in changes {
        switch change {
        case .add(let notice), .replace(let notice, old: _): state.planned[notice.id] = notice
        case .cancel(let notice, _), .miss(let notice): state.planned[notice.id] = nil
        }
      }
    }
  }

  func keep(_ delivery: NoticeDelivery) throws {
    try state.withLock { state in
      if state.failsToKeep { throw Full() }
      state.deliveries.removeAll { $0.noticeID == delivery.noticeID && $0.way == delivery.way }
      state.deliveries.append(delivery)
    }
  }

  func forgetDeliveries(keeping count: Int) {
    state.withLock { state in
      let past = state.deliveries.filter { state.planned[$0.noticeID] == nil }.dropLast(count).map { ($0.noticeID, $0.way) }
      state.deliveries.removeAll { delivery in past.contains { $0 == (delivery.noticeID, delivery.way) } }
    }
  }

  /// Whether the disk is full.
  func setFull(_ isFull: Bool) { state.withLock { $0.failsToKeep = isFull } }

  func status(_ id: String, _ way: String) -> NoticeDelivery.Status? {
    deliveries().first { $0.noticeID == id && $0.way == way }?.status
  }
}

/// A way that does what a test says, and counts what it delivered.
final class ScriptedWay: NoticeWay {
  let id: String
  private let script: @Sendable (NoticeMessage) async throws(DeliveryFailure) -> Void
  private let seen = Mutex<[NoticeMessage]>([])

  init(_ id: String, _ script: @escaping @Sendable (NoticeMessage) async throws(DeliveryFailure) -> Void = { _ in }) {
    self.id = id
    self.script = script
  }

  /// All messages that it was given, delivered or not.
  var messages: [NoticeMessage] { seen.withLock { $0 } }

  func deliver(_ message: NoticeMessage) async throws(DeliveryFailure) {
    seen.withLock { $0.append(message) }
    try await script(message)
  }
}

/// A plan of notices with its lock, as a device has it.
struct Device {
  let folder: TemporaryFolder
  let memory = RAMMemory()
  let clock = ManualClock(ms: Noon.ms)

  init() throws { folder = try TemporaryFolder() }

  func plan(_ notices: WantedNotice...) async throws { try await plan(notices) }

  func plan(_ notices: [WantedNotice]) async throws {
    try await NoticePlanner(zone: Zone.utc).replan([NoticeWish(source: "laundry", wanted: notices)], in: memory, atMs: clock.nowMs)
  }

  @discardableResult
  func run(_ ways: [any NoticeWay], isPrivate: Bool = false, quiet: QuietHours? = nil) async throws -> NoticeReport {
    let clock = clock
    return try await NoticeRun(
      memory: memory, ways: ways, lockPath: folder.file("lock"),
      settings: NoticeSettings(isPrivate: isPrivate, quiet: quiet, zone: Zone.utc), now: { clock.nowMs }, random: { 0.5 }
    ).run()
  }
}
