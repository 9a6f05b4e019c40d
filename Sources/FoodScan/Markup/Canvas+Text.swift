extension Canvas {
  /// Writes a line of text.
  ///
  /// - Parameters:
  ///   - corner: Its upper left corner: where a capital's upper left would be.
  ///   - height: Of a capital, in pixels. Descenders go a quarter lower.
  mutating func write(_ text: String, at corner: SIMD2<Float>, height: Float, _ ink: Ink) {
    let unit = height / 12
    // Strokes stand inside the height, not around it.
    let pen = Self.penWidth * unit
    var x = corner.x + pen / 2
    for character in text {
      let glyph = Glyph.of(character)
      for stroke in glyph.strokes {
        let points = stroke.map { SIMD2(x, corner.y + pen / 2) + $0 * SIMD2(unit, unit * (12 - Self.penWidth) / 12) }
        self.stroke(points, width: pen, ink)
      }
      x += (glyph.width + Glyph.spacing) * unit
    }
  }

  /// Returns the width of a line of text, in pixels.
  static func width(of text: String, height: Float) -> Float {
    let units = text.reduce(0) { $0 + Glyph.of($1).width + Glyph.spacing }
    return max(0, units - Glyph.spacing + penWidth) * height / 12
  }

  /// A stroke's, in twelfths of a capital's height.
  private static let penWidth: Float = 1.7
}
