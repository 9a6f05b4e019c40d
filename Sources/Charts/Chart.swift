/// A picture of values, as SVG text.
package protocol Chart: Sendable {
  /// The chart's title, also its name for screen readers.
  var title: String { get }
  /// The text alternative; `nil` = the rows of the table, up to 31.
  var summary: String? { get }
  /// The rows of the chart's table: every value as text.
  var table: [ChartRow] { get }
  /// Draws the chart, with its title if it `isTitled`; a page has the title in its heading.
  func drawing(isTitled: Bool) -> Drawing
}

/// A line of the table that goes with a chart.
package struct ChartRow: Sendable, Equatable {
  /// `Tue 2026-02-10`.
  package let label: String
  /// `8,214`, `no data`.
  package let text: String

  package init(label: String, text: String) { (self.label, self.text) = (label, text) }
}

/// The two places a chart is shown in; they differ in styles, margin and title.
package enum ChartFace: Sendable {
  /// A page of the companion, whose policy forbids inline styles: classes only, no margin, no title.
  case page
  /// A file of its own: with colours for light and dark, a background, a margin and the title.
  case standalone
}

extension Chart {
  package var summary: String? { nil }

  /// Returns the SVG element. The same chart gives the same text.
  package func svg(_ face: ChartFace) -> String {
    let drawing = drawing(isTitled: face == .standalone)
    switch face {
    case .page:
      return drawing.element(alternative: texts)
    case .standalone:
      return StandaloneFile.text(of: drawing, alternative: texts)
    }
  }

  /// `<title>` and `<desc>` of the element.
  var texts: String {
    "<title>\(XMLText.escaped(XMLText.limited(title, to: 300)))</title><desc>\(XMLText.escaped(alternative))</desc>"
  }

  private var alternative: String {
    if let summary { return XMLText.limited(summary, to: 4000) }
    let rows = table
    let shown = rows.prefix(31).map { "\(XMLText.limited($0.label, to: 100)): \(XMLText.limited($0.text, to: 200))" }
    return (shown + (rows.count > 31 ? ["…"] : [])).joined(separator: ". ")
  }
}
