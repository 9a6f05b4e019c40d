import Settings

extension Configuration {
  /// The settings at the start of the program, read once for all commands. If one is invalid, the settings without it.
  static var atStart: Configuration { start.settings }

  /// The first error in them, which `SettingsNeed` reports. `nil` = none.
  static var fault: SettingsError? { start.fault }

  private static let start = read(Paths())
}
