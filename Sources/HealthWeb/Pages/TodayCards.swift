import Charts
import HealthDesk
import HealthModel

/// The cards of the four main figures, each with the week as bars and the usual value.
struct TodayCards: Sendable {
  /// The day that is shown.
  let day: Day
  /// The last seven days, ending with the shown one; `nil` = nothing is known.
  let week: [DaySummary?]

  private var today: DaySummary? { week.last ?? nil }

  var html: HTML {
    let known = week.compactMap { $0?.countedWorkouts }
    let inAll = known.reduce(0) { $0.addingReportingOverflow($1).partialValue }
    let count = known.isEmpty ? "no data yet" : inAll == 0 ? "none this week" : "\(inAll) in 7 days"
    let isActive = today?.countedWorkouts ?? 0 > 0
    let cards = [
      card("steps", "steps", Figures.whole(today?.steps), "", \.steps, Figures.whole),
      card(
        "active_kcal", "active energy", Figures.whole(today?.activeKcal), today?.activeKcal == nil ? "" : "kcal", \.activeKcal,
        Figures.whole),
      card(
        "workouts", "workouts", Figures.whole(today?.countedWorkouts.map(Double.init)),
        isActive ? today?.workoutMin.map { Figures.minutes($0) } ?? "" : "", { $0.countedWorkouts.map(Double.init) }, Figures.whole,
        usual: count),
      card("sleep", "sleep", Figures.minutes(today?.sleepMin), "", \.sleepMin, Figures.minutes),
    ]
    return "<div class=\"grid\" id=\"cards\" data-live>\(cards)</div>"
  }

  private func card(
    _ metric: String, _ name: String, _ value: String, _ unit: String, _ figure: (DaySummary) -> Double?,
    _ words: @escaping @Sendable (Double?) -> String, usual: String? = nil
  ) -> HTML {
    let values = week.map { $0.flatMap(figure) }
    let bars = WeekBars(
      title: "\(name), the last seven days",
      categories: values.indices.map { place in
        let day = day.adding(place + 1 - values.count)
        return ChartCategory(label: PlanDates.weekday(day), mark: "")
      }, values: values, highlighted: values.count - 1, missing: "no data", format: { words($0) })
    let small: HTML? = unit.isEmpty ? nil : " <small>\(unit)</small>"
    return """
      <section class="card metric" data-metric="\(metric)"><span class="small soft">\(name)</span><b class="num">\(value)\(small)</b>\
      \(HTML(svg: bars))<span class="small soft">\(usual ?? self.usual(values, words))</span></section>
      """
  }

  /// Returns the mean of the known values in words.
  private func usual(_ values: [Double?], _ words: (Double?) -> String) -> String {
    let known = values.compactMap(\.self)
    if known.isEmpty { return "no data yet" }
    return known.count > 1 ? "average \(words(known.reduce(0, +) / Double(known.count)))" : "first day"
  }
}
