import HealthModel

/// The four figures that people look at first, with what is usual beside them.
struct TodayCards: Sendable {
  /// Seven days, the one that is shown last; `nil` = nothing is known.
  let week: [DaySummary?]

  private var today: DaySummary? { week.last ?? nil }

  var html: HTML {
    let workouts = today?.workouts ?? 0
    let inAll = week.compactMap { $0?.workouts }.reduce(0) { $0.addingReportingOverflow($1).partialValue }
    let cards = [
      card("steps", "steps", Figures.whole(today?.steps), "", usual(\.steps, Figures.whole)),
      card("active_kcal", "active energy", Figures.whole(today?.activeKcal), "kcal", usual(\.activeKcal, Figures.whole)),
      card(
        "workouts", "workouts", Figures.whole(Double(workouts)), workouts > 0 ? Figures.minutes(today?.workoutMin) : "",
        inAll > 0 ? "\(inAll) in 7 days" : ""),
      card("sleep", "sleep", Figures.minutes(today?.sleepMin), "", usual(\.sleepMin, Figures.minutes)),
    ]
    return "<div class=\"grid\">\(cards)</div>"
  }

  private func card(_ metric: String, _ name: String, _ value: String, _ unit: String, _ usual: String) -> HTML {
    """
    <section class="card metric" data-metric="\(metric)"><h2 class="small soft">\(name)</h2><b class="num">\(value) <small>\(unit)</small></b>\
    <span class="small soft">\(usual)</span></section>
    """
  }

  /// The mean of the days that know it; empty when fewer than two do.
  private func usual(_ value: (DaySummary) -> Double?, _ words: (Double?) -> String) -> String {
    let known = week.compactMap { $0.flatMap(value) }
    return known.count > 1 ? "usually \(words(known.reduce(0, +) / Double(known.count)))" : ""
  }
}
