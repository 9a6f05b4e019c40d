import HealthModel

extension ActivityPlan {
  /// The shortest window, milliseconds.
  package static let shortestWindowMs: Int64 = 3_600_000
  /// The number of windows of a mode and day that notices are about.
  package static let announcedWindows = 2

  /// All windows of a mode, in the order of their start.
  package func windows(in mode: ActivityMode) -> [GoodWindow] { days.flatMap { windows(of: $0, in: mode) { $0.scores[mode].score } } }

  /// The windows of a mode and day, the best one first. None when the plan doesn't have the day.
  package func rankedWindows(on day: Day, in mode: ActivityMode) -> [GoodWindow] {
    guard let planDay = self.day(day) else { return [] }
    return windows(of: planDay, in: mode) { $0.scores[mode].score }.sorted { $0.ranksBefore($1) }
  }

  /// The two best windows of a mode and day.
  package func bestWindows(on day: Day, in mode: ActivityMode) -> [GoodWindow] {
    Array(rankedWindows(on: day, in: mode).prefix(ActivityPlan.announcedWindows))
  }

  /// The windows that a mode would have on a day under other rules, in the order of their start.
  func windows(on day: Day, in mode: ActivityMode, by scoring: Scoring) -> [GoodWindow] {
    guard let planDay = self.day(day) else { return [] }
    return windows(of: planDay, in: mode) { scoring.score($0.forecast, in: mode, isDark: $0.isDark).score }
  }

  private func windows(of day: PlanDay, in mode: ActivityMode, score: (PlanHour) -> Int) -> [GoodWindow] {
    var result: [GoodWindow] = []
    var start = day.hours.lowerBound
    var sum = 0
    for index in day.hours {
      let points = hours[index].forecast.isEmpty ? 0 : score(hours[index])
      if points >= Tier.good.lowestScore {
        sum += points
        continue
      }
      if let window = window(start..<index, sum, of: day, in: mode) { result.append(window) }
      (start, sum) = (index + 1, 0)
    }
    if let window = window(start..<day.hours.upperBound, sum, of: day, in: mode) { result.append(window) }
    return result
  }

  /// `nil` for no hours and for less than 60 minutes.
  private func window(_ range: Range<Int>, _ sum: Int, of day: PlanDay, in mode: ActivityMode) -> GoodWindow? {
    guard let first = range.first, let last = range.last else { return nil }
    let endMs = min(hours[last].endMs, day.endMs)
    guard endMs - hours[first].startMs >= ActivityPlan.shortestWindowMs else { return nil }
    let end = zone.moment(atMs: endMs)
    return GoodWindow(
      mode: mode, day: day.day, startMs: hours[first].startMs, endMs: endMs, startMinute: hours[first].minute, endDay: end.day,
      endMinute: end.minuteOfDay, hours: range, scoreSum: sum)
  }
}
