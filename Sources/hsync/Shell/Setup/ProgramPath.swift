import Foundation
import Settings

/// The places of programs.
enum ProgramPath {
  /// This program's file; `nil` = the system doesn't say.
  static var own: String? { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") }

  /// The paths that a name has in the folders of `PATH`, in their order. Folders that aren't absolute are left out.
  ///
  /// - Parameter usual: The folders when there is no `PATH`, separated by colons.
  static func candidates(_ name: String, _ paths: Paths, otherwise usual: String = "") -> [String] {
    (paths.value("PATH") ?? usual).split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
  }

  /// Whether a path leads to a program that may be run.
  static func canRun(_ path: String) -> Bool { access(path, X_OK) == 0 }
}
