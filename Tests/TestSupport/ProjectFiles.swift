import Foundation

/// The paths of the project's own files and of the shared test data.
package enum ProjectFiles {
  /// The project's root: the folder that holds `Package.swift`.
  package static let root: String = {
    var folder = URL(fileURLWithPath: #filePath)
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
      folder.deleteLastPathComponent()
    }
    return folder.path
  }()

  /// The path of a file of the project.
  package static func path(_ name: String) -> String { root + "/" + name }

  /// `../shared/data/<path>` beside the root, `nil` when it isn't there: third-party data isn't part of the project, and tests that use
  /// it are skipped with `.enabled(if:)`.
  package static func sharedData(_ path: String) -> String? {
    let full = root + "/../shared/data/" + path
    return FileManager.default.fileExists(atPath: full) ? full : nil
  }

  /// `docs/json.md`, with each list of keys on one line: the page breaks those that are too long for one.
  package static func jsonPage() throws -> String {
    String(decoding: try bytes(path("docs/json.md")), as: UTF8.self).replacing("\",\n\"", with: "\", \"")
  }

  /// The bytes of a file.
  package static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
}
