/// A small sign with text: a title, and smaller lines beneath it.
struct Plate: Hashable {
  /// The text in large type.
  let title: String
  /// The text beneath, smaller.
  let notes: [String]

  /// Its size with a title of that height, in pixels.
  func size(titleHeight height: Float) -> SIMD2<Float> {
    let title = Canvas.width(of: title, height: height)
    let widest = notes.map { Canvas.width(of: $0, height: height * Self.noteScale) }.reduce(title, max)
    return SIMD2(widest + 2 * Self.padding * height, (1 + 2 * Self.padding + Float(notes.count) * Self.lineStep) * height)
  }

  /// Draws it into a box of its size.
  func draw(on canvas: inout Canvas, in box: Box, titleHeight height: Float, _ ink: Ink) {
    canvas.fill(Box(low: box.low - height / 12, high: box.high + height / 12), cornerRadius: height * 0.36, .casing)
    canvas.fill(box, cornerRadius: height * 0.3, ink)
    var corner = box.low + Self.padding * height
    canvas.write(title, at: corner, height: height, .white)
    corner.y += height + (Self.lineStep - Self.noteScale) * height
    for note in notes {
      canvas.write(note, at: corner, height: height * Self.noteScale, .white)
      corner.y += Self.lineStep * height
    }
  }

  // In heights of the title.
  private static let padding: Float = 0.5
  private static let noteScale: Float = 0.6
  private static let lineStep: Float = 1.05
}
