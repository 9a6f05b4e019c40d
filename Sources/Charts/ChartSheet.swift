/// Several charts below each other as one picture, each under its title.
package struct ChartSheet: Chart {
  package let title: String
  /// The charts from the top down, all of the same width.
  let charts: [any Chart]

  package init(title: String, charts: [any Chart]) { (self.title, self.charts) = (title, charts) }

  /// The rows of all charts, each preceded by its chart's title.
  package var table: [ChartRow] {
    charts.flatMap { chart in chart.table.map { ChartRow(label: "\(chart.title), \($0.label)", text: $0.text) } }
  }

  package var summary: String? {
    charts.map { chart in
      let rows = chart.table
      let shown = rows.prefix(14).map { "\($0.label): \($0.text)" } + (rows.count > 14 ? ["…"] : [])
      return "\(chart.title). " + (chart.summary ?? shown.joined(separator: "; "))
    }.joined(separator: ". ")
  }

  package func drawing(isTitled: Bool) -> Drawing {
    let drawings = charts.map { $0.drawing(isTitled: true) }
    var sheet = Drawing(width: drawings.map(\.width).max() ?? ChartSize.card.width, height: 0)
    var y = 0.0
    if isTitled {
      let text = TextWidth.fitting(title, in: sheet.width, strong: true)
      let size = min(16, TextWidth.fontSize * sheet.width / max(1, TextWidth.of(text, strong: true)))
      sheet.text(text, x: 0, y: 14, strong: true, size: size)
      y = 38
    }
    for drawing in drawings {
      sheet.add(drawing, x: 0, y: y)
      y += drawing.height + 22
    }
    sheet.height = max(y - 22, 16)
    return sheet
  }
}
