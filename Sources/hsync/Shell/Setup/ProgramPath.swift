import Foundation
import Settings

/// The places of programs.
enum ProgramPath {
  /// This program's file; `nil` = the system doesn't say.
  static var own: String? { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") }

  /// The paths that a name has in the folders of `PATH`, in their order. Folders that aren't absolute are left out.
  static func candidates(_ name: String, _ paths: Paths) -> [String] {
    (paths.value("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
  }

  /// Whether a path leads to a program that may be run.
  static func canRun(_ path: String) -> Bool { access(path, X_OK) == 0 }
}
