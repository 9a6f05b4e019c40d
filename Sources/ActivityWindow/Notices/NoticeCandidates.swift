import HealthModel

/// The notices that the windows of a plan call for, before caps, duplicates and stale data are looked at.
struct NoticeCandidates {
  /// The minute of the day of most notices: 06:30.
  static let morningMinute = 390
  /// The minute of a second afternoon window's notice: 12:00.
  static let noonMinute = 720
  /// The minute of the notice of a window before the next morning's: 20:00.
  static let eveningMinute = 1200

  private let inputs: NoticeInputs
  private let quiet: QuietHours
  private let dogName: String

  /// The candidates of a plan.
  init(_ inputs: NoticeInputs) {
    self.inputs = inputs
    quiet = inputs.profile.quietHours
    dogName = inputs.profile.dog?.name ?? Dog.fallbackName
  }

  /// All candidates of the notified modes, in no particular order.
  var all: [CoastNotice] {
    inputs.profile.notifiedModes.flatMap { mode in
      inputs.plan.days.flatMap { day -> [CoastNotice] in
        let windows = inputs.plan.bestWindows(on: day.day, in: mode)
        let announced = windows.indices.compactMap { notice(of: windows, $0) } + [headsUp(windows.first)].compactMap { $0 }
        return windows.isEmpty && mode == .runDog ? [heatWarning(day)].compactMap { $0 } : announced
      }
    }
  }

  /// The notice of a window on its own day, or on the evening before.
  private func notice(of windows: [GoodWindow], _ index: Int) -> CoastNotice? {
    let window = windows[index]
    let start = inputs.deviceZone.moment(atMs: window.startMs)
    if start.minuteOfDay <= NoticeCandidates.morningMinute {
      guard let fireMs = unlessQuiet(on: start.day.adding(-1), NoticeCandidates.eveningMinute) else { return nil }
      return notice(.evening, .tomorrow, window, index, fireMs: fireMs)
    }
    let isSecondAfternoon = index > 0 && windows.prefix(index + 1).allSatisfy { minute(of: $0) >= NoticeCandidates.noonMinute }
    let fireMs =
      isSecondAfternoon && start.minuteOfDay > NoticeCandidates.noonMinute
      ? unlessQuiet(on: start.day, NoticeCandidates.noonMinute) : morning(of: start.day)
    guard let fireMs else { return nil }
    let template: CoastNotice.Template = index > 0 ? .backup : window.tier == .perfect ? .perfect : .good
    return notice(index > 0 ? .backup : .best, template, window, index, fireMs: fireMs, bestPart: index > 0 ? windows[0].dayPart : nil)
  }

  /// The notice of a day's best window on the morning before.
  private func headsUp(_ window: GoodWindow?) -> CoastNotice? {
    guard let window, let fireMs = morning(of: inputs.deviceZone.moment(atMs: window.startMs).day.adding(-1)) else { return nil }
    return notice(.tomorrow, .tomorrow, window, 0, fireMs: fireMs)
  }

  /// The notice of a day that is too hot for the dog: it has no window, but would have one if heat didn't count.
  private func heatWarning(_ day: ActivityPlan.PlanDay) -> CoastNotice? {
    let windows = inputs.plan.windows(on: day.day, in: .runDog, by: inputs.plan.scoring.ignoringHeat)
    guard let last = windows.last, let fireMs = morning(of: day.day) else { return nil }
    return CoastNotice(
      id: CoastNotice.id(.runDog, .heat, day.day, 0), mode: .runDog, kind: .heat, template: .heatWarning, date: day.day, window: nil,
      also: nil, bestPart: nil, topReason: nil, dogName: dogName, fireMs: fireMs, notAfterMs: last.endMs)
  }

  private func notice(
    _ kind: CoastNotice.Kind, _ template: CoastNotice.Template, _ window: GoodWindow, _ index: Int, fireMs: Int64, bestPart: DayPart? = nil
  ) -> CoastNotice {
    CoastNotice(
      id: CoastNotice.id(window.mode, kind, window.day, index), mode: window.mode, kind: kind, template: template, date: window.day,
      window: window, also: nil, bestPart: bestPart, topReason: topReason(of: window), dogName: dogName, fireMs: fireMs,
      notAfterMs: window.startMs)
  }

  /// The first positive chip that all hours of a window have.
  private func topReason(of window: GoodWindow) -> String? {
    let scores = inputs.plan.hours[window.hours].map { Set($0.scores[window.mode].cleanReadings) }
    return Readings.inOrder.first { reading in scores.allSatisfy { $0.contains(reading) } }?.positiveText
  }

  private func minute(of window: GoodWindow) -> Int { inputs.deviceZone.moment(atMs: window.startMs).minuteOfDay }

  /// 06:30 of a day of the device, or the end of the quiet hours that it falls into. `nil` when they end on the next day, on which the
  /// notice's text wouldn't be true any more.
  private func morning(of day: Day) -> Int64? {
    let isQuiet = quiet.contains(minute: NoticeCandidates.morningMinute)
    guard !isQuiet || quiet.endMinute > NoticeCandidates.morningMinute else { return nil }
    return inputs.deviceZone.moment(on: day, minute: isQuiet ? quiet.endMinute : NoticeCandidates.morningMinute).ms
  }

  /// A time of a day of the device. `nil` when it is quiet.
  private func unlessQuiet(on day: Day, _ minute: Int) -> Int64? {
    quiet.contains(minute: minute) ? nil : inputs.deviceZone.moment(on: day, minute: minute).ms
  }
}
