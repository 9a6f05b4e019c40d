import ActivityWindow
import HealthDesk
import HealthModel
import WeekPlan

extension GoView {
  /// The line of `hsync today`: the next window of today and the current hour, from what is kept.
  var todayLine: String {
    guard let age, forecast != nil else { return "go: no forecast yet: hsync go" }
    if age.freshness == .veryStale { return "go: the forecast is \(age.minutes / 60) h old: hsync go" }
    let words = GoWords(setup.profile)
    let outlook = outlook
    let next = outlook.cards.compactMap { card in card.window.map { (mode: card.mode, window: $0) } }.min {
      $0.window.startMs < $1.window.startMs
    }
    let window = next.map { "\(words.title($0.mode).onOneLine) \(GoWords.span($0.window)) (\(Int(nearest: $0.window.meanScore)))" }
    var parts = [window ?? "no good windows today"]
    if let hour = outlook.current, let leader = outlook.leader, !hour.forecast.isEmpty {
      parts.append("now \(hour.scores[leader].score) \(hour.scores[leader].tier.rawValue)")
    }
    return "go: \(parts.joined(separator: ", ")); Open-Meteo, \(age.minutes) min old"
  }

  /// The lines of `hsync plan` about the best windows of planned swims and runs, from what is kept.
  func planLines(for items: [PlanItem]) -> [String] {
    let lines = advice(for: items).map { advice in
      "go: \(advice.item.title.onOneLine), \(PlanDates.day(advice.item.day, beside: today)): best \(GoWords.span(advice.window)) "
        + "(\(Int(nearest: advice.window.meanScore)))"
    }
    return lines.isEmpty ? [] : lines + [GoView.attribution]
  }
}
