import Charts
import DietPlan
import HealthDesk
import HealthModel

/// The ring of a day's calories with its macronutrients, as a part of a page.
struct DietRing: Sendable {
  let day: DietDay
  /// The day on which it is shown.
  let today: Day

  var html: HTML {
    "<div class=\"card ringbox\">\(HTML(svg: ring))<div class=\"tight\">\(head)<div class=\"macros\">\(Macro.allCases.map(macro))</div>\(unknown)</div></div>"
  }

  private var head: HTML {
    let left = DietWords.remaining(day.remainingKcal, ofKcal: day.target.kcal)
    return "<p><strong class=\"num\">\(left)</strong> <a href=\"/diet/why/target\" aria-label=\"Why this target\">Why?</a></p>"
  }

  private func macro(_ macro: Macro) -> HTML {
    let progress = day.progress[macro]
    let name = macro.rawValue.asTitle
    let eaten = progress.eatenG.map { "\(Int(nearest: $0)) grams\(MacroSign.spoken(progress))" } ?? "not known"
    return """
      <span>\(name)</span><progress class="\(macro.rawValue)" max="100" value="\(Int(nearest: progress.bar * 100))" \
      aria-label="\(name): \(eaten)"></progress><span class="num">\(DietWords.progress(progress))\(MacroSign.html(progress))</span>
      """
  }

  private var unknown: HTML? {
    let notes = day.eaten.unknowns
    guard !notes.isEmpty else { return nil }
    return """
      <p class="small soft">\(notes.joined(separator: "; ")). \
      <a href="\(DayMealsPage.path(day.day, today: today))">+ Add macros for insights</a></p>
      """
  }

  private var ring: Ring {
    let parts: [(String, Double, Ring.Part.Tone)] = [
      ("protein", day.ring.kcal.protein, .protein), ("carbs", day.ring.kcal.carbs, .carbs), ("fat", day.ring.kcal.fat, .fat),
      ("unknown", day.ring.unknownKcal, .unknown),
    ]
    return Ring(
      title: "Calories", summary: DietWords.spoken(day),
      parts: parts.filter { $0.0 != "unknown" || $0.1 > 0 }.map { Ring.Part($0.0, $0.1, tone: $0.2) },
      goal: ChartGoal(Double(day.target.kcal), name: "target"), figure: day.eaten.energy(Figures.whole),
      caption: "of \(Quantity.grouped(day.target.kcal)) cal", missing: "none", format: { Quantity.energy($0) })
  }
}
