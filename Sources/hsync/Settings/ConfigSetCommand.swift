import ArgumentParser
import Foundation
import HealthModel
import Settings

/// `hsync config set`.
struct ConfigSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set a value; a list takes any number of values.",
    discussion: """
      Only one line of config.toml changes; comments and order are kept. A list takes several values: hsync config set health.folders \
      ~/Health ~/Watch; --add appends to it. Put -- before a value that begins with -.
      """)

  @Argument(help: ArgumentHelp("The setting, like health.zone.", valueName: "key"), completion: .settings)
  var name: String

  @Argument(help: "The value, or the values of a list.", completion: .settingValues)
  var values: [String] = []

  @Flag(help: "Append to a list, skipping values that it already has.")
  var add = false

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let setting = try Setting.named(name)
    let paths = Paths()
    if add {
      guard case .list = setting.kind else {
        throw CommandError(.usage, "\(setting.name) isn't a list: nothing can be added to it", hint: "leave --add out")
      }
    }
    let folder = FileManager.default.currentDirectoryPath
    if let variable = try SettingsFile(paths: paths).set(setting, words: values, from: folder, add ? .adds : .replaces) {
      Output.notice("$\(variable) is set and overrides \(setting.name)")
    }
    if json { Output.json(setting.json(try SettingValues(paths: paths).found(setting))) }
  }
}
