import Charts
import DietPlan
import HealthDesk
import HealthModel
import HealthStore

/// The diet plan: the phases to come, the last 28 days, the weights, and what can be done with the plan.
struct DietPage: Sendable {
  let glance: DietGlance
  /// Those of the last 28 days on which the plan was set up, today's included.
  let days: [DietDay]
  /// The weights of the last 28 days with those of the week before.
  let weights: DietWeights
  let weightUnit: WebSettings.WeightUnit
  let session: PageSession
  var notices: HTML?

  private var day: DietDay { glance.day }
  private var today: Day { day.day }

  var page: Page {
    Page(
      title: "Diet", tab: .today, above: DietWords.headline(day), notices: notices, session: session,
      content: """
        <div class="wide"><div>\(phases)\(target)\(actions)</div><div>\(ChartCard(chart: weight).html)\(learn)\(history)</div></div>
        """)
  }

  /// The page of a library without a plan.
  static func empty(_ session: PageSession, notices: HTML? = nil) -> Page {
    Page(
      title: "Diet", tab: .today, state: .empty, notices: notices, isNarrow: true, session: session,
      content: """
        <div class="card empty">\(LionFace.usual.html)<p>No plan yet. A coach's plan alternates two weeks of diet with two weeks at \
        maintenance.</p><div class="row"><a class="button" href="/diet/setup">Get Started</a><a class="chip" href="/">Today</a></div></div>
        """)
  }

  // MARK: - Phases

  private var phases: HTML {
    let position = day.state.position
    let bar: HTML? = position.map {
      """
      <progress max="14" value="\($0.dayOfPhase)" aria-label="Day \($0.dayOfPhase) of 14"></progress>
      """
    }
    let spans = glance.history.spans(from: today, count: 4).map { span -> HTML in
      let name = span.isPaused ? "Paused" : DietWords.name(span.phase)
      let dates = "\(PlanDates.date(span.first, beside: today)) to \(PlanDates.date(span.last, beside: today))"
      return """
        <li><div class="grow"><b>\(DietWords.sign(span.phase)) \(name)</b><span class="small soft">\(dates)</span></div>\
        <b class="num">\(DietWords.kcal(span.targetKcal))</b></li>
        """
    }
    let outlook: HTML? = DietWords.outlook(day.state).map { "<p class=\"small soft\">\($0)</p>" }
    let list: HTML? = spans.isEmpty ? nil : "<ul class=\"rows\">\(spans)</ul>"
    return """
      <section><h2>Phases</h2><div class="card tight"><p><strong>\(DietWords.headline(day))</strong></p>\(bar)\(outlook)\(list)\
      <p><a href="/diet/why/phase_dates">\(DietWords.title(.phaseDates, goal: day.goal))</a></p></div></section>
      """
  }

  private var target: HTML {
    """
    <section><h2>Today</h2>\(DietRing(day: day, today: today).html)<p class="small soft">\(DietWords.reason(day.target.rule).sentence) \
    <a href="/diet/why/target">Why?</a> <a href="/diet/why/macros">Macros</a> <a href="/diet/why/ring">Ring</a></p></section>
    """
  }

  // MARK: - History

  private var history: HTML {
    let rows = days.reversed().map { day -> HTML in
      let eaten = DietWords.eaten(day.eaten)
      let phase = day.state.position == nil && day.phase != nil ? "Paused" : day.phase.map(DietWords.name) ?? ""
      return """
        <tr><th>\(PlanDates.date(day.day, beside: today).replacing(" ", with: "\u{A0}"))</th><td>\(phase)</td><td class="end">\(eaten)</td>\
        <td class="end">\(Quantity.grouped(day.target.kcal))</td><td class="end">\(day.weight.kg.map(weightUnit.words) ?? "")</td></tr>
        """
    }
    return """
      <section class="card tight" id="history" data-live><h2 class="title">Last 28 days</h2><div class="table" tabindex="0" role="region" \
      aria-label="Last 28 days"><table><thead><tr><th>Day</th><th>Phase</th><th class="end">Eaten</th><th class="end">Target</th>\
      <th class="end">Weight</th></tr></thead><tbody>\(rows)</tbody></table></div></section>
      """
  }

  private var weight: LineChart {
    let averages = Dictionary(weights.averages().map { ($0.day, $0.kg) }) { $1 }
    let unit = weightUnit
    // The plan may be younger than the weights.
    let shown = (1 - PhasePosition.cycleDays...0).map { today.adding($0) }
    let latest = weights.latest(through: today).map {
      "No weights in the last 28 days; the latest is of \(PlanDates.day($0.day, beside: today))."
    }
    return LineChart(
      title: "Weight",
      categories: shown.map { ChartCategory(label: PlanDates.day($0, beside: today), mark: PlanDates.date($0, beside: $0)) },
      points: shown.map { weights.entry(on: $0).map { $0.kg / unit.kilograms } }, pointsName: "weighed",
      trend: shown.map { averages[$0].map { $0 / unit.kilograms } }, trendName: "mean of the last 7",
      words: ChartWords(
        empty: latest ?? "No weights yet. Tap Log Weight to start!", missing: "no data", merged: { "each is the mean of \($0) days" }),
      leastStep: 0.1, axisFormat: { Figures.tenths($0) }, format: { "\(Figures.tenths($0)) \(unit.name)" })
  }

  // MARK: - Learning and actions

  private var learn: HTML {
    """
    <section class="card tight"><h2 class="title">Learn</h2><p>Every number has its explanation, with the study behind it.</p>\
    <p><a class="button plain" href="/diet/learn">All topics</a></p></section>
    """
  }

  private var actions: HTML {
    let steps: [(DietStep, String)] = [
      (.weight, "Weight"), (.activity, "Activity"), (.goal, "Goal"), (.height, "Height"), (.age, "Age"), (.sex, "Gender"),
    ]
    let all = steps + (day.goal == .lose ? [(DietStep.window, "Eating window")] : [])
    let links = all.map { step, name -> HTML in "<a class=\"chip\" href=\"/diet/setup?step=\(step.rawValue)\">\(name)</a>" }
    return """
      <section><h2>Settings</h2><div class="card stack"><div class="row"><a class="chip" href="/diet/weight">Log Weight</a>\(links)\(choices)</div>\
      <div class="row">\(stateForms)</div><p class="small soft">\(DietWords.noAdvice)</p></div></section>
      """
  }

  /// Nothing can be chosen for a plan that is stopped.
  private var choices: HTML? {
    if case .stopped = day.state { nil } else { "<a class=\"chip\" href=\"/diet/choices\">More choices</a>" }
  }

  private var stateForms: HTML {
    func form(_ action: String, _ label: String) -> HTML {
      """
      <form method="post" action="/diet/\(action)" data-swap="main">\(session.field)<button class="button plain">\(label)</button></form>
      """
    }
    switch day.state {
    case .running: return form("pause", "Pause") + form("stop", "Stop the plan")
    case .paused: return form("resume", "Resume") + form("stop", "Stop the plan")
    case .steady, .notStarted: return form("stop", "Stop the plan")
    case .stopped: return "<a class=\"button\" href=\"/diet/setup\">Start anew</a>"
    }
  }
}
