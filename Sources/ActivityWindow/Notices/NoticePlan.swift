import HealthModel

/// The notices that are wanted now, and those that were planned and are not any more.
///
/// A pure function of its inputs: planning twice plans once. After a change of zone, clocks, forecast or settings everything is planned anew.
package struct NoticePlan: Sendable, Hashable {
  /// A planned notice that is dropped.
  package struct Cancelled: Sendable, Hashable {
    /// The notice.
    package let notice: CoastNotice
    /// The reason.
    package let reason: Reason
  }

  /// The raw value is its name in events.
  package enum Reason: String, Sendable {
    /// Notices of the mode were turned off.
    case userDisabled = "user_disabled"
    /// The new plan doesn't have it, or has it at another time or about another window.
    case reschedule
    /// The forecast is over 6 hours old.
    case staleData = "stale_data"
  }

  /// The wanted notices, the first to fire first.
  package let wanted: [CoastNotice]
  /// The planned notices that aren't wanted any more, or not in this form.
  package let cancelled: [Cancelled]
  /// The wanted notices that weren't planned in this form before.
  package let added: [CoastNotice]
  /// Whether all notices are paused because the forecast is over 6 hours old; the user is told.
  package let isPaused: Bool

  /// The time for which notices are planned, milliseconds.
  package static let horizonMs: Int64 = 48 * 3_600_000
  /// The most notices of a mode on a day.
  package static let mostPerMode = 2
  /// The most notices on a day with at most two modes.
  package static let mostPerDay = 4
  /// A window that starts within this time of an announced one is the same window, milliseconds.
  package static let sameWindowMs: Int64 = 30 * 60_000

  /// Plans the notices.
  package init(_ inputs: NoticeInputs) {
    let modes = inputs.profile.notifiedModes
    let planned = Dictionary(inputs.planned.map { ($0.id, $0) }) { first, _ in first }
    let plannedIDs = Set(inputs.planned.flatMap(\.ids))
    let dueIDs = Set(inputs.planned.filter { $0.fireMs <= inputs.nowMs }.flatMap(\.ids))
    let candidates = NoticeCandidates(inputs).all.map { $0.keeping(planned[$0.id], after: inputs) }
      .filter { NoticePlan.isPossible($0, inputs, wasPlanned: plannedIDs.contains($0.id), isDue: dueIDs.contains($0.id)) }
    var choice = NoticeChoice(inputs)
    for notice in choice.ordered(candidates) { choice.consider(notice) }
    // With an old forecast a backup stays in its message, but doesn't get one of its own.
    let wanted = choice.taken.filter { planned[$0.id] != nil || !inputs.age(for: $0.mode).stopsNewNotices }
      .sorted { ($0.fireMs, $0.id) < ($1.fireMs, $1.id) }
    self.wanted = wanted
    added = wanted.filter { planned[$0.id] != $0 }
    let kept = Set(wanted)
    let fired = Set(inputs.fired.map(\.id))
    cancelled = inputs.planned.filter { !kept.contains($0) && !fired.contains($0.id) }.map {
      Cancelled(notice: $0, reason: NoticePlan.reason($0, inputs, modes))
    }
    isPaused = !modes.isEmpty && modes.allSatisfy { inputs.age(for: $0).cancelsNotices }
  }

  /// Whether a candidate may be planned at all. One whose time has come stays wanted until it fired or the window starts.
  private static func isPossible(_ notice: CoastNotice, _ inputs: NoticeInputs, wasPlanned: Bool, isDue: Bool) -> Bool {
    let age = inputs.age(for: notice.mode)
    guard !age.cancelsNotices, wasPlanned || !age.stopsNewNotices else { return false }
    guard notice.fireMs < notice.notAfterMs, inputs.nowMs < notice.notAfterMs else { return false }
    guard notice.fireMs > inputs.nowMs || isDue, notice.fireMs < inputs.nowMs + horizonMs else { return false }
    return !inputs.profile.quietHours.contains(minute: inputs.deviceZone.moment(atMs: inputs.deliveryMs(of: notice)).minuteOfDay)
  }

  private static func reason(_ notice: CoastNotice, _ inputs: NoticeInputs, _ modes: [ActivityMode]) -> Reason {
    if !modes.contains(notice.mode) { return .userDisabled }
    return inputs.age(for: notice.mode).cancelsNotices ? .staleData : .reschedule
  }
}
