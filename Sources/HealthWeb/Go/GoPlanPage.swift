import ActivityWindow
import HealthDesk
import HealthModel

/// The page of the next seven days in one mode, hour by hour.
struct GoPlanPage: Sendable {
  let view: GoView
  let mode: ActivityMode
  /// The first day that is shown, open; `nil` = today, with tomorrow open as well.
  var day: Day?
  let clock: any WallClock
  let session: PageSession
  var notices: HTML?

  var page: Page {
    Page(
      title: "Go, plan", heading: "Plan", tab: .today, above: view.setup.place.name, aside: GoParts.freshness(view, session),
      state: view.forecast == nil ? .empty : .ready, notices: notices, session: session,
      content: "<div class=\"stack\" id=\"go\" data-live data-swipe>\(GoParts.links(current: "/go/plan"))\(controls)\(content)</div>")
  }

  private var words: GoWords { GoWords(view.setup.profile) }

  private var controls: HTML {
    let activities = Activity.allCases.map { activity in
      link(activity == .swim ? "Swim" : "Run", ActivityMode(activity, withDog: mode.hasDog), isCurrent: activity == mode.activity)
    }
    let company = [false, true].map { withDog in
      link(withDog ? "With \(words.dogName)" : "Solo", ActivityMode(mode.activity, withDog: withDog), isCurrent: withDog == mode.hasDog)
    }
    return """
      <div class="row between"><nav class="row" aria-label="Activity">\(activities)</nav><nav class="row" aria-label="Company">\(company)</nav>\
      <a class="chip" href="/go/profile#preset">\(GoWords.title(view.setup.profile.preset))</a></div>
      """
  }

  private func link(_ title: String, _ mode: ActivityMode, isCurrent: Bool) -> HTML {
    let mark: HTML = isCurrent ? " aria-current=\"true\"" : ""
    return "<a class=\"chip name\" dir=\"auto\" href=\"\(path(mode, day))\" data-swap=\"go\"\(mark)>\(title)</a>"
  }

  private func path(_ mode: ActivityMode, _ day: Day?) -> String {
    "/go/plan?mode=\(mode.rawValue)" + (day.map { "&day=\($0.description)" } ?? "")
  }

  /// The ways to the days before and after; a swipe over the page goes them, too.
  private var arrows: HTML {
    let shown = day ?? view.today
    func arrow(_ day: Day, _ side: String) -> HTML? {
      guard view.plan.day(day) != nil else { return nil }
      let title = GoWords.title(day, today: view.today)
      let text = side == "prev" ? "‹ \(title)" : "\(title) ›"
      return "<a class=\"chip\" rel=\"\(side)\" href=\"\(path(mode, day == view.today ? nil : day))\" data-swap=\"go\">\(text)</a>"
    }
    return """
      <nav class="row between" aria-label="Days"><span>\(arrow(shown.adding(-1), "prev"))</span><span>\(arrow(shown.adding(1), "next"))</span></nav>
      """
  }

  private var content: HTML {
    let banners = GoParts.banners(view, by: clock)
    guard view.forecast != nil else {
      let text = view.troubles.isEmpty ? "Waiting for forecast data..." : "Couldn't load forecast. Press Refresh to retry."
      return "\(banners)<div class=\"card empty\"><p>\(text)</p></div>"
    }
    return "\(banners)\(dogAdvice)\(rough)\(arrows)\(days.map(section))\(GoParts.attribution)"
  }

  private var dogAdvice: HTML? {
    guard mode.hasDog, view.setup.profile.dog == nil else { return nil }
    return """
      <p class="banner">Add your dog in <a href="/go/profile#dog">Profile</a> to personalize dog scores. These use the defaults.</p>
      """
  }

  private var rough: HTML? {
    guard view.plan.isRough(on: view.today, in: mode) else { return nil }
    return "<p class=\"banner warn\">Rough day for \(words.title(mode)). Check other modes or try tomorrow.</p>"
  }

  private var days: [ActivityPlan.PlanDay] { view.plan.days.filter { $0.day >= day ?? view.today } }

  private func section(_ day: ActivityPlan.PlanDay) -> HTML {
    let title = GoWords.title(day.day, today: view.today)
    guard view.plan.isForecast(on: day.day), let best = view.plan.bestHour(on: day.day, in: mode) else {
      return "<section><h2>\(title)</h2><p>Forecast not available for this day yet.</p></section>"
    }
    let isOpen: HTML = day.day <= self.day ?? view.today.adding(1) ? " open" : ""
    let rows = view.plan.hours[day.hours].map { hour -> HTML in
      GoParts.row(hour, in: mode, words, isPast: hour.endMs <= view.nowMs)
    }
    return """
      <details class="card" data-day="\(day.day.description)"\(isOpen)><summary><span><b>\(title)</b> \
      <span class="small soft">\(GoWords.best(best, in: mode).asTitle)</span></span></summary><ul class="rows">\(rows)</ul></details>
      """
  }
}
