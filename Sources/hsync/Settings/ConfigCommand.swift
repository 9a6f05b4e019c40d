import ArgumentParser
import HealthModel
import Settings

/// `hsync config`.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show and change settings.",
    discussion: """
      Settings are stored in config.toml (hsync config path); environment variables override them. docs/config.md lists all settings. A \
      change touches one line; comments and order are kept.
      """,
    subcommands: [
      ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigDeleteCommand.self, ConfigPathCommand.self,
      ConfigEditCommand.self,
    ],
    defaultSubcommand: ConfigListCommand.self)
}

extension Setting {
  /// The setting as in the JSON contract, with its effective value.
  func json(_ found: SettingValues.Found?) -> JSON {
    .object([
      ("key", .string(name)), ("type", .string(kind.name)), ("value", found?.value.json ?? .null), ("default", fallback?.json ?? .null),
      ("source", JSON(found?.origin.rawValue)), ("variable", JSON(variable)), ("about", .string(about)),
    ])
  }
}
