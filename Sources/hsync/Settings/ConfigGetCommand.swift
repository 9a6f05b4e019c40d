import ArgumentParser
import HealthModel
import Settings

/// `hsync config get`.
struct ConfigGetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print the value that counts for a setting, a list as one line for each of its texts.",
    discussion: "Exits with 1 when nothing is set and there is no default.")

  @Argument(help: ArgumentHelp("The setting, like health.zone.", valueName: "key"), completion: .settings)
  var name: String

  @Flag(help: "One JSON document.")
  var json = false

  func run() throws {
    let setting = try Setting.named(name)
    let found = try SettingValues(paths: Paths()).found(setting)
    if json { return Output.json(setting.json(found)) }
    guard let found else { throw CommandError(.no, "\(setting.name) is not set", hint: "hsync config set \(setting.name) VALUE") }
    found.value.lines.forEach(Output.value)
  }
}
