/// The bars of a `BarChart`.
struct Bars {
  /// The plot that the bars stand in.
  let plot: Plot
  /// The stacks, one for each category.
  let stacks: [Stack]
  /// The classes, one for each series.
  let tones: [Tone]
  /// The index of the highlighted bar.
  let highlighted: Int?

  /// The least height of a bar. A value of zero is a line on the axis, which distinguishes it from an unknown one.
  private static let leastHeight = 1.5

  /// Draws all bars.
  func draw(in drawing: inout Drawing) {
    let slot = (plot.right - plot.left) / Double(max(1, stacks.count))
    let width = max(0.5, min(slot - gap(of: slot), 44))
    for (place, stack) in stacks.enumerated() {
      let left = plot.x(place, of: stacks.count) - width / 2
      // The parts of a stack have their own colours, so that one is underlined.
      if place == highlighted, tones.count > 1 {
        drawing.rect(x: left, y: plot.bottom + 2, width: width, height: 2.5, radius: 1, Tone.accent.fill)
      }
      for (part, tone) in zip(stack.parts, tones) {
        guard let part else { continue }
        if tones.count > 1, part.to == part.from, stack.high > 0 { continue }
        let (from, to) = (plot.y(part.from), plot.y(part.to))
        let height = max(abs(to - from), Bars.leastHeight)
        // A line of the background between the parts of a stack, where they are high enough.
        let seam = part.from > 0 && height > 3 ? 1.0 : 0
        let name = (tones.count == 1 && place == highlighted ? Tone.accent : tone).fill
        drawing.rect(
          x: left, y: part.to < part.from ? from : from - height, width: width, height: height - seam,
          radius: tones.count > 1 ? min(1, width / 4) : min(3, width / 4), name)
      }
    }
  }

  private func gap(of slot: Double) -> Double { slot >= 6 ? min(slot * 0.28, 12) : slot >= 2.5 ? 0.8 : slot * 0.15 }
}
