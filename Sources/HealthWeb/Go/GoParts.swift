import ActivityWindow
import Forecast
import HealthDesk
import HealthModel

/// The parts that the pages of activity windows share.
enum GoParts {
  /// The links between the pages.
  static func links(current: String) -> HTML {
    let pages = [("/go", "Today"), ("/go/plan", "Plan"), ("/go/profile", "Profile")]
    let links = pages.map { path, title -> HTML in
      let mark: HTML = path == current ? " aria-current=\"page\"" : ""
      return "<a class=\"chip\" href=\"\(path)\"\(mark)>\(title)</a>"
    }
    return "<nav class=\"row\" aria-label=\"Activity windows\">\(links)</nav>"
  }

  /// The age of the forecast in one of three colours, with the button that asks for a new one.
  static func freshness(_ view: GoView, _ session: PageSession) -> HTML {
    let badge: HTML? = view.age.map { age in
      let kind: HTML =
        switch age.freshness {
        case .fresh: "plain"
        case .stale: "warn"
        case .veryStale: "bad"
        }
      return """
        <span class="badge \(kind)" data-freshness="\(age.freshness.rawValue)"><span aria-hidden="true">\(GoWords.updated(age))</span>\
        <span class="hide">\(GoWords.spoken(age))</span></span>
        """
    }
    return """
      <form method="post" action="/go/refresh" data-swap="main" class="row">\(session.field)\(badge)\
      <button class="chip" data-busy="Refreshing...">Refresh</button></form>
      """
  }

  /// The banners about what isn't new or whole.
  static func banners(_ view: GoView, by clock: any WallClock) -> HTML {
    .all(GoWords.banners(view, by: clock).map { "<p class=\"banner warn\">\($0)</p>" })
  }

  /// The source of the data, wherever they are shown.
  static let attribution: HTML = """
    <p class="small soft"><a href="\(OpenMeteo.link)" target="_blank" rel="noopener noreferrer">\(OpenMeteo.attribution)</a></p>
    """

  /// A dot in the colour of a label, which stands beside it.
  static func dot(_ tier: Tier) -> HTML { "<span class=\"tier \(tier.rawValue.lowercased())\" aria-hidden=\"true\"></span>" }

  /// The chips of an hour.
  static func chips(_ chips: [Chip]) -> HTML {
    let badges = chips.map { chip -> HTML in
      let kind: HTML =
        switch chip.emoji {
        case .check: ""
        case .warning: " warn"
        case .danger: " bad"
        case .info: " plain"
        }
      return "<span class=\"badge\(kind)\">\(chip.text)</span>"
    }
    return "<p class=\"row\">\(badges)</p>"
  }

  /// The address of an hour's page.
  static func path(_ time: String, _ mode: ActivityMode?) -> String {
    "/go/hour?time=\(time)" + (mode.map { "&mode=\($0.rawValue)" } ?? "")
  }

  /// The id of the row of an hour that starts then, milliseconds since 1970.
  static func mark(_ startMs: Int64) -> String { "h\(startMs)" }

  /// An hour of a list, which leads to its page.
  static func row(_ hour: PlanHour, in mode: ActivityMode, _ words: GoWords, isPast: Bool = false) -> HTML {
    let score = hour.scores[mode]
    let past = isPast ? " (past)" : ""
    let link: HTML = "<a class=\"open\" href=\"\(path(hour.localTime, mode))\" aria-label=\"\(words.spoken(hour, in: mode) + past)\">"
    guard !hour.forecast.isEmpty else {
      return
        "<li id=\"\(mark(hour.startMs))\" class=\"gated\">\(link)<b class=\"num\">\(hour.clock)</b><span class=\"grow\">no forecast\(past)</span></a></li>"
    }
    if let gate = score.gate {
      return """
        <li id="\(mark(hour.startMs))" class="gated">\(link)\(dot(score.tier))<b class="num">\(hour.clock)</b><span class="grow">0 <s>\(score.tier.rawValue)</s> \
        \(words.reason(gate))\(past)</span></a></li>
        """
    }
    let reasons = words.chips(hour, in: mode).prefix(2).map(\.text).joined(separator: ", ")
    return """
      <li id="\(mark(hour.startMs))">\(link)\(dot(score.tier))<b class="num">\(hour.clock)</b><span class="grow"><span>\(score.score) \(score.tier.rawValue)\(past)</span>\
      <span class="small soft">\(reasons)</span></span></a></li>
      """
  }
}
