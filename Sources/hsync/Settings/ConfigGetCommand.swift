import ArgumentParser
import HealthModel
import Settings

/// `hsync config get`.
struct ConfigGetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print the effective value of a setting; lists are printed one value per line.",
    discussion: "Exits with 1 if the setting has neither a value nor a default.")

  @Argument(help: ArgumentHelp("The setting, like health.zone.", valueName: "key"), completion: .settings)
  var name: String

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let setting = try Setting.named(name)
    let found = try SettingValues(paths: Paths()).found(setting)
    if json { return Output.json(setting.json(found)) }
    guard let found else { throw CommandError(.no, "\(setting.name) is not set", hint: "hsync config set \(setting.name) VALUE") }
    found.value.lines.forEach(Output.value)
  }
}
