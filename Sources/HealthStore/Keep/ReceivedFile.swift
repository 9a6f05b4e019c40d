import Files
import Foundation
import HealthModel

/// A file that is being received, beside the library, because that is where there is room for it and where it may lie. Health data: only its owner may
/// read it (mode 0600). It is removed with the value; what a crash left is removed by `removeLeftovers`.
package final class ReceivedFile: Sendable {
  package let path: String
  private let descriptor: Int32

  private static let mark = "-received-"

  /// Makes an empty file.
  ///
  /// - Parameter library: The library's path.
  /// - Throws: `StoreError` when its folder takes none.
  package init(besideLibrary library: String) throws(StoreError) {
    var template = Array("\(library)\(ReceivedFile.mark)XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw StoreError(system: errno, "can't receive a file beside \(library)") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    path = template.withUnsafeBufferPointer { String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) }
  }

  deinit {
    close(descriptor)
    remove()
  }

  /// Removes it now.
  package func remove() { unlink(path) }

  /// Writes bytes behind those that it has. Blocks.
  ///
  /// - Throws: `StoreError`, of kind `.io` when the disk is full.
  package func append(_ bytes: [UInt8]) throws(StoreError) {
    guard writeWhole(bytes, to: descriptor) else { throw StoreError(system: errno, "can't receive the file") }
  }

  /// Removes what earlier processes left beside a library. Only its one server may, when it starts.
  package static func removeLeftovers(besideLibrary library: String) {
    let (folder, name) = (NewFile.folder(of: library), library.split(separator: "/").last.map(String.init) ?? library)
    guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for file in files where file.hasPrefix(name + mark) && file.utf8.count == name.utf8.count + mark.utf8.count + 6 {
      unlink("\(folder)/\(file)")
    }
  }
}
