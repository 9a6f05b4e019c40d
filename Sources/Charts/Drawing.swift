/// The shapes of a chart, as SVG elements within a width and a height.
package struct Drawing: Sendable {
  /// The width in user units.
  let width: Double
  /// The height in user units; grows while the chart is drawn.
  var height: Double
  /// Whether the drawing may be stretched in one direction, as bars without text may.
  let isStretched: Bool
  /// The elements so far, as SVG text.
  private(set) var elements = ""

  /// An empty drawing.
  init(width: Double, height: Double, isStretched: Bool = false) {
    (self.width, self.height, self.isStretched) = (width, height, isStretched)
  }

  /// The horizontal alignment of a text relative to its x.
  enum Anchor: String {
    case start, middle, end
  }

  /// Adds a filled rectangle of a class, its corners rounded by `radius`.
  mutating func rect(x: Double, y: Double, width: Double, height: Double, radius: Double = 0, _ name: String) {
    let corner = radius > 0 ? " rx=\"\(coordinate(radius))\"" : ""
    elements +=
      "<rect class=\"\(name)\" x=\"\(coordinate(x))\" y=\"\(coordinate(y))\" width=\"\(coordinate(width))\" height=\"\(coordinate(height))\"\(corner)/>"
  }

  /// Adds a straight line of a class.
  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, _ name: String) {
    path("M\(coordinate(x1)) \(coordinate(y1))L\(coordinate(x2)) \(coordinate(y2))", name)
  }

  /// Adds a path of a class.
  ///
  /// - Parameter data: The commands of a path, made of coordinates; nothing is drawn if it is empty.
  mutating func path(_ data: String, _ name: String) {
    guard !data.isEmpty else { return }
    elements += "<path class=\"\(name)\" d=\"\(data)\"/>"
  }

  /// Adds a circle of a class.
  mutating func dot(x: Double, y: Double, radius: Double, _ name: String) {
    elements += "<circle class=\"\(name)\" cx=\"\(coordinate(x))\" cy=\"\(coordinate(y))\" r=\"\(coordinate(radius))\"/>"
  }

  /// Adds an arc of a circle's stroke, clockwise; 0 is at the top, 1 is a full turn.
  mutating func arc(x: Double, y: Double, radius: Double, from start: Double, to end: Double, _ name: String) {
    let around = 2 * Double.pi * radius
    let (start, end) = (min(max(start, 0), 1), min(max(end, 0), 1))
    guard end > start else { return }
    let dash = end - start >= 1 ? "" : " stroke-dasharray=\"\(coordinate((end - start) * around)) \(coordinate(around))\""
    elements +=
      "<circle class=\"\(name)\" cx=\"\(coordinate(x))\" cy=\"\(coordinate(y))\" r=\"\(coordinate(radius))\"\(dash) "
      + "transform=\"rotate(\(coordinate(start * 360 - 90)) \(coordinate(x)) \(coordinate(y)))\"/>"
  }

  /// Adds one line of text, which is escaped here; `y` is its baseline.
  ///
  /// - Parameter size: The font size if it isn't 12; the companion's style sheet sets its own.
  mutating func text(
    _ text: String, x: Double, y: Double, _ anchor: Anchor = .start, strong: Bool = false, size: Double? = nil, scale: Double = 1
  ) {
    guard !text.isEmpty else { return }
    let name = strong ? " class=\"strong\"" : ""
    let side = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    let font = size.map { " font-size=\"\(coordinate($0))\"" } ?? ""
    let place =
      scale == 1
      ? " x=\"\(coordinate(x))\" y=\"\(coordinate(y))\""
      : " transform=\"translate(\(coordinate(x)) \(coordinate(y))) scale(\(coordinate(scale)))\""
    elements += "<text\(name)\(place)\(side)\(font)>\(XMLText.escaped(text))</text>"
  }

  /// Adds another drawing at a position.
  mutating func add(_ other: Drawing, x: Double, y: Double) {
    elements += "<g transform=\"translate(\(coordinate(x)) \(coordinate(y)))\">\(other.elements)</g>"
  }

  /// Returns the `<svg>` element for a page. Its texts run from left to right even in a right-to-left page, because their positions do.
  ///
  /// - Parameter alternative: The `<title>` and `<desc>` elements.
  func element(alternative: String) -> String {
    let name = isStretched ? "class=\"chart spark\" preserveAspectRatio=\"none\"" : "class=\"chart\""
    return "<svg \(name) viewBox=\"0 0 \(coordinate(width)) \(coordinate(height))\" role=\"img\" direction=\"ltr\">"
      + "\(alternative)\(elements)</svg>"
  }
}
