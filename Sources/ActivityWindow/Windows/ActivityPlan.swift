import HealthModel

/// Consecutive local days at a place, hour by hour, scored in all modes.
///
/// Every hour of each day is there, also those that the forecast lacks. Hours start on whole UTC hours: in a zone of UTC+5:30 a day's first
/// hour starts at 00:30. A day has 23 or 25 hours when clocks change.
package struct ActivityPlan: Sendable {
  /// A local day of the plan.
  package struct PlanDay: Sendable, Hashable {
    /// The date.
    package let day: Day
    /// The first instant of the day, milliseconds since 1970.
    package let startMs: Int64
    /// The first instant of the next day, milliseconds since 1970.
    package let endMs: Int64
    /// The places of its hours in the plan's `hours`.
    package let hours: Range<Int>
  }

  /// The days in order.
  package let days: [PlanDay]
  /// The hours of all days in order.
  package let hours: [PlanHour]
  /// The rules that scored them.
  package let scoring: Scoring
  /// The zone of the place.
  let zone: ZoneRules

  /// The number of days that the planner shows.
  package static let shownDays = 7

  /// Scores the days from `today` on.
  ///
  /// - Parameters:
  ///   - forecast: Hours in any order, each once. Hours of other days are left out.
  ///   - daylight: Sunrises and sunsets; only needed if the rules gate darkness.
  ///   - count: The number of days, 1…16.
  ///   - zone: The zone of the place, whose midnight begins a day.
  package init(
    _ forecast: [ForecastHour], daylight: [Daylight] = [], from today: Day, days count: Int = shownDays, zone: ZoneRules, scoring: Scoring
  ) {
    let sorted = forecast.sorted { $0.utcMs < $1.utcMs }
    var next = 0
    var days: [PlanDay] = []
    var hours: [PlanHour] = []
    let count = min(max(count, 1), 16)
    hours.reserveCapacity(count * 25)
    var startMs = zone.moment(on: today, minute: 0).ms
    for index in 0..<count {
      let day = today.adding(index)
      let endMs = max(startMs, zone.moment(on: day.adding(1), minute: 0).ms)
      let first = hours.count
      let dayZone = DayOffset(zone, startMs, endMs)
      for ms in stride(from: ActivityPlan.hourAtOrAfter(startMs), to: endMs, by: Int(ForecastHour.lengthMs)) {
        while next < sorted.count, sorted[next].utcMs < ms { next += 1 }
        let isForecast = next < sorted.count && sorted[next].utcMs == ms
        let hour = isForecast ? sorted[next] : ForecastHour(utcMs: ms)
        let isDark = Daylight.isDark(at: ms, in: daylight)
        hours.append(
          PlanHour(
            day: day, minute: dayZone.minute(at: ms), forecast: hour, isForecast: isForecast, isDark: isDark,
            scores: ModeScores { scoring.score(hour, in: $0, isDark: isDark) }))
      }
      days.append(PlanDay(day: day, startMs: startMs, endMs: endMs, hours: first..<hours.count))
      startMs = endMs
    }
    self.days = days
    self.hours = hours
    self.scoring = scoring
    self.zone = zone
  }

  /// The day with a date. `nil` when the plan doesn't have it.
  package func day(_ day: Day) -> PlanDay? { days.first { $0.day == day } }

  /// The hours of a date; none when the plan doesn't have it.
  package func hours(on day: Day) -> ArraySlice<PlanHour> { self.day(day).map { hours[$0.hours] } ?? [] }

  /// The place of the hour that contains an instant. `nil` before the first and after the last hour.
  package func index(at ms: Int64) -> Int? {
    guard let first = hours.first, ms >= first.startMs else { return nil }
    // Days follow each other without a gap, so hours do as well.
    let index = Int((ms - first.startMs) / ForecastHour.lengthMs)
    return index < hours.count ? index : nil
  }

  /// The best hour of a day in a mode: the highest score, the earlier of equals. `nil` when nothing is forecast for the day.
  package func bestHour(on day: Day, in mode: ActivityMode) -> PlanHour? {
    var best: PlanHour?
    for hour in hours(on: day) where !hour.forecast.isEmpty {
      if best.map({ hour.scores[mode].score > $0.scores[mode].score }) ?? true { best = hour }
    }
    return best
  }

  /// Whether every hour that is forecast for a day scores below 20 in a mode, and at least one is.
  package func isRough(on day: Day, in mode: ActivityMode) -> Bool {
    let forecast = hours(on: day).filter { !$0.forecast.isEmpty }
    return !forecast.isEmpty && forecast.allSatisfy { $0.scores[mode].tier == .nope }
  }

  /// Whether anything is forecast for a day.
  package func isForecast(on day: Day) -> Bool { hours(on: day).contains { !$0.forecast.isEmpty } }

  /// The first hour with a local time: `2026-06-01T07:00`. `nil` when the plan has none.
  package func index(localTime: String) -> Int? { hours.firstIndex { $0.localTime == localTime } }

  private static func hourAtOrAfter(_ ms: Int64) -> Int64 {
    let rest = ms % ForecastHour.lengthMs
    return rest == 0 ? ms : ms - rest + (rest > 0 ? ForecastHour.lengthMs : 0)
  }
}

/// The offset of a zone during one day. Asked for once on the days without a change, which are nearly all.
private struct DayOffset {
  private let zone: ZoneRules
  private let constantMs: Int64?

  init(_ zone: ZoneRules, _ startMs: Int64, _ endMs: Int64) {
    self.zone = zone
    let offset = zone.offsetMs(at: startMs)
    constantMs = offset == zone.offsetMs(at: endMs) && endMs - startMs == 86_400_000 ? offset : nil
  }

  /// Minutes since local midnight, 0…1439.
  func minute(at ms: Int64) -> Int {
    let local = ms + (constantMs ?? zone.offsetMs(at: ms))
    let inDay = local % 86_400_000
    return Int((inDay >= 0 ? inDay : inDay + 86_400_000) / 60_000)
  }
}
