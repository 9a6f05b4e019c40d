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

  /// Writes a program for the shell, which everybody may run, and returns its path.
  ///
  /// Another process writes it. If this one did, a child that a test beside it starts at that moment would have the file open for writing,
  /// too, and nobody could run it until that child is gone (ETXTBSY).
  @discardableResult
  package func writeScript(_ script: String, to name: String) throws -> String {
    let words = [#"printf '#!/bin/sh\n%s\n' "$1" >"$2" && chmod 755 "$2""#, "sh", script, file(name)]
    let outcome = try Program("/bin/sh", home: self).run(["-c"] + words)
    guard outcome.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    return file(name)
  }
}
