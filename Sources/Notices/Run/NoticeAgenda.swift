import HealthModel

/// What is to be delivered, and when: a pure function of what a memory has.
struct NoticeAgenda {
  /// The planned notices in the order in which they are due.
  let planned: [PlannedNotice]
  private let deliveries: [String: [String: NoticeDelivery]]
  private let rests: [String: WayRest]
  private let quiet: QuietHours?
  private let zone: ZoneRules

  init(planned: [PlannedNotice], deliveries: [NoticeDelivery], rests: [WayRest], quiet: QuietHours?, zone: ZoneRules) {
    self.planned = planned.sorted { ($0.fireAtMs, $0.id) < ($1.fireAtMs, $1.id) }
    let ids = Set(planned.map(\.id))
    self.deliveries = Dictionary(grouping: deliveries.filter { ids.contains($0.noticeID) }, by: \.noticeID)
      .mapValues { Dictionary($0.map { ($0.way, $0) }) { $1 } }
    self.rests = Dictionary(rests.map { ($0.way, $0) }) { $1 }
    self.quiet = quiet
    self.zone = zone
  }

  /// The state of a notice on a way. `nil` = it wasn't tried.
  func delivery(of notice: PlannedNotice, by way: String) -> NoticeDelivery? { deliveries[notice.id]?[way] }

  /// The failures of a way since its last delivery.
  func failures(of way: String) -> Int { rests[way]?.failures ?? 0 }

  /// The deliveries that an earlier run had begun when it ended.
  var interrupted: [NoticeDelivery] { deliveries.values.flatMap(\.values).filter { $0.status == .started } }

  /// Whether all ways are done with a notice.
  func isDone(_ notice: PlannedNotice, by ways: [String]) -> Bool {
    !ways.isEmpty && ways.allSatisfy { delivery(of: notice, by: $0)?.status.isFinal == true }
  }

  /// The time from which a way may try a notice: it is due, no quiet hours hold it back, and the pauses of the notice
  /// and the way are over. A time that isn't after `nowMs` means now. `nil` = the way is done with it.
  func time(of notice: PlannedNotice, by way: String, nowMs: Int64) -> Int64? {
    let delivery = delivery(of: notice, by: way)
    guard delivery?.status.isFinal != true else { return nil }
    let pauses = [notice.fireAtMs, delivery?.retryMs(nowMs: nowMs), rests[way]?.endMs(nowMs: nowMs)]
    let time = pauses.compactMap(\.self).max() ?? notice.fireAtMs
    guard notice.notice.quiet != .ignore else { return time }
    return quiet?.end(at: max(time, nowMs), in: zone) ?? time
  }

  /// The time at which the next run has something to do. `nil` = never.
  func nextWakeMs(ways: [String], nowMs: Int64) -> Int64? {
    planned.flatMap { notice in
      ways.compactMap { way in time(of: notice, by: way, nowMs: nowMs).map { min(max($0, nowMs), notice.notice.notAfterMs + 1) } }
    }.min()
  }
}
