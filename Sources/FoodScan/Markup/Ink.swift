/// A colour to draw with.
struct Ink: Sendable, Hashable {
  /// Red, green and blue, 0…255.
  let color: SIMD3<Float>
  /// Its opacity, 0…1.
  let opacity: Float

  /// A colour of that opacity.
  init(_ red: Float, _ green: Float, _ blue: Float, opacity: Float = 1) {
    color = SIMD3(red, green, blue)
    self.opacity = opacity
  }

  // Colours that people with any kind of colour vision tell apart (Okabe and Ito, Color Universal Design, 2008); the green is darkened, so
  // that white type on it has the contrast that WCAG 2.1 wants of text, 4.5 : 1.
  static let green = Ink(0, 122, 90)
  static let vermilion = Ink(200, 72, 0)
  static let skyBlue = Ink(86, 180, 233)
  static let gray = Ink(70, 74, 80)
  static let white = Ink(255, 255, 255)
  /// Beneath lines, so that they are seen on any ground.
  static let casing = Ink(255, 255, 255, opacity: 0.75)
}
