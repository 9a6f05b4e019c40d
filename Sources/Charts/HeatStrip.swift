/// Days as cells of a calendar, weeks from left to right and weekdays downwards, coloured by their values.
package struct HeatStrip: Chart {
  package let title: String
  package let summary: String?
  /// Consecutive days; a mark stands above the week of its day.
  let days: [ChartCategory]
  /// The values, one for each day; `nil` = not known.
  let values: [Double?]
  /// The row of the first day, 0…6.
  let firstRow: Int
  /// The names of the seven rows, from the top.
  let rowNames: [String]
  /// The index of today's cell; `nil` = none.
  let highlighted: Int?
  let words: ChartWords
  let width: Double
  /// The value from which a cell has the strongest colour.
  let top: Double
  let format: @Sendable (Double) -> String

  /// The largest number of days that are drawn, ten years; earlier days are left out.
  private static let limit = 3660

  /// - Parameters:
  ///   - values: One for each day; `nil`, NaN, infinity and values below zero = not known.
  ///   - top: The value of the strongest colour, such as a goal; `nil` = the largest value.
  ///   - width: In user units, 160…4000.
  package init(
    title: String, summary: String? = nil, days: [ChartCategory], values: [Double?], firstRow: Int, rowNames: [String], top: Double? = nil,
    highlighted: Int? = nil, words: ChartWords, width: Double = ChartSize.card.width, format: @escaping @Sendable (Double) -> String
  ) {
    (self.title, self.summary, self.days, self.firstRow, self.rowNames) = (title, summary, days, min(max(firstRow, 0), 6), rowNames)
    (self.highlighted, self.words, self.width, self.format) = (highlighted, words, ChartSize(width: width, plotHeight: 100).width, format)
    self.values = days.indices.map { place in
      values.indices.contains(place) ? values[place].flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } : nil
    }
    let largest = self.values.compactMap(\.self).max() ?? 0
    self.top = top.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? largest
  }

  package var table: [ChartRow] {
    zip(days, values).map { ChartRow(label: $0.label, text: $1.map(format) ?? words.missing) }
  }

  /// Returns the colour step of a value: 0 for zero, then quarters of `top`, 4 = from three quarters up.
  func step(of value: Double) -> Int { value <= 0 || top <= 0 ? 0 : min(4, 1 + Int(min(value / top, 1) * 4 * (1 - 1e-12))) }

  package func drawing(isTitled: Bool) -> Drawing {
    guard values.contains(where: { $0 != nil }) else {
      return EmptyChart.drawing(words.empty, title: isTitled ? title : nil, width: width)
    }
    var drawing = Drawing(width: width, height: 0)
    let hidden = max(0, days.count - HeatStrip.limit)
    let left = (rowNames.prefix(7).map { TextWidth.of(TextWidth.fitting($0, in: width * 0.2)) }.max() ?? 0) + 6
    let firstRow = (self.firstRow + hidden) % 7
    let weeks = (days.count - hidden + firstRow + 6) / 7
    let pitch = min(22, max(4.8, (width - left) / Double(min(weeks, 54))))
    let perLine = max(1, Int((width - left + 0.01) / pitch))
    var y = legend(isTitled: isTitled).draw(in: &drawing)
    for firstWeek in stride(from: 0, to: weeks, by: perLine) {
      let cells = (firstWeek * 7..<min(firstWeek + perLine, weeks) * 7).compactMap { cell -> (day: Int, column: Int, row: Int)? in
        let day = cell - firstRow + hidden
        return day >= hidden && day < days.count ? (day, cell / 7 - firstWeek, cell % 7) : nil
      }
      draw(cells, left: left, top: y + 18, pitch: pitch, in: &drawing)
      y += 18 + 7 * pitch + 10
    }
    drawing.height = y - 5
    return drawing
  }

  private func draw(_ cells: [(day: Int, column: Int, row: Int)], left: Double, top: Double, pitch: Double, in drawing: inout Drawing) {
    let gap = pitch > 9 ? 3 : 1.2
    for cell in cells {
      let (x, y, side) = (left + Double(cell.column) * pitch, top + Double(cell.row) * pitch, pitch - gap)
      if let value = values[cell.day] {
        drawing.rect(x: x, y: y, width: side, height: side, radius: min(4, side / 4), "c-heat-\(step(of: value))")
      } else {
        drawing.rect(x: x + side * 0.375, y: y + side * 0.375, width: side / 4, height: side / 4, "c-heat-0")
      }
      guard cell.day == highlighted else { continue }
      let isDark = values[cell.day].map { step(of: $0) > 2 } ?? false
      drawing.dot(x: x + side / 2, y: y + side / 2, radius: min(3, side / 4), isDark ? "c-band" : "c-dot")
    }
    let marks = cells.map { (text: days[$0.day].mark, x: left + (Double($0.column) + 0.5) * pitch - gap / 2) }
    for mark in AxisMarks.thinned(marks, keeping: nil, within: drawing.width) { drawing.text(mark.text, x: mark.x, y: top - 7, .middle) }
    // Every second weekday where the rows are lower than the text.
    let every = pitch >= 14 ? 1 : pitch >= 7 ? 2 : 3
    for (row, name) in rowNames.prefix(7).enumerated() where row % every == 0 {
      let text = TextWidth.fitting(name, in: drawing.width * 0.2)
      drawing.text(text, x: left - 6, y: top + Double(row) * pitch + (pitch - gap) / 2 + 4, .end)
    }
  }

  /// Returns the legend: the five colours between none and the most.
  private func legend(isTitled: Bool) -> Legend {
    var legend = Legend(title: isTitled ? title : nil)
    legend.addSteps(from: format(0), to: format(top))
    if values.contains(where: { $0 == nil }) { legend.add(.cell, words.missing) }
    return legend
  }
}
