import Foundation

/// A folder of a test's own, deleted when the value goes away.
package final class TemporaryFolder: Sendable {
  /// Its absolute path.
  package let path: String

  /// Makes an empty folder under the system's temporary folder.
  package init() throws {
    path = NSTemporaryDirectory() + "hsync-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it, which needn't exist.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ bytes: some Collection<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }
}
