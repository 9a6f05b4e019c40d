import ArgumentParser
import HealthModel
import Settings

/// The behaviour of a command when a setting is wrong, in `config.toml` or in a variable of the environment.
enum SettingsNeed {
  /// It ends with status 78 before it does anything. So do commands that write.
  case refuses
  /// It says so once on standard error and goes on, with the default in the wrong setting's place. So do commands that only show.
  case tells
  /// It looks at the settings itself, or needs none.
  case ignores

  /// What `command` does. Commands that say nothing of it are taken to write.
  init(of command: any ParsableCommand) {
    let isGroup = !type(of: command).configuration.subcommands.isEmpty
    self = (command as? any NeedingSettings)?.settingsNeed ?? (isGroup ? .ignores : .refuses)
  }

  /// Refuses or tells what is wrong with the settings as the program found them.
  ///
  /// - Returns: The error that was told. `nil` = nothing is wrong, or nobody has to know.
  /// - Throws: kind `.configuration` when something is wrong and the command refuses.
  func check() throws(SettingsError) -> SettingsError? {
    guard self != .ignores, let fault = Configuration.fault else { return nil }
    if self == .refuses { throw fault }
    Output.report(fault)
    return fault
  }
}

/// A command that doesn't refuse wrong settings, or not always.
protocol NeedingSettings: ParsableCommand {
  var settingsNeed: SettingsNeed { get }
}

/// A command that only shows what is there.
protocol OnlyShowing: NeedingSettings {}

extension OnlyShowing {
  var settingsNeed: SettingsNeed { .tells }
}

/// A command that shows and changes the settings themselves, or needs none.
protocol IgnoringSettings: NeedingSettings {}

extension IgnoringSettings {
  var settingsNeed: SettingsNeed { .ignores }
}
