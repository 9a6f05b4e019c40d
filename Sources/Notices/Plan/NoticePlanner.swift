import HealthModel

/// Compares the notices that are wanted with those that are planned. Pure: the same input gives the same changes, and
/// planning again after they were applied gives none.
package struct NoticePlanner: Sendable {
  private let isEnabled: Bool
  private let quiet: QuietHours?
  private let zone: ZoneRules

  /// A planner.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether there are notices at all. If not, all planned ones are cancelled.
  ///   - quiet: The user's quiet hours; `nil` = none.
  ///   - zone: The zone whose clocks they are read on.
  package init(isEnabled: Bool = true, quiet: QuietHours? = nil, zone: ZoneRules) {
    self.isEnabled = isEnabled
    self.quiet = quiet
    self.zone = zone
  }

  /// Returns the changes that make the plan what the wishes want: dropped notices first, then new ones, in the order in which they are due.
  ///
  /// A notice that was shown stays as it is: it is neither planned again nor replaced. If it is still planned, because
  /// a way hasn't delivered it yet, and no longer wanted, it is cancelled. Notices whose last time has passed are left
  /// to the run (`NoticeRun`), which reports them and takes them out.
  ///
  /// - Parameters:
  ///   - wishes: At most one of each source. Notices of sources that have none stay.
  ///   - planned: The plan. Each id once.
  ///   - fired: The ids of notices that were, or may have been, shown by any way (`NoticeDelivery.fired`).
  ///   - nowMs: Milliseconds UTC.
  package func changes(wishes: [NoticeWish], planned: [PlannedNotice], fired: Set<String>, nowMs: Int64) -> [NoticeChange] {
    let wanted = wantedByID(wishes, nowMs: nowMs)
    let wishes = Dictionary(wishes.map { ($0.source, $0) }) { first, _ in first }
    var changes: [NoticeChange] = []
    for notice in planned.sorted(by: isDueBefore) {
      let reason = reasonToCancel(notice, wishes, isWanted: wanted[notice.id] != nil, nowMs: nowMs)
      if let reason { changes.append(.cancel(notice, reason)) }
    }
    let known = Dictionary(planned.map { ($0.id, $0) }) { first, _ in first }
    for notice in wanted.values.sorted(by: isDueBefore) where !fired.contains(notice.id) {
      guard wishes[notice.notice.source]?.standing == .current else { continue }
      switch known[notice.id] {
      case nil: changes.append(.add(notice))
      case let old? where !old.isEqual(to: notice): changes.append(.replace(notice, old: old))
      default: break
      }
    }
    return changes
  }

  /// The notices that may be planned.
  private func wantedByID(_ wishes: [NoticeWish], nowMs: Int64) -> [String: PlannedNotice] {
    guard isEnabled else { return [:] }
    var notices: [String: PlannedNotice] = [:]
    for wish in wishes where wish.standing == .current || wish.standing == .ageing {
      for notice in wish.wanted where notice.source == wish.source && notice.topic.map(wish.muted.contains) != true {
        guard notices[notice.id] == nil, let fireAtMs = fireTime(of: notice), fireAtMs <= notice.notAfterMs, nowMs <= notice.notAfterMs
        else { continue }
        notices[notice.id] = PlannedNotice(notice: notice, fireAtMs: fireAtMs, plannedAtMs: nowMs)
      }
    }
    return notices
  }

  /// The time at which a notice is shown, given the quiet hours. `nil` = never.
  private func fireTime(of notice: WantedNotice) -> Int64? {
    guard notice.quiet != .ignore, let end = quiet?.end(at: notice.fireAtMs, in: zone) else { return notice.fireAtMs }
    return notice.quiet == .wait ? end : nil
  }

  /// The reason to drop a planned notice. `nil` = it stays.
  private func reasonToCancel(
    _ planned: PlannedNotice, _ wishes: [String: NoticeWish], isWanted: Bool, nowMs: Int64
  ) -> NoticeChange.Reason? {
    guard isEnabled else { return .userDisabled }
    guard let wish = wishes[planned.notice.source] else { return nil }
    switch wish.standing {
    case .disabled: return .userDisabled
    case .stale: return .staleData
    case .current, .ageing:
      if planned.notice.topic.map(wish.muted.contains) == true { return .userDisabled }
      return isWanted || nowMs > planned.notice.notAfterMs ? nil : .reschedule
    }
  }

  private func isDueBefore(_ a: PlannedNotice, _ b: PlannedNotice) -> Bool { (a.fireAtMs, a.id) < (b.fireAtMs, b.id) }
}

extension NoticePlanner {
  /// Brings the plan of a memory up to the wishes.
  ///
  /// - Returns: the changes that were applied.
  @discardableResult
  package func replan(_ wishes: [NoticeWish], in memory: some NoticeMemory, atMs nowMs: Int64) async throws -> [NoticeChange] {
    let fired = NoticeDelivery.fired(try await memory.deliveries())
    let changes = changes(wishes: wishes, planned: try await memory.planned(), fired: fired, nowMs: nowMs)
    if !changes.isEmpty { try await memory.apply(changes) }
    return changes
  }
}
