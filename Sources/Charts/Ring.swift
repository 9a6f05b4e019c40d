/// A ring that fills towards a goal. The amount beyond the goal is a thin second ring outside, so that 130 % differs from 100 %.
package struct Ring: Chart {
  /// A part of the amount reached.
  package struct Part: Sendable {
    /// Its colour.
    package enum Tone: String, Sendable {
      case accent = "c-part"
      case protein = "c-protein"
      case carbs = "c-carbs"
      case fat = "c-fat"
      /// An amount whose composition isn't known.
      case unknown = "c-unknown"
    }

    package let name: String
    /// The value, 0 or more; anything else = not known, drawn as 0.
    package let value: Double?
    package let tone: Tone

    package init(_ name: String, _ value: Double?, tone: Tone = .accent) { (self.name, self.value, self.tone) = (name, value, tone) }

    /// The value as it is drawn, 0 or more.
    var drawn: Double { value.flatMap(ValueScale.plotted).map { max($0, 0) } ?? 0 }
  }

  package let title: String
  package let summary: String?
  let parts: [Part]
  let goal: ChartGoal
  /// The large text in the middle.
  let figure: String
  /// The small text below it.
  let caption: String
  let missing: String
  let format: @Sendable (Double) -> String

  /// - Parameters:
  ///   - parts: The parts, clockwise from the top. Beyond the goal they share the whole ring.
  ///   - goal: Above zero; with another one nothing is reached.
  package init(
    title: String, summary: String? = nil, parts: [Part], goal: ChartGoal, figure: String, caption: String, missing: String,
    format: @escaping @Sendable (Double) -> String
  ) {
    (self.title, self.summary, self.parts, self.goal, self.figure) = (title, summary, parts, goal, figure)
    (self.caption, self.missing, self.format) = (caption, missing, format)
  }

  package var table: [ChartRow] {
    parts.map { ChartRow(label: $0.name, text: $0.value.flatMap { $0.isFinite && $0 >= 0 ? format($0) : nil } ?? missing) }
      + (goal.plotted == nil ? [] : [ChartRow(label: goal.name, text: format(goal.value))])
  }

  /// The share of the goal that was reached, 1 = all of it; 0 without a goal.
  package var progress: Double {
    guard let goal = goal.plotted, goal > 0 else { return 0 }
    return min(parts.reduce(0) { $0 + $1.drawn } / goal, 1e6)
  }

  /// 112 units square, so that its text is as high as others' where it is 112 px wide.
  package func drawing(isTitled: Bool) -> Drawing {
    let (side, middle, radius) = (112.0, 56.0, 43.0)
    var drawing = Drawing(width: side, height: side)
    drawing.dot(x: middle, y: middle, radius: radius, "c-rest")
    let total = parts.reduce(0) { $0 + $1.drawn }
    var reached = 0.0
    for part in parts where total > 0 {
      let share = part.drawn / total * min(progress, 1)
      drawing.arc(x: middle, y: middle, radius: radius, from: reached, to: reached + share, part.tone.rawValue)
      reached += share
    }
    if progress > 1 { drawing.arc(x: middle, y: middle, radius: 53.5, from: 0, to: progress - 1, "c-trend") }
    let room = 2 * radius - 14 - 8
    // Estimated at 12 units, drawn at 24.
    let scale = min(1, room / max(1, TextWidth.of(figure, strong: true) * 2))
    let lines = captionLines(in: room - 4)
    if scale >= 0.5 {
      let y = lines.isEmpty ? middle + 8 : lines.count == 1 ? middle + 3 : middle - 3
      drawing.text(figure, x: middle, y: y, .middle, strong: true, size: 24, scale: scale)
    }
    for (place, line) in lines.enumerated() {
      drawing.text(line, x: middle, y: middle + (lines.count == 1 ? 19 : 12) + 14 * Double(place), .middle)
    }
    return drawing
  }

  /// The caption on one line, or broken at its last blank where it is too wide; cut if that isn't enough. Empty without a caption.
  private func captionLines(in room: Double) -> [String] {
    if caption.isEmpty { return [] }
    guard TextWidth.of(caption) > room, let blank = caption.lastIndex(of: " ") else { return [TextWidth.fitting(caption, in: room)] }
    let (first, rest) = (caption[..<blank], caption[caption.index(after: blank)...])
    // The ring narrows below its middle.
    return [TextWidth.fitting(String(first), in: room), TextWidth.fitting(String(rest), in: room * 0.75)].filter { !$0.isEmpty }
  }
}
