import ArgumentParser
import Foundation
import HealthModel
import Settings

/// `hsync config set`.
struct ConfigSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set a value; a list takes any number of them.",
    discussion: """
      One line of config.toml changes; comments, order and everything else stay. Several values are a list: hsync config set health.folders \
      ~/Health ~/Watch; --add puts them behind those that are there. A value that begins with - comes behind --.
      """)

  @Argument(help: ArgumentHelp("The setting, like health.zone.", valueName: "key"), completion: .settings)
  var name: String

  @Argument(help: "The value, or those of a list.", completion: .settingValues)
  var values: [String] = []

  @Flag(help: "Add to a list, each value once.")
  var add = false

  @Flag(help: "One JSON document.")
  var json = false

  func run() throws {
    let setting = try Setting.named(name)
    let paths = Paths()
    if add {
      guard case .list = setting.kind else {
        throw CommandError(.usage, "\(setting.name) isn't a list: nothing can be added to it", hint: "leave --add away")
      }
    }
    let folder = FileManager.default.currentDirectoryPath
    if let variable = try SettingsFile(paths: paths).set(setting, words: values, from: folder, add ? .adds : .replaces) {
      Output.notice("$\(variable) is set and counts before \(setting.name)")
    }
    if json { Output.json(setting.json(try SettingValues(paths: paths).found(setting))) }
  }
}
