/// One day from left to right, with a lane for each source that shows the minutes it measured, and whether they count.
package struct DayStrip: Chart {
  /// A stretch of time.
  package struct Segment: Sendable {
    /// The range in elapsed minutes since the start of the day, clamped to the day. A segment without two finite ends isn't drawn.
    package let start: Double
    package let end: Double
    package let tone: Tone

    package init(from start: Double, to end: Double, tone: Tone) { (self.start, self.end, self.tone) = (start, end, tone) }
  }

  /// A source, or a kind of sleep.
  package struct Lane: Sendable {
    package let name: String
    /// The text at the end of the lane and in the table: `4,812 steps in 5 h 20`.
    package let text: String
    package let segments: [Segment]

    package init(_ name: String, text: String, segments: [Segment]) { (self.name, self.text, self.segments) = (name, text, segments) }
  }

  /// The hours of a day: 24, or another number (23, 25) on which the clocks change.
  package struct Hours: Sendable {
    /// The length in minutes, 60…2880.
    package let minutes: Int
    /// Returns the minute of the day on the clock, 0…1439, for elapsed minutes since the start of the day.
    package let clock: @Sendable (Int) -> Int

    /// A day of 24 hours.
    package static let usual = Hours(minutes: 1440) { $0 % 1440 }

    /// Clamps the length to its range.
    package init(minutes: Int, clock: @escaping @Sendable (Int) -> Int) {
      (self.minutes, self.clock) = (min(max(minutes, 60), 2880), clock)
    }
  }

  package let title: String
  package let summary: String?
  let hours: Hours
  let lanes: [Lane]
  /// The names of the colours, in the order of the legend.
  let legend: [(tone: Tone, name: String)]
  /// The text shown if there are no lanes.
  let empty: String
  let width: Double
  /// Formats a full hour, 0…24.
  let hourFormat: @Sendable (Int) -> String

  /// - Parameter width: In user units, 160…4000.
  package init(
    title: String, summary: String? = nil, hours: Hours = .usual, lanes: [Lane], legend: [(tone: Tone, name: String)], empty: String,
    width: Double = ChartSize.card.width, hourFormat: @escaping @Sendable (Int) -> String = { "\($0)" }
  ) {
    (self.title, self.summary, self.hours, self.lanes, self.legend, self.empty) = (title, summary, hours, lanes, legend, empty)
    (self.width, self.hourFormat) = (ChartSize(width: width, plotHeight: 100).width, hourFormat)
  }

  package var table: [ChartRow] { lanes.map { ChartRow(label: $0.name, text: $0.text) } }

  package func drawing(isTitled: Bool) -> Drawing {
    guard !lanes.isEmpty else { return EmptyChart.drawing(empty, title: isTitled ? title : nil, width: width) }
    var drawing = Drawing(width: width, height: 0)
    var top = Legend(title: isTitled ? title : nil)
    for entry in legend { top.add(.fill(entry.tone.fill), entry.name) }
    var y = top.draw(in: &drawing)
    let barHeight = 16.0
    let marks = self.marks
    for lane in lanes {
      let (name, text) = (TextWidth.fitting(lane.name, in: width, strong: true), TextWidth.fitting(lane.text, in: width))
      let isOneLine = TextWidth.of(name, strong: true) + TextWidth.of(text) + 12 <= width
      drawing.text(name, x: 0, y: y + 11, strong: true)
      if !isOneLine { y += 17 }
      drawing.text(text, x: isOneLine ? width : 0, y: y + 11, isOneLine ? .end : .start)
      let bar = y + 18
      drawing.rect(x: 0, y: bar, width: width, height: barHeight, radius: 2, "c-heat-0")
      for mark in marks { drawing.line(x1: mark.x, y1: bar, x2: mark.x, y2: bar + barHeight, "c-axis") }
      for tone in Tone.allCases { drawing.path(path(of: lane.segments.filter { $0.tone == tone }, y: bar, height: barHeight), tone.fill) }
      y = bar + barHeight + 12
    }
    for mark in AxisMarks.thinned(marks, keeping: nil, within: width) { drawing.text(mark.text, x: mark.x, y: y + 2, .middle) }
    drawing.height = y + 7
    return drawing
  }

  /// Returns every third hour on the clock; when the clocks change, one may occur twice or not at all.
  private var marks: [(text: String, x: Double)] {
    stride(from: 0, through: hours.minutes, by: 15).compactMap { minute in
      let clock = hours.clock(minute)
      guard clock % 180 == 0 else { return nil }
      return (hourFormat(minute == hours.minutes && clock == 0 ? 24 : clock / 60), x(Double(minute)))
    }
  }

  private func x(_ minute: Double) -> Double { min(max(minute / Double(hours.minutes), 0), 1) * width }

  /// Returns segments as one path; adjacent ones are joined, so that a day of single minutes is still a small picture.
  private func path(of segments: [Segment], y: Double, height: Double) -> String {
    let drawn = segments.compactMap { segment -> (Double, Double)? in
      guard segment.start.isFinite, segment.end.isFinite, segment.end > segment.start, segment.end > 0,
        segment.start < Double(hours.minutes)
      else { return nil }
      let (start, end) = (x(segment.start), x(segment.end))
      return (start, max(end, start + 0.6))
    }.sorted { $0.0 < $1.0 }
    var joined: [(from: Double, to: Double)] = []
    for (start, end) in drawn {
      if let last = joined.last, start <= last.to + 0.1 {
        joined[joined.count - 1].to = max(last.to, end)
      } else {
        joined.append((start, end))
      }
    }
    return joined.map { part in
      let (from, to) = (coordinate(part.from), coordinate(min(part.to, width)))
      return "M\(from) \(coordinate(y))H\(to)v\(coordinate(height))H\(from)z"
    }.joined()
  }
}
