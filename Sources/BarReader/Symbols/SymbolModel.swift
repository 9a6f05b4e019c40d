/// How a symbol looks on a profile.
enum SymbolModel {
  /// Ink spreads, in modules.
  static let inks: [Float] = [-0.6, -0.45, -0.3, -0.15, 0, 0.15, 0.3, 0.45, 0.6]
}
