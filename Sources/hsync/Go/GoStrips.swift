import ActivityWindow
import HealthDesk
import HealthModel

/// The days of a plan as strips of characters, one for each hour, which need no colours.
struct GoStrips {
  let view: GoView
  let modes: [ActivityMode]

  /// A block for each mode.
  var lines: [String] {
    view.headLines + modes.flatMap(block) + (modes.isEmpty ? ["No activities selected."] : [GoStrips.legend]) + [GoView.attribution]
  }

  private func block(_ mode: ActivityMode) -> [String] {
    let title = Terminal.styled(GoWords(view.setup.profile).title(mode).onOneLine, .bold)
    let isRough = view.plan.isRough(on: view.today, in: mode)
    let rough = isRough ? ["  Rough day for \(GoWords(view.setup.profile).title(mode).onOneLine). Check other modes or try tomorrow."] : []
    return [title] + rough + [String(repeating: " ", count: 13) + "0     6     12    18"] + view.plan.days.map { line($0, mode) }
  }

  private func line(_ day: ActivityPlan.PlanDay, _ mode: ActivityMode) -> String {
    let name = GoStrips.name(day.day, today: view.today)
    guard view.plan.isForecast(on: day.day) else { return "  \(name)Forecast not available for this day yet." }
    let hours = view.plan.hours[day.hours]
    let strip = hours.map { GoStrips.mark($0, mode) }.joined()
    let padding = String(repeating: " ", count: max(0, 25 - hours.count))
    let best = view.plan.bestHour(on: day.day, in: mode).map { "  \(GoWords.best($0, in: mode))" } ?? ""
    return "  \(name)\(strip)\(padding)\(best)"
  }

  /// `Today      `, `Wed Jun 4  `: eleven columns.
  private static func name(_ day: Day, today: Day) -> String {
    let title = GoWords.title(day, today: today)
    let words = title.split(separator: " ")
    let short = words.count == 3 ? "\(words[0].prefix(3)) \(words[1]) \(words[2])" : title
    return short + String(repeating: " ", count: max(1, 11 - short.count))
  }

  private static func mark(_ hour: PlanHour, _ mode: ActivityMode) -> String {
    if hour.forecast.isEmpty { return " " }
    return mark(hour.scores[mode].tier)
  }

  private static func mark(_ tier: Tier) -> String {
    switch tier {
    case .perfect: "█"
    case .good: "▓"
    case .meh: "▒"
    case .bad: "░"
    case .nope: "·"
    }
  }

  private static let legend = Tier.allCases.map { "\(mark($0)) \($0.rawValue)" }.joined(separator: "  ") + "  (blank: no forecast)"
}
