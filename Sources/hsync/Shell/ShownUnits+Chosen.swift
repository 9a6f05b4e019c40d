import Settings

extension ShownUnits {
  /// As the settings say at the program's start.
  static let chosen = ShownUnits(.atStart)
}
