import ArgumentParser
import HealthModel
import Settings

/// The behaviour of a command when a setting is wrong, in `config.toml` or in a variable of the environment.
enum SettingsNeed {
  /// It ends with status 78 before it does anything. So do commands that write.
  case refuses
  /// It reports the error once on standard error and continues, with the default for the invalid setting. So do
  /// commands that only display.
  case tells
  /// It reads the settings itself, or needs none.
  case ignores

  /// The policy of `command`. Commands without one are assumed to write.
  init(of command: any ParsableCommand) {
    let isGroup = !type(of: command).configuration.subcommands.isEmpty
    self = (command as? any NeedingSettings)?.settingsNeed ?? (isGroup ? .ignores : .refuses)
  }

  /// Throws or reports an error in the settings at the start of the program.
  ///
  /// - Returns: The reported error. `nil` = there is none, or it needn't be reported.
  /// - Throws: kind `.configuration` when there is an error and the command requires valid settings.
  func check() throws(SettingsError) -> SettingsError? {
    guard self != .ignores, let fault = Configuration.fault else { return nil }
    if self == .refuses { throw fault }
    Output.report(fault)
    return fault
  }
}

/// A command that accepts invalid settings, at least in some cases.
protocol NeedingSettings: ParsableCommand {
  var settingsNeed: SettingsNeed { get }
}

/// A command that only displays existing data.
protocol OnlyShowing: NeedingSettings {}

extension OnlyShowing {
  var settingsNeed: SettingsNeed { .tells }
}

/// A command that shows and changes the settings themselves, or needs none.
protocol IgnoringSettings: NeedingSettings {}

extension IgnoringSettings {
  var settingsNeed: SettingsNeed { .ignores }
}
