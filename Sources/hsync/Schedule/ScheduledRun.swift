import Foundation
import HealthModel
import Settings

/// The command line that a schedule runs: this program, as it was called, with the settings of now.
struct ScheduledRun {
  /// The program's absolute path, not resolved: a new version may be another file behind the same link.
  let program: String
  /// Settings of the environment that a timer wouldn't have, in a fixed order.
  let environment: [(name: String, value: String)]

  static let arguments = ["sync", "--timer"]

  /// The variables that determine the paths of the library and the settings, and the start of the day. None of them is
  /// a secret.
  private static let carried = [
    "HSYNC_DB", "HSYNC_CONFIG", "HSYNC_ZONE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "TZ",
  ]

  /// - Parameter library: The library given with `--db`. `nil` = by the environment.
  /// - Throws: kind `.badData` if a path can't be used in a schedule.
  init(library: String?, paths: Paths = Paths(), calledAs name: String = CommandLine.arguments[0]) throws {
    program = ScheduledRun.absolute(name, paths)
    var environment: [(name: String, value: String)] = []
    for name in ScheduledRun.carried {
      guard var value = name == "HSYNC_DB" ? library ?? paths.value(name) : paths.value(name) else { continue }
      if name == "HSYNC_DB" || name == "HSYNC_CONFIG" { value = URL(fileURLWithPath: value).standardizedFileURL.path }
      environment.append((name, value))
    }
    self.environment = environment
    for text in [program] + environment.map(\.value) where text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw CommandError(.badData, "a schedule can't hold a path with control characters in it")
    }
  }

  /// The path by which the program was called; `/proc/self/exe` when that leads nowhere.
  private static func absolute(_ name: String, _ paths: Paths) -> String {
    var candidates: [String] = []
    if name.contains("/") {
      candidates = [URL(fileURLWithPath: name).standardizedFileURL.path]
    } else {
      candidates = ProgramPath.candidates(name, paths)
    }
    return candidates.first(where: ProgramPath.canRun) ?? ProgramPath.own ?? name
  }
}
