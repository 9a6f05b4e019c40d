import ArgumentParser
import HealthModel
import Settings

/// `hsync config delete`.
struct ConfigDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Remove a setting from config.toml, so that its default applies again.")

  @Argument(help: ArgumentHelp("The setting, like health.zone.", valueName: "key"), completion: .settings)
  var name: String

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let setting = try Setting.named(name)
    let paths = Paths()
    guard try SettingsFile(paths: paths).set(setting, to: nil) else {
      throw CommandError(.no, "\(setting.name) is not set in \(paths.configuration)")
    }
    if json { Output.json(setting.json(try SettingValues(paths: paths).found(setting))) }
  }
}
