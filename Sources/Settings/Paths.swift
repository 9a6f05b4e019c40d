import Foundation

/// The paths of the user's files, by the XDG base directory specification.
package struct Paths: Sendable {
  private let given: [String: String]?

  /// By the process's own environment, as it is when a variable is asked for.
  package init() { given = nil }

  /// By these variables.
  package init(environment: [String: String]) { given = environment }

  /// All variables. To look at one, `value` is quicker.
  package var environment: [String: String] { given ?? ProcessInfo.processInfo.environment }

  /// The library of who names none: `$XDG_DATA_HOME/hsync/hsync.db`.
  package var usualLibrary: String { home("XDG_DATA_HOME", ".local/share") + "/hsync/hsync.db" }

  /// The food catalogue of who names none: `$XDG_DATA_HOME/hsync/foods.db`.
  package var usualCatalogue: String { home("XDG_DATA_HOME", ".local/share") + "/hsync/foods.db" }

  /// Settings: `$HSYNC_CONFIG`, else `$XDG_CONFIG_HOME/hsync/config.toml`.
  package var configuration: String { value("HSYNC_CONFIG") ?? home("XDG_CONFIG_HOME", ".config") + "/hsync/config.toml" }

  /// The user's home.
  package var userHome: String { value("HOME") ?? NSHomeDirectory() }

  /// The value of a variable, `nil` when it is unset or empty.
  package func value(_ name: String) -> String? {
    let text = if let given { given[name] } else { getenv(name).map { String(cString: $0) } }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A base folder: the variable's, else the one beside it in the home. XDG: a relative path in the variable is invalid and ignored.
  package func home(_ variable: String, _ fallback: String) -> String {
    if let folder = value(variable), folder.hasPrefix("/") { return folder }
    return userHome + "/" + fallback
  }

  /// A path of the settings with the home in the place of `~`, as a shell has it.
  package func expanded(_ path: String) -> String {
    path == "~" ? userHome : path.hasPrefix("~/") ? userHome + path.dropFirst() : path
  }

  /// A path as a person would type it into a shell: the home is `~`, and what the shell would read otherwise stands in quotes.
  package func typed(_ path: String) -> String {
    let home = userHome
    let isInHome = home != "/" && path.hasPrefix(home + "/")
    let rest = isInHome ? String(path.dropFirst(home.count + 1)) : path
    let isPlain = rest.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x2B...0x3A).contains(byte) && byte != 0x2C || [0x40, 0x5F].contains(byte) || byte >= 0x80
    }
    let quoted =
      isPlain && !rest.isEmpty ? rest : "'" + rest.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    return isInHome ? "~/" + quoted : quoted
  }
}
