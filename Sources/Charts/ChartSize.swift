/// The size a chart is drawn at, in user units; the SVG scales with its container. Text is 12 units high.
package struct ChartSize: Sendable, Equatable {
  /// The width, 160…4000.
  package let width: Double
  /// The height of the part with the values, 40…2000; labels come on top of it.
  package let plotHeight: Double
  /// The minimum width of the ticks' labels, so that charts below each other have the same left edge.
  let gutter: Double

  /// A chart in a card of a phone: text is at least 11 px in a card of a screen 360 px wide.
  package static let card = ChartSize(width: 320, plotHeight: 128)
  /// A chart in a file of its own: with its margin, text is at least 11 px in a window 360 px wide.
  package static let file = ChartSize(width: 340, plotHeight: 120, gutter: 50)
  /// A chart that has the width of a desk screen for itself.
  package static let wide = ChartSize(width: 640, plotHeight: 200, gutter: 50)

  /// Clamps width and height to their ranges, and `gutter` to a fifth of the width.
  package init(width: Double, plotHeight: Double, gutter: Double = 0) {
    self.width = width.isNaN ? 320 : min(max(width, 160), 4000)
    self.plotHeight = plotHeight.isNaN ? 128 : min(max(plotHeight, 40), 2000)
    self.gutter = gutter.isNaN ? 0 : min(max(gutter, 0), self.width / 5)
  }
}
