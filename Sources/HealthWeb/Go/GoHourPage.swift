import ActivityWindow
import HealthDesk
import HealthModel

/// The page of an hour in one mode: its score, all reasons, and the values of the forecast.
struct GoHourPage: Sendable {
  let view: GoView
  let hour: PlanHour
  let mode: ActivityMode
  let clock: any WallClock
  let session: PageSession

  var page: Page {
    let past = hour.endMs <= view.nowMs ? " (past)" : ""
    let title = "\(GoWords.title(hour.day, today: view.today)) \(hour.clock)\(past)"
    return Page(
      title: title, tab: .today, above: view.setup.place.name, aside: GoParts.freshness(view, session), isNarrow: true, session: session,
      content: """
        <div class="stack" id="go" data-live data-swipe>\(GoParts.links(current: ""))\(GoParts.banners(view, by: clock))\(modes)\(figures)\(values)\(neighbours)\
        \(GoParts.attribution)</div>
        """)
  }

  private var words: GoWords { GoWords(view.setup.profile) }

  private var modes: HTML {
    let shown = view.modes.contains(mode) ? view.modes : view.modes + [mode]
    let links = shown.map { mode -> HTML in
      let mark: HTML = mode == self.mode ? " aria-current=\"true\"" : ""
      return
        "<a class=\"chip name\" dir=\"auto\" href=\"\(GoParts.path(hour.localTime, mode))\" data-swap=\"main\"\(mark)>\(words.title(mode))</a>"
    }
    return "<nav class=\"row\" aria-label=\"Mode\">\(links)</nav>"
  }

  private var figures: HTML {
    if hour.forecast.isEmpty { return "<div class=\"card empty\"><p>There is no forecast for this hour.</p></div>" }
    let score = hour.scores[mode]
    return """
      <section class="card tight" data-score="\(score.score)"><p class="row"><span class="huge num">\(score.score)</span>\(GoParts.dot(score.tier))\
      <b>\(score.tier.rawValue)</b></p>\(GoParts.chips(words.chips(hour, in: mode)))</section>
      """
  }

  private var values: HTML {
    let rows = GoWords.rawValues(hour.forecast).map { value -> HTML in "<dt>\(value.label)</dt><dd class=\"num\">\(value.text)</dd>" }
    return "<section><h2>Forecast</h2><dl class=\"card facts\">\(rows)</dl></section>"
  }

  private var neighbours: HTML? {
    guard let index = view.plan.index(at: hour.startMs) else { return nil }
    let hours = view.plan.hours
    let before: HTML? = index > 0 ? link(hours[index - 1], "Previous hour", "prev") : nil
    let after: HTML? = index + 1 < hours.count ? link(hours[index + 1], "Next hour", "next") : nil
    return "<nav class=\"row between\" aria-label=\"Hours\">\(before)\(after)</nav>"
  }

  private func link(_ hour: PlanHour, _ title: String, _ side: String) -> HTML {
    "<a class=\"chip\" rel=\"\(side)\" href=\"\(GoParts.path(hour.localTime, mode))\" data-swap=\"main\">\(title), \(hour.clock)</a>"
  }
}
