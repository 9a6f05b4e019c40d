import ActivityWindow
import Forecast
import HealthDesk
import HealthModel

/// The page of today's windows: a card for each mode, the current hour and the next ones.
struct GoTodayPage: Sendable {
  let view: GoView
  var finished: [GoView.Finished] = []
  let clock: any WallClock
  /// The mode of the current hour; `nil` = the one that scores best.
  var mode: ActivityMode?
  let session: PageSession
  var notices: HTML?

  var page: Page {
    Page(
      title: "Go", heading: view.setup.isSetUp ? view.setup.place.name : "Go", tab: .today, above: "Activity windows", aside: aside,
      state: state, notices: notices, session: session,
      content: "<div class=\"stack\" id=\"go\" data-live>\(GoParts.links(current: "/go"))\(content)</div>\(blocked)")
  }

  private var words: GoWords { GoWords(view.setup.profile) }

  private var aside: HTML? { view.setup.isSetUp ? GoParts.freshness(view, session) : nil }

  private var state: Page.State {
    if !view.setup.isSetUp { return .empty }
    if view.forecast == nil { return view.troubles.isEmpty ? .empty : .error }
    return view.modes.isEmpty ? .empty : .ready
  }

  private var content: HTML {
    if !view.setup.isSetUp { return welcome }
    if view.forecast == nil { return view.troubles.isEmpty ? loading : failed }
    let banners = GoParts.banners(view, by: clock)
    if view.modes.isEmpty { return "\(banners)\(nothingChosen)\(GoParts.attribution)" }
    let outlook = view.outlook
    return "\(banners)\(cards(outlook))\(now(outlook))\(next(outlook))\(done)\(GoParts.attribution)"
  }

  /// Shown by the script once a session, when the browser blocks the notices that the profile asks for.
  private var blocked: HTML? {
    guard view.setup.hasProfile, view.setup.profile.sendsNotices else { return nil }
    return """
      <p class="banner warn" data-blocked hidden>Enable notifications to get swim/run alerts. \
      <a class="text" href="/go/notifications">Open Settings</a></p>
      """
  }

  // MARK: - Without a forecast

  private var welcome: HTML {
    """
    <div class="card empty"><h2 class="title">Plan the coast. Skip the guesswork.</h2><p>Hourly swim and run scores for your coast.</p>\
    <div class="row"><a class="button" href="/go/profile">Set up</a></div></div>
    """
  }

  private var loading: HTML {
    """
    <div class="grid" aria-hidden="true"><div class="card"><span class="bone"></span></div><div class="card"><span class="bone"></span></div></div>\
    <p>Forecast is loading. The coast isn't going anywhere.</p><p><a class="chip" href="/go">Look again</a></p>
    """
  }

  private var failed: HTML {
    view.isOffline
      ? "<div class=\"card empty\" role=\"alert\"><p>Couldn't load forecast.</p><p>Check your connection, then press Refresh.</p></div>"
      : """
      <div class="card empty" role="alert"><p>Something went wrong. Press Refresh to retry.</p>\
      \(GoParts.banners(view, by: clock))</div>
      """
  }

  private var nothingChosen: HTML {
    let text: HTML =
      view.setup.profile.cardModes.isEmpty
      ? "No activities selected. Head to <a href=\"/go/profile\">Profile</a> to pick swim or run."
      : "This place has no sea. Head to <a href=\"/go/profile\">Profile</a> to pick run, or another place."
    return "<div class=\"card empty\"><p>\(text)</p></div>"
  }

  // MARK: - With a forecast

  private func cards(_ outlook: Outlook) -> HTML {
    let isHopeless = outlook.cards.allSatisfy { $0.window == nil }
    let isBetter = view.modes.contains { !view.plan.rankedWindows(on: view.today.adding(1), in: $0).isEmpty }
    let tomorrow: HTML = isBetter ? " Tomorrow looks better." : ""
    let advice: HTML? =
      isHopeless
      ? """
      <div class="card empty"><p>No good windows today.\(tomorrow)</p><div class="row">\
      <a class="chip" href="/go/plan">Check Planner</a></div></div>
      """ : nil
    return "<section><h2>Next best windows</h2><div class=\"grid\">\(outlook.cards.map(card))</div></section>\(advice)"
  }

  private func card(_ card: Outlook.Card) -> HTML {
    let title = words.title(card.mode)
    guard let window = card.window else {
      return """
        <section class="card metric" data-mode="\(card.mode.rawValue)"><span class="small soft name" dir="auto">\(title)</span><b>--</b>\
        <span class="small soft">No good windows today</span></section>
        """
    }
    let score = "\(Int(nearest: window.meanScore)) \(window.tier.rawValue)"
    let reason = card.topChip.map { ", \($0.text)" } ?? ""
    return """
      <section class="card metric" data-mode="\(card.mode.rawValue)"><span class="small soft name" dir="auto">\(title)</span>\
      <b class="num">\(GoWords.span(window))</b><span class="row">\(GoParts.dot(window.tier))<span>\(score)\(reason)</span></span>\
      <a class="text" href="/go/plan?mode=\(card.mode.rawValue)#\(GoParts.mark(window.startMs))" aria-label="\(title), \(GoWords.span(window)) in the \
      plan">In the plan</a></section>
      """
  }

  private func now(_ outlook: Outlook) -> HTML? {
    guard let hour = outlook.current, let leader = mode ?? outlook.leader else { return nil }
    let score = hour.scores[leader]
    let others = view.modes.count > 1 ? choice(leader) : nil
    let mood: HTML? = outlook.mood.map { "<p class=\"name\" dir=\"auto\">\(words.line($0))</p>" }
    let figures: HTML =
      hour.forecast.isEmpty
      ? "<p>There is no forecast for this hour.</p>"
      : """
      <p class="row"><span class="big num">\(score.score)</span>\(GoParts.dot(score.tier))<b>\(score.tier.rawValue)</b></p>\
      \(GoParts.chips(words.chips(hour, in: leader)))
      """
    return """
      <section><h2>Now, \(hour.clock)</h2><div class="card tight" data-now="\(leader.rawValue)"><p class="name" dir="auto">\(words.title(leader))</p>\
      \(figures)\(mood)<p><a class="text" href="\(GoParts.path(hour.localTime, leader))">Values of this hour</a></p>\(others)</div></section>
      """
  }

  private func choice(_ leader: ActivityMode) -> HTML {
    let links = view.modes.map { mode -> HTML in
      let mark: HTML = mode == leader ? " aria-current=\"true\"" : ""
      return "<a class=\"chip\" href=\"/go?mode=\(mode.rawValue)\" data-swap=\"go\"\(mark)>\(words.title(mode))</a>"
    }
    return "<nav class=\"row\" aria-label=\"Mode of the current hour\">\(links)</nav>"
  }

  private func next(_ outlook: Outlook) -> HTML? {
    guard let leader = mode ?? outlook.leader, !outlook.next.isEmpty else { return nil }
    let rows = outlook.next.map { GoParts.row($0, in: leader, words) }
    return "<section><h2>Next hours</h2><div class=\"card\"><ul class=\"rows\">\(rows)</ul></div></section>"
  }

  private var done: HTML? {
    guard !finished.isEmpty else { return nil }
    let rows = finished.map { done -> HTML in
      let day = done.start.day == view.today ? "" : "yesterday "
      let tier = Tier(score: done.meanScore)
      return """
        <li data-finished="\(done.workout.activity)">\(GoParts.dot(tier))<div class="grow"><span>\(done.workout.shownActivity.asTitle), \
        \(day)\(done.start.clock)</span><span class="small soft">\(Int(nearest: done.meanScore)) \(tier.rawValue), \(GoWords.words(done.fit))</span>\
        </div></li>
        """
    }
    return "<section><h2>Done</h2><div class=\"card\"><ul class=\"rows\">\(rows)</ul></div></section>"
  }
}
