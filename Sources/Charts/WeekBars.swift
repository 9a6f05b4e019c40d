/// The small bars of a card: seven days without an axis, the last one standing out. It is stretched to the card's width.
package struct WeekBars: Chart {
  package let title: String
  package let summary: String?
  let categories: [ChartCategory]
  /// One for each category, `nil` = not known.
  let values: [Double?]
  /// The place of today's bar, `nil` = none.
  let highlighted: Int?
  /// The text for a value that isn't known.
  let missing: String
  let format: @Sendable (Double) -> String

  private static let (width, height) = (100.0, 34.0)

  /// - Parameters:
  ///   - categories: Usually seven; at most 50 are drawn, the last.
  ///   - values: One for each; `nil`, NaN, infinity and values below zero = not known.
  package init(
    title: String, summary: String? = nil, categories: [ChartCategory], values: [Double?], highlighted: Int?, missing: String,
    format: @escaping @Sendable (Double) -> String
  ) {
    (self.title, self.summary, self.categories, self.highlighted) = (title, summary, categories, highlighted)
    (self.missing, self.format) = (missing, format)
    self.values = categories.indices.map { place in
      values.indices.contains(place) ? values[place].flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } : nil
    }
  }

  package var table: [ChartRow] {
    zip(categories, values).map { ChartRow(label: $0.label, text: $1.map(format) ?? missing) }
  }

  /// Without text, so without a title: the card has it.
  package func drawing(isTitled: Bool) -> Drawing {
    var drawing = Drawing(width: WeekBars.width, height: WeekBars.height, isStretched: true)
    let hidden = max(0, values.count - 50)
    let shown = values.dropFirst(hidden)
    let top = max(shown.compactMap { $0.flatMap(ValueScale.plotted) }.max() ?? 0, 1e-9)
    let slot = WeekBars.width / Double(max(1, shown.count))
    for (place, value) in shown.enumerated() {
      let (x, width) = (Double(place) * slot + slot * 0.1, slot * 0.8)
      guard let value else {
        drawing.rect(x: x, y: 0, width: width, height: WeekBars.height, radius: 2, "c-heat-0")
        drawing.line(x1: x, y1: WeekBars.height - 0.5, x2: x + width, y2: WeekBars.height - 0.5, "c-rule")
        continue
      }
      let height = max(2, min(value / top, 1) * WeekBars.height)
      drawing.rect(
        x: x, y: WeekBars.height - height, width: width, height: height, radius: 2,
        (place + hidden == highlighted ? Tone.accent : .calm).fill)
    }
    return drawing
  }
}
