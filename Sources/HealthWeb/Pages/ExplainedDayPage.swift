import Charts
import HealthDesk
import HealthModel
import HealthStore

/// The page that explains a day: the minutes each source measured, and those that count. It shows `hsync summary --explain` as charts.
struct ExplainedDayPage: Sendable {
  let explanation: DayExplanation
  /// The minute of the day that clocks showed at an instant in milliseconds since 1970, 0…1439.
  let minuteOfDay: @Sendable (Int64) -> Int
  let today: Day
  let session: PageSession

  var page: Page {
    let day = explanation.day
    let isEmpty = explanation.sums.isEmpty && explanation.sleep.isEmpty && explanation.workouts.isEmpty && explanation.readings.isEmpty
    let next: HTML? = day < today ? link(day.adding(1), "Next day") : nil
    return Page(
      title: PlanDates.day(day, beside: today), tab: .today, above: explanation.zone, state: isEmpty ? .empty : .ready, session: session,
      content: """
        <div class="stack"><nav class="row" aria-label="Days">\(link(day.adding(-1), "Previous day"))\(next)</nav>\
        \(isEmpty ? "<p class=\"card empty\">No health data of this day.</p>" : content)</div>
        """)
  }

  private func link(_ day: Day, _ name: String) -> HTML { "<a class=\"chip\" href=\"/day/\(day.description)\">\(name)</a>" }

  private var content: HTML {
    "<div class=\"charts\">\(explanation.sums.map(card))\(explanation.sleep.map(card))\(workouts)\(readings)</div>"
  }

  // MARK: - Sums

  private func card(_ sum: DayExplanation.Sum) -> HTML {
    let lanes = sum.parts.map { part -> DayStrip.Lane in
      let left = part.leftOut.reduce(0) { $1.countsAs == nil ? $0 + $1.value : $0 }
      let text = left > 0 ? "\(number(part.value)) counted, \(number(left)) left out" : "\(number(part.value)) counted"
      let elsewhere = part.leftOut.compactMap { left in
        left.countsAs.map { ", \(number(left.value)) is \($0.replacing("_", with: " "))" }
      }
      return DayStrip.Lane(
        part.source + (part.isUserEntered ? " (typed in)" : ""), text: text + elsewhere.joined(),
        segments: part.leftOut.flatMap(\.spans).map { segment($0, .light) } + part.spans.map { segment($0, .accent) })
    }
    let basis =
      switch sum.basis {
      case .samples: ""
      case .sums: "No samples: sums that another program made."
      case .samplesAndSums: "Samples end during the day; sums that another program made say more."
      case .share: "No samples: the day's even share of a longer sum that another program made."
      case .ring: "No samples: what the ring showed."
      }
    let title = "\(FigureWords.title(of: sum.key)): \(sum.total.map(number) ?? "not known")"
    return strip(title, lanes, about: basis)
  }

  private func strip(_ title: String, _ lanes: [DayStrip.Lane], about: String) -> HTML {
    let chart = DayStrip(
      title: title, hours: hours, lanes: lanes, legend: [(.accent, "counted"), (.light, "counted elsewhere")],
      empty: "No samples with a time.")
    return ChartCard(chart: chart, about: about.isEmpty ? nil : about).html
  }

  private var hours: DayStrip.Hours {
    let (start, minuteOfDay) = (explanation.startMs, minuteOfDay)
    return DayStrip.Hours(minutes: Int((explanation.endMs - start) / 60_000)) { minuteOfDay(start + Int64($0) * 60_000) }
  }

  private func segment(_ span: Range<Int64>, _ tone: Tone) -> DayStrip.Segment {
    DayStrip.Segment(from: minute(span.lowerBound), to: minute(span.upperBound), tone: tone)
  }

  private func minute(_ ms: Int64) -> Double { (Double(ms) - Double(explanation.startMs)) / 60_000 }

  // MARK: - Sleep, workouts, readings

  private func card(_ night: DayExplanation.Night) -> HTML {
    let lanes = night.parts.map { part in
      DayStrip.Lane(
        "\(part.stage.word.replacing("_", with: " ")), \(part.source)", text: Figures.minutes(part.minutes),
        segments: part.spans.map { segment($0, .accent) })
    }
    let inBed = night.inBedMin > 0 ? ", \(Figures.minutes(night.inBedMin)) in bed" : ""
    return strip(
      "Sleep: \(Figures.minutes(night.asleepMin)) asleep\(inBed)", lanes,
      about: night.isSum ? "No samples: summed up by another program." : "")
  }

  private var workouts: HTML? {
    if explanation.workouts.isEmpty { return nil }
    let rows = explanation.workouts.map { workout -> HTML in
      let clock = Moment(ms: workout.startMs, utcOffsetMin: workout.utcOffsetMin).clock
      let fate = workout.sameAs.map { "left out: the same as that of \($0)" } ?? "counts"
      return """
        <li><div class="grow"><span class="name" dir="auto">\(workout.activity.replacing("_", with: " "))</span><span class="small soft">\
        \(clock) · \(workout.source) · \(fate)</span></div><span class="num">\(Figures.minutes(workout.durationMin))</span></li>
        """
    }
    return "<section class=\"card\"><h2 class=\"title\">Workouts</h2><ul class=\"rows\">\(rows)</ul></section>"
  }

  private var readings: HTML? {
    if explanation.readings.isEmpty { return nil }
    let rows = explanation.readings.map { reading -> HTML in
      """
      <li><div class="grow"><span>\(FigureWords.title(of: reading.key))</span><span class="small soft">\
      \([reading.how, reading.source].compactMap(\.self).joined(separator: ", "))</span></div><span class="num">\(number(reading.value))</span></li>
      """
    }
    return "<section class=\"card\"><h2 class=\"title\">Readings</h2><ul class=\"rows\">\(rows)</ul></section>"
  }

  private func number(_ value: Double) -> String { value.magnitude < 100 ? Figures.tenths(value) : Figures.whole(value) }
}
