import Foundation

/// Where the user's files lie, by the XDG base directory specification.
struct Paths {
  let environment: [String: String]

  init(environment: [String: String] = ProcessInfo.processInfo.environment) { self.environment = environment }

  /// The library: `--db`, else `HSYNC_DB`, else `$XDG_DATA_HOME/hsync/hsync.db`.
  func library(_ option: String?) -> String {
    option ?? value("HSYNC_DB") ?? home("XDG_DATA_HOME", ".local/share") + "/hsync/hsync.db"
  }

  /// Settings: `$XDG_CONFIG_HOME/hsync/config.toml`.
  var configuration: String { value("HSYNC_CONFIG") ?? home("XDG_CONFIG_HOME", ".config") + "/hsync/config.toml" }

  /// The value of a variable, `nil` when it is unset or empty.
  func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// A base folder: the variable's, else the one beside it in the home. XDG: a relative path in the variable is invalid and ignored.
  func home(_ variable: String, _ fallback: String) -> String {
    if let folder = value(variable), folder.hasPrefix("/") { return folder }
    return (value("HOME") ?? NSHomeDirectory()) + "/" + fallback
  }
}
