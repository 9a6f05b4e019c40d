/// The part of a chart with the values: its scale, the lines at its ticks and the labels around it.
struct Plot {
  /// The left edge of the values, in user units; the ticks' labels are left of it.
  let left: Double
  /// The right edge of the values, in user units.
  let right: Double
  /// The y of the scale's highest value, in user units.
  let top: Double
  /// The y of the scale's lowest value, in user units.
  let bottom: Double
  /// The range of values and the ticks.
  let scale: ValueScale

  /// The height of the labels below the axis.
  static let labelHeight = 22.0

  /// Draws the ticks' lines and labels, and makes the drawing high enough for the labels of the axis.
  ///
  /// - Parameters:
  ///   - top: The y of the plot's upper end.
  ///   - endRoom: The width left free at the right, for the label of the last value.
  init(
    in drawing: inout Drawing, top: Double, size: ChartSize, scale: ValueScale, endRoom: Double = 0, format: (Double) -> String
  ) {
    let labels = scale.ticks.map { TextWidth.fitting(format($0), in: size.width * 0.3) }
    left = max(size.gutter, (labels.map { TextWidth.of($0) }.max() ?? 0) + 6)
    right = size.width - endRoom
    // Half the height of the topmost tick's label.
    self.top = top + 5
    bottom = self.top + size.plotHeight
    self.scale = scale
    for (tick, label) in zip(scale.ticks, labels) {
      let y = y(tick)
      drawing.line(x1: left, y1: y, x2: right, y2: y, "c-axis")
      drawing.text(label, x: left - 6, y: y + 4, .end)
    }
    drawing.height = bottom + Plot.labelHeight
  }

  /// Returns the y of a value, clamped to the scale.
  func y(_ value: Double) -> Double { bottom - scale.fraction(value) * (bottom - top) }

  /// Returns the x of a place's middle; places count from 0.
  func x(_ place: Int, of count: Int) -> Double { left + (right - left) * (Double(place) + 0.5) / Double(max(1, count)) }

  /// Draws the labels below the axis.
  func drawMarks(_ categories: [ChartCategory], highlighted: Int?, in drawing: inout Drawing) {
    let candidates = categories.enumerated().map { ($1.mark, x($0, of: categories.count)) }
    for mark in AxisMarks.thinned(candidates, keeping: highlighted, within: drawing.width) {
      drawing.text(mark.text, x: mark.x, y: bottom + 17, .middle, strong: mark.place == highlighted)
    }
  }

  /// Draws the line of a goal, if it can be drawn.
  func drawGoal(_ goal: ChartGoal?, in drawing: inout Drawing) {
    guard let value = goal?.plotted else { return }
    drawing.line(x1: left, y1: y(value), x2: right, y2: y(value), "c-rule")
  }

  /// Draws places without a value as bands with a dashed base; adjacent ones are merged.
  ///
  /// - Parameter isMissing: One for each place.
  func drawMissing(_ isMissing: [Bool], in drawing: inout Drawing) {
    let slot = (right - left) / Double(max(1, isMissing.count))
    var place = 0
    while let start = isMissing[place...].firstIndex(of: true) {
      let end = isMissing[start...].firstIndex(of: false) ?? isMissing.count
      let inset = min(2, slot * 0.1)
      let (from, to) = (left + Double(start) * slot + inset, left + Double(end) * slot - inset)
      drawing.rect(x: from, y: top, width: to - from, height: bottom - top, "c-heat-0")
      drawing.line(x1: from, y1: bottom, x2: to, y2: bottom, "c-rule")
      place = end
    }
  }
}
