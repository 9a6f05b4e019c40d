import Charts
import HealthDesk
import HealthModel

/// Steps, energy, sleep and weight over days, as charts and tables.
struct TrendsPage: Sendable {
  let span: TrendSpan
  let trends: DayTrends
  let today: Day
  let weightUnit: WebSettings.WeightUnit
  let session: PageSession

  var page: Page {
    Page(
      title: "Trends", tab: .today, above: dates, state: trends.isEmpty ? .empty : .ready, session: session,
      content: "<div class=\"stack\">\(ranges)\(trends.isEmpty ? empty : charts)</div>")
  }

  private var dates: String {
    "\(PlanDates.day(span.first, beside: today)) to \(PlanDates.day(span.last, beside: today))"
  }

  private var ranges: HTML {
    let links = TrendSpan.Name.allCases.map { name -> HTML in
      let mark: HTML = name == span.name ? " aria-current=\"page\"" : ""
      return "<a class=\"chip\" href=\"/trends?range=\(name.rawValue)\" data-swap=\"main\"\(mark)>\(name.title)</a>"
    }
    let isOpen: HTML = span.name == nil ? " open" : ""
    return """
      <div><nav class="row" aria-label="Range">\(links)</nav><details\(isOpen)><summary>Other days</summary><form method="get" action="/trends" \
      class="stack"><label class="field"><span>From</span><input type="date" name="from" value="\(span.first.description)" required></label>\
      <label class="field"><span>To</span><input type="date" name="to" value="\(span.last.description)"></label>\
      <button class="button plain">Show</button></form></details></div>
      """
  }

  private var empty: HTML {
    """
    <div class="card empty"><p>No data for these days.</p><div class="row"><a class="chip" href="/settings">Connect a source</a>\
    <a class="chip" href="/food">Log by hand</a></div></div>
    """
  }

  private var charts: HTML {
    let cards = [
      bars("Steps", \.health?.steps) { Figures.whole($0) },
      bars("Active energy", \.health?.activeKcal) { "\(Figures.whole($0)) kcal" },
      ChartCard(chart: energy, about: "Dots show energy eaten, the line shows active energy, in kcal.").html,
      bars("Sleep", { $0.health?.sleepMin.map { $0 / 60 } }, axis: { "\(Figures.tenths($0)) h" }) { Figures.minutes($0 * 60) },
      ChartCard(chart: weight).html,
    ]
    return "<div class=\"charts\">\(cards)</div>"
  }

  private var categories: [ChartCategory] {
    trends.days.map { figures in
      let (day, count) = (figures.day, trends.days.count)
      let date = PlanDates.date(day, beside: day)
      let mark = count <= 8 ? PlanDates.weekday(day) : count <= 62 ? date : day.civil.day == 1 ? PlanDates.month(day) : ""
      return ChartCategory(label: PlanDates.day(day, beside: today), mark: mark)
    }
  }

  private var words: ChartWords {
    ChartWords(empty: "No data for these days", missing: "no data", merged: { "each is the mean of \($0) days" })
  }

  private var place: Int? { trends.days.firstIndex { $0.day == today } }

  private func bars(
    _ title: String, _ value: (DayTrends.DayFigures) -> Double?, axis: (@Sendable (Double) -> String)? = { Figures.whole($0) },
    _ format: @escaping @Sendable (Double) -> String
  ) -> HTML {
    let chart = BarChart(
      title: title, categories: categories, series: [BarChart.Series(title, trends.days.map(value))], highlighted: place, words: words,
      leastStep: 1, axisFormat: axis, format: format)
    return ChartCard(chart: chart).html
  }

  private var energy: LineChart {
    LineChart(
      title: "Energy eaten and active energy", categories: categories, points: trends.days.map(\.eatenKcal), pointsName: "eaten",
      trend: trends.days.map { $0.health?.activeKcal }, trendName: "active", words: words, leastStep: 1, axisFormat: { Figures.whole($0) },
      format: { "\(Figures.whole($0)) kcal" })
  }

  private var weight: LineChart {
    let unit = weightUnit
    return LineChart(
      title: "Weight", categories: categories, points: trends.days.map { $0.weightKg.map { $0 / unit.kilograms } }, pointsName: "weighed",
      trend: trends.days.map { $0.meanWeightKg.map { $0 / unit.kilograms } }, trendName: "mean of the last 7", words: words, leastStep: 0.1,
      axisFormat: { Figures.tenths($0) }, format: { "\(Figures.tenths($0)) \(unit.name)" })
  }
}
