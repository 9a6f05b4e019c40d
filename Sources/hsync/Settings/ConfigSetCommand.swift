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
    guard let given = setting.kind.value(words: values, from: FileManager.default.currentDirectoryPath) else {
      let said = values.count == 1 ? ", not \(SettingValue.quoted(values[0]))" : ""
      throw CommandError(
        .badData, "\(setting.name) must be \(setting.kind.expected)\(said)", hint: "hsync config set \(setting.name) \(example(setting))")
    }
    if add {
      guard case .list = setting.kind else {
        throw CommandError(.usage, "\(setting.name) isn't a list: nothing can be added to it", hint: "leave --add away")
      }
    }
    try SettingsFile(paths: paths).set(setting, to: given, adds: add)
    if let variable = setting.variable, paths.value(variable) != nil {
      Output.notice("$\(variable) is set and counts before \(setting.name)")
    }
    if json { Output.json(setting.json(try SettingValues(paths: paths).found(setting))) }
  }

  private func example(_ setting: Setting) -> String {
    switch setting.kind {
    case .list: "VALUE…"
    case .flag: "true"
    default: "'\(setting.example.filter { $0 != "\"" })'"
    }
  }
}
