/// A chart whose scale fits the values, such as weights: measured values as dots, their moving mean as a line.
package struct LineChart: Chart {
  package let title: String
  package let summary: String?
  /// The categories from left to right.
  let categories: [ChartCategory]
  /// The measured values, one for each category.
  let points: [Double?]
  /// The moving mean, one for each category.
  let trend: [Double?]
  /// The name of the measured values in the legend: `measured`.
  let pointsName: String
  /// The name of the mean in the legend and the table: `mean of 7`.
  let trendName: String
  let goal: ChartGoal?
  let words: ChartWords
  let leastStep: Double
  let size: ChartSize
  let format: @Sendable (Double) -> String
  let axisFormat: @Sendable (Double) -> String

  /// - Parameters:
  ///   - summary: The text alternative; `nil` = the values.
  ///   - points: The measured values; `nil`, NaN and infinity = not known. Those beyond the categories are ignored.
  ///   - trend: Their moving mean; empty = none is drawn.
  ///   - leastStep: The smallest distance of two ticks; 0 = none.
  ///   - axisFormat: A tick in words, `nil` = as `format`.
  package init(
    title: String, summary: String? = nil, categories: [ChartCategory], points: [Double?], pointsName: String, trend: [Double?] = [],
    trendName: String = "", goal: ChartGoal? = nil, words: ChartWords, leastStep: Double = 0, size: ChartSize = .card,
    axisFormat: (@Sendable (Double) -> String)? = nil, format: @escaping @Sendable (Double) -> String
  ) {
    func known(_ values: [Double?]) -> [Double?] {
      categories.indices.map { values.indices.contains($0) ? values[$0].flatMap { $0.isFinite ? $0 : nil } : nil }
    }
    (self.title, self.summary, self.categories, self.points, self.trend) = (title, summary, categories, known(points), known(trend))
    (self.pointsName, self.trendName, self.goal, self.words) = (pointsName, trendName, goal, words)
    (self.leastStep, self.size, self.format, self.axisFormat) = (leastStep, size, format, axisFormat ?? format)
  }

  package var table: [ChartRow] {
    categories.indices.map { place in
      let point = points[place].map(format) ?? words.missing
      let mean = trend[place].map { "; \(trendName) \(format($0))" } ?? ""
      return ChartRow(label: categories[place].label, text: point + mean)
    }
  }

  package func drawing(isTitled: Bool) -> Drawing {
    let known = (points + trend).compactMap(\.self)
    guard !known.isEmpty else { return EmptyChart.drawing(words.empty, title: isTitled ? title : nil, width: size.width) }
    var drawing = Drawing(width: size.width, height: 0)
    let share = Neighbours.share(of: categories.count, places: size.width)
    let top = legend(isTitled: isTitled, share: share).draw(in: &drawing)
    let scale = ValueScale.around(known + (goal.map { [$0.value] } ?? []), leastStep: leastStep)
    let last = trend.last(where: { $0 != nil }) ?? points.last(where: { $0 != nil })
    let lastText = TextWidth.fitting(last.flatMap(\.self).map(format) ?? "", in: size.width * 0.3, strong: true)
    let plot = Plot(
      in: &drawing, top: top, size: size, scale: scale, endRoom: TextWidth.of(lastText, strong: true) + 6, format: axisFormat)
    plot.drawGoal(goal, in: &drawing)
    draw(Neighbours.means(points, by: share), with: Neighbours.means(trend, by: share), in: &drawing, plot)
    if let last, let last { drawing.text(lastText, x: plot.right + 6, y: plot.y(last) + 4, strong: true) }
    plot.drawMarks(categories, highlighted: nil, in: &drawing)
    return drawing
  }

  /// Draws the measured values as dots, joined where they are consecutive, and the mean as a line above them.
  private func draw(_ points: [Double?], with trend: [Double?], in drawing: inout Drawing, _ plot: Plot) {
    let count = points.count
    drawing.path(path(of: points, plot), "c-line")
    // With a mean, the dots of single days step back; without, they are what matters.
    let hasTrend = trend.contains { $0 != nil }
    let radius = count > 120 ? 1.5 : count > 45 ? 2 : 3
    for (place, point) in points.enumerated() {
      guard let point else { continue }
      let isAlone = (place == 0 || points[place - 1] == nil) && (place == count - 1 || points[place + 1] == nil)
      guard count <= 120 || isAlone else { continue }
      drawing.dot(x: plot.x(place, of: count), y: plot.y(point), radius: radius, hasTrend ? "c-bar" : "c-dot")
    }
    drawing.path(path(of: trend, plot), "c-trend")
  }

  /// Returns a path through consecutive values, broken at unknown ones; a single value is a dot of the line's width.
  private func path(of values: [Double?], _ plot: Plot) -> String {
    var data = ""
    for (place, value) in values.enumerated() {
      guard let value else { continue }
      let isFirst = place == 0 || values[place - 1] == nil
      let isAlone = isFirst && (place == values.count - 1 || values[place + 1] == nil)
      data += "\(isFirst ? "M" : "L")\(coordinate(plot.x(place, of: values.count))) \(coordinate(plot.y(value)))\(isAlone ? "h0" : "")"
    }
    return data
  }

  private func legend(isTitled: Bool, share: Int) -> Legend {
    var legend = Legend(title: isTitled ? title : nil)
    let hasTrend = trend.contains { $0 != nil }
    if hasTrend {
      legend.add(.dot("c-bar"), pointsName)
      legend.add(.line("c-trend"), trendName)
    }
    if let goal, goal.plotted != nil { legend.add(.line("c-rule"), "\(goal.name) \(format(goal.value))") }
    if share > 1 { legend.add(.none, words.merged(share)) }
    return legend
  }
}
