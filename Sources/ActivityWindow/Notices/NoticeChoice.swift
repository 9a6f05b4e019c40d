import HealthModel

/// Chooses among candidates: no window twice, one message per mode and minute, and no more than the caps.
///
/// Candidates are considered by the day on which they fire, and by importance on each day: what an earlier day announces isn't announced again.
struct NoticeChoice {
  /// The chosen notices.
  private(set) var taken: [CoastNotice] = []
  private let inputs: NoticeInputs
  private let mostPerDay: Int
  /// Announced windows by mode, starts in milliseconds since 1970.
  private var announced: [ActivityMode: [Int64]] = [:]
  private let firedIDs: Set<String>
  /// Messages by the device's day on which they fire.
  private var onDay: [Day: Int] = [:]
  private var onModeDay: [Slot: Int] = [:]
  /// Messages by the date of their window.
  private var aboutDate: [Slot: Int] = [:]

  private struct Slot: Hashable {
    let mode: ActivityMode
    let day: Day
  }

  /// A choice in which only what has fired counts.
  init(_ inputs: NoticeInputs) {
    self.inputs = inputs
    let modes = inputs.profile.notifiedModes.count
    mostPerDay = modes > 2 ? NoticePlan.mostPerMode * modes : NoticePlan.mostPerDay
    firedIDs = Set(inputs.fired.map(\.id))
    for fired in inputs.fired {
      announced[fired.mode, default: []] += fired.windowStartsMs
      count(fired.mode, firedOn: fireDay(fired.firedAtMs), about: fired.date)
    }
  }

  /// The candidates in the order in which they are considered: by the day on which they fire, the importance of their kind, the time, the
  /// mode.
  func ordered(_ candidates: [CoastNotice]) -> [CoastNotice] {
    let ranked = candidates.map { (day: fireDay(inputs.deliveryMs(of: $0)), place: place($0.mode), notice: $0) }
    return ranked.sorted { a, b in
      if a.day != b.day { return a.day < b.day }
      if a.notice.kind != b.notice.kind { return a.notice.kind < b.notice.kind }
      return (a.notice.fireMs, a.place, a.notice.notAfterMs) < (b.notice.fireMs, b.place, b.notice.notAfterMs)
    }.map(\.notice)
  }

  /// Takes a candidate, adds it to a message of the same minute, or leaves it out.
  mutating func consider(_ notice: CoastNotice) {
    guard !firedIDs.contains(notice.id), !notice.announcedMs.contains(where: { isAnnounced($0, notice.mode) }) else { return }
    let minute = inputs.deliveryMs(of: notice) / 60_000
    if let index = taken.firstIndex(where: { $0.mode == notice.mode && inputs.deliveryMs(of: $0) / 60_000 == minute }) {
      // The backup of a day shares the message of its best window; anything else gives way.
      guard notice.kind == .backup, taken[index].kind == .best, taken[index].date == notice.date, let window = notice.window else { return }
      taken[index] = taken[index].announcing(window)
      announced[notice.mode, default: []].append(window.startMs)
      return
    }
    let day = fireDay(inputs.deliveryMs(of: notice))
    guard onDay[day, default: 0] < mostPerDay, onModeDay[Slot(mode: notice.mode, day: day), default: 0] < NoticePlan.mostPerMode,
      aboutDate[Slot(mode: notice.mode, day: notice.date), default: 0] < NoticePlan.mostPerMode
    else { return }
    taken.append(notice)
    announced[notice.mode, default: []] += notice.announcedMs
    count(notice.mode, firedOn: day, about: notice.date)
  }

  private mutating func count(_ mode: ActivityMode, firedOn day: Day, about date: Day) {
    onDay[day, default: 0] += 1
    onModeDay[Slot(mode: mode, day: day), default: 0] += 1
    aboutDate[Slot(mode: mode, day: date), default: 0] += 1
  }

  private func isAnnounced(_ startMs: Int64, _ mode: ActivityMode) -> Bool {
    announced[mode, default: []].contains { abs($0 - startMs) <= NoticePlan.sameWindowMs }
  }

  private func fireDay(_ ms: Int64) -> Day { inputs.deviceZone.moment(atMs: ms).day }

  private func place(_ mode: ActivityMode) -> Int { ActivityMode.allCases.firstIndex(of: mode) ?? 0 }
}

extension CoastNotice {
  /// The same notice with a second window in its message.
  fileprivate func announcing(_ second: GoodWindow) -> CoastNotice {
    CoastNotice(
      id: id, mode: mode, kind: kind, template: template, date: date, window: window, also: second, bestPart: bestPart,
      topReason: topReason, dogName: dogName, fireMs: fireMs, notAfterMs: notAfterMs)
  }
}
