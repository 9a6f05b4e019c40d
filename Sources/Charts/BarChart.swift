/// A bar for each day, week or month, with a goal, from zero; several series are stacked.
package struct BarChart: Chart {
  /// A series of values: steps, or the energy eaten.
  package struct Series: Sendable {
    /// The name for the legend and the table, if there are several series.
    package let name: String
    /// The values, one for each category; `nil`, NaN and infinity = not known. If there are several series, negative values also count as
    /// not known.
    package let values: [Double?]
    package let tone: Tone

    package init(_ name: String, _ values: [Double?], tone: Tone = .calm) { (self.name, self.values, self.tone) = (name, values, tone) }
  }

  package let title: String
  package let summary: String?
  /// The categories from left to right.
  let categories: [ChartCategory]
  /// The series from the bottom up.
  let series: [Series]
  let goal: ChartGoal?
  /// The place of today's bar, `nil` = none.
  let highlighted: Int?
  let words: ChartWords
  /// The smallest distance between ticks.
  let leastStep: Double
  let size: ChartSize
  /// Formats a value.
  let format: @Sendable (Double) -> String
  /// Formats a tick.
  let axisFormat: @Sendable (Double) -> String

  /// - Parameters:
  ///   - summary: The text alternative; `nil` = the values.
  ///   - series: Values beyond the categories are ignored, missing ones aren't known.
  ///   - leastStep: The smallest distance of two ticks; 1 for counts, 0 = none.
  ///   - axisFormat: A tick in words, `nil` = as `format`.
  package init(
    title: String, summary: String? = nil, categories: [ChartCategory], series: [Series], goal: ChartGoal? = nil, highlighted: Int? = nil,
    words: ChartWords, leastStep: Double = 0, size: ChartSize = .card, axisFormat: (@Sendable (Double) -> String)? = nil,
    format: @escaping @Sendable (Double) -> String
  ) {
    (self.title, self.summary, self.categories, self.goal, self.words) = (title, summary, categories, goal, words)
    (self.leastStep, self.size, self.format, self.axisFormat) = (leastStep, size, format, axisFormat ?? format)
    self.highlighted = highlighted.flatMap { categories.indices.contains($0) ? $0 : nil }
    let isStacked = series.count > 1
    self.series = series.map { one in
      let values = categories.indices.map { place -> Double? in
        guard one.values.indices.contains(place), let value = one.values[place], value.isFinite else { return nil }
        return isStacked && value < 0 ? nil : value
      }
      return Series(one.name, values, tone: one.tone)
    }
  }

  package var table: [ChartRow] { categories.indices.map { ChartRow(label: categories[$0].label, text: text(of: $0)) } }

  /// The values of a category in words: `8,214`; `eaten 1,900; active 412`.
  private func text(of place: Int) -> String {
    guard series.contains(where: { $0.values[place] != nil }) else { return words.missing }
    if series.count == 1, let value = series[0].values[place] { return format(value) }
    return series.map { "\($0.name) \($0.values[place].map(format) ?? words.missing)" }.joined(separator: "; ")
  }

  package func drawing(isTitled: Bool) -> Drawing {
    guard series.contains(where: { $0.values.contains { $0 != nil } }) else {
      return EmptyChart.drawing(words.empty, title: isTitled ? title : nil, width: size.width)
    }
    var drawing = Drawing(width: size.width, height: 0)
    // At least a pixel for each bar; the ticks' labels take some of the width.
    let share = Neighbours.share(of: categories.count, places: size.width * 0.85)
    let stacks = Stack.all(of: series.map { Neighbours.means($0.values, by: share) })
    let top = legend(isTitled: isTitled, isMissing: stacks.contains { $0.isMissing }, share: share).draw(in: &drawing)
    let ends = stacks.flatMap { [$0.low, $0.high] } + (goal?.plotted.map { [$0] } ?? [])
    let scale = ValueScale.fromZero(ends, leastStep: leastStep)
    let plot = Plot(in: &drawing, top: top, size: size, scale: scale, format: axisFormat)
    plot.drawMissing(stacks.map(\.isMissing), in: &drawing)
    let bars = Bars(plot: plot, stacks: stacks, tones: series.map(\.tone), highlighted: highlighted.map { $0 / share })
    bars.draw(in: &drawing)
    plot.drawGoal(goal, in: &drawing)
    plot.drawMarks(categories, highlighted: highlighted, in: &drawing)
    return drawing
  }

  private func legend(isTitled: Bool, isMissing: Bool, share: Int) -> Legend {
    var legend = Legend(title: isTitled ? title : nil)
    if series.count > 1 {
      for one in series { legend.add(.fill(one.tone.fill), one.name) }
    } else if let highlighted, share == 1, let value = series.first?.values[highlighted] {
      legend.add(.fill(Tone.accent.fill), "\(categories[highlighted].label): \(format(value))")
    }
    if let goal, goal.plotted != nil { legend.add(.line("c-rule"), "\(goal.name) \(format(goal.value))") }
    if isMissing { legend.add(.missing, words.missing) }
    if share > 1 { legend.add(.none, words.merged(share)) }
    return legend
  }
}
