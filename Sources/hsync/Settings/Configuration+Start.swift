import Settings

extension Configuration {
  /// The settings as the program found them when it began, read once for all commands. Where one is wrong, what would count without it.
  static var atStart: Configuration { start.settings }

  /// The first thing that is wrong with them; `SettingsNeed` says it. `nil` = nothing.
  static var fault: SettingsError? { start.fault }

  private static let start = read(Paths())
}
