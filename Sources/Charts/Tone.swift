/// A colour of the palette, by what it means; each is a class of the companion's look.
package enum Tone: Sendable, Equatable, CaseIterable {
  /// The accent, for what matters now.
  case accent
  /// The calm form of the accent, for the rest.
  case calm
  /// Four steps of the accent, from faint to strong.
  case faint, light, medium, deep

  /// The class that fills a shape.
  var fill: String {
    switch self {
    case .accent: "c-now"
    case .calm: "c-bar"
    case .faint: "c-heat-1"
    case .light: "c-heat-2"
    case .medium: "c-heat-3"
    case .deep: "c-heat-4"
    }
  }
}
