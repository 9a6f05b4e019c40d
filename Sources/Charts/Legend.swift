/// The line above a chart that explains its shapes; it wraps if it is too long.
struct Legend {
  /// The shape of an entry.
  enum Sign {
    /// A square of a class.
    case fill(String)
    /// A line of a class.
    case line(String)
    /// A category without a value, as in bar charts.
    case missing
    /// A day without a value, as in calendars.
    case cell
    /// A point of a line chart.
    case dot(String)
    /// The five colours of calendars.
    case steps
    /// Text alone.
    case none

    /// The width before the text.
    var width: Double {
      switch self {
      case .none: 0
      case .steps: 66
      case .fill, .line, .missing, .cell, .dot: 16
      }
    }
  }

  private let title: String?
  private var entries: [(sign: Sign, text: String)] = []
  private static let lineHeight = 20.0
  private static let gap = 14.0

  /// - Parameter title: The chart's, before the entries, or above them unless all fit in a line; `nil` = none.
  init(title: String? = nil) { self.title = title.flatMap { $0.isEmpty ? nil : $0 } }

  /// Adds an entry, unless its text is empty.
  mutating func add(_ sign: Sign, _ text: String) {
    if !text.isEmpty { entries.append((sign, text)) }
  }

  /// Adds the five colours of a calendar between the values at their ends.
  mutating func addSteps(from low: String, to high: String) {
    add(.none, low)
    add(.steps, high)
  }

  /// Draws the legend at the top, and returns its height including the gap below; 0 if it is empty.
  func draw(in drawing: inout Drawing, y top: Double = 0) -> Double {
    guard title != nil || !entries.isEmpty else { return 0 }
    var (x, y) = (0.0, top)
    if let title {
      let text = TextWidth.fitting(title, in: drawing.width, strong: true)
      drawing.text(text, x: 0, y: y + 11, strong: true)
      x = TextWidth.of(text, strong: true) + Legend.gap
      let rest = entries.reduce(x) { $0 + $1.sign.width + TextWidth.of($1.text) + Legend.gap } - Legend.gap
      if !entries.isEmpty, rest > drawing.width { (x, y) = (0, y + Legend.lineHeight) }
    }
    for entry in entries {
      let indent = entry.sign.width
      let text = TextWidth.fitting(entry.text, in: drawing.width - indent)
      let width = indent + TextWidth.of(text)
      if x > 0, x + width > drawing.width { (x, y) = (0, y + Legend.lineHeight) }
      Legend.draw(entry.sign, in: &drawing, x: x, y: y)
      drawing.text(text, x: x + indent, y: y + 11)
      x += width + Legend.gap
    }
    return y + Legend.lineHeight + 4 - top
  }

  private static func draw(_ sign: Sign, in drawing: inout Drawing, x: Double, y: Double) {
    switch sign {
    case .fill(let name): drawing.rect(x: x, y: y + 1.5, width: 10, height: 10, radius: 2, name)
    case .line(let name): drawing.line(x1: x, y1: y + 6.5, x2: x + 11, y2: y + 6.5, name)
    case .missing:
      drawing.rect(x: x, y: y + 1.5, width: 11, height: 10, "c-heat-0")
      drawing.line(x1: x, y1: y + 11.5, x2: x + 11, y2: y + 11.5, "c-rule")
    case .dot(let name): drawing.dot(x: x + 5, y: y + 6.5, radius: 3.5, name)
    case .cell: drawing.rect(x: x + 3, y: y + 4.5, width: 4, height: 4, "c-heat-0")
    case .steps:
      for step in 0...4 { drawing.rect(x: x + Double(step) * 12, y: y + 1.5, width: 10, height: 10, radius: 2, "c-heat-\(step)") }
    case .none: break
    }
  }
}
