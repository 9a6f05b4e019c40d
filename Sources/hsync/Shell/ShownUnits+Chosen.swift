import Settings

extension ShownUnits {
  /// The units in the settings at the program's start.
  static let chosen = ShownUnits(.atStart)
}
