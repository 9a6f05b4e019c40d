import HealthModel
import HealthStore
import Notices

/// The notifier's memory in a library. Its calls block the thread.
struct LibraryNotices: NoticeMemory {
  let table: NoticeTable
  /// The clock, in milliseconds UTC.
  let now: @Sendable () -> Int64

  /// That of a library.
  init(_ library: Library, now: @escaping @Sendable () -> Int64) { (table, self.now) = (NoticeTable(library), now) }

  func planned() throws -> [PlannedNotice] { try table.planned().compactMap(PlannedNotice.init) }

  func apply(_ changes: [NoticeChange]) throws {
    let nowMs = now()
    try table.put(
      changes.map { change in
        switch change {
        case .add(let notice), .replace(let notice, old: _): notice.entry(.planned)
        case .cancel(let notice, let reason): notice.entry(.cancelled, endedAtMs: nowMs, reason: reason.rawValue)
        case .miss(let notice): notice.entry(.missed, endedAtMs: nowMs)
        }
      })
  }

  func finish(noticeID: String) throws { try table.end(noticeID, as: .shown, atMs: now()) }

  func deliveries() throws -> [NoticeDelivery] { try table.deliveries().compactMap(NoticeDelivery.init) }

  func keep(_ delivery: NoticeDelivery) throws {
    try table.keep(
      NoticeDeliveryEntry(
        noticeID: delivery.noticeID, way: delivery.way, status: delivery.status.rawValue, attempts: delivery.attempts, atMs: delivery.atMs,
        retryAfterMs: delivery.retryAfterMs, reason: delivery.reason))
  }

  func rests() throws -> [WayRest] {
    try table.rests().map {
      WayRest(way: $0.way, failures: $0.failures, sinceMs: $0.sinceMs, delayMs: $0.delayMs, reason: $0.reason)
    }
  }

  func keep(_ rest: WayRest) throws {
    try table.keep(
      NoticeRestEntry(way: rest.way, failures: rest.failures, sinceMs: rest.sinceMs, delayMs: rest.delayMs, reason: rest.reason))
  }

  func endRest(of way: String) throws { try table.endRest(of: way) }

  func forgetDeliveries(keeping count: Int) throws { try table.forget(keepingDeliveries: count) }
}

extension PlannedNotice {
  /// `nil` for an entry that isn't as this version writes it: it is planned anew when it is still wanted.
  fileprivate init?(_ entry: NoticeEntry) {
    guard let notice = WantedNotice(json: entry.wanted), notice.id == entry.id else { return nil }
    self.init(notice: notice, fireAtMs: entry.fireAtMs, plannedAtMs: entry.plannedAtMs)
  }

  fileprivate func entry(_ state: NoticeEntry.State, endedAtMs: Int64? = nil, reason: String? = nil) -> NoticeEntry {
    NoticeEntry(
      id: id, source: notice.source, state: state, fireAtMs: fireAtMs, notAfterMs: notice.notAfterMs, plannedAtMs: plannedAtMs,
      endedAtMs: endedAtMs, reason: reason, wanted: notice.json)
  }
}

extension NoticeDelivery {
  fileprivate init?(_ entry: NoticeDeliveryEntry) {
    guard let status = Status(rawValue: entry.status) else { return nil }
    self.init(
      noticeID: entry.noticeID, way: entry.way, status: status, attempts: entry.attempts, atMs: entry.atMs,
      retryAfterMs: entry.retryAfterMs, reason: entry.reason)
  }
}
