import Files
import Glibc

/// A file for what can't be read where it comes from: an archive on a pipe, a database inside an archive. Health data: only its owner may
/// read it (mode 0600), and it is gone when the value is, or the program dies after `removeName()`.
final class TemporaryFile {
  private let name: String
  private let folder: String
  private let descriptor: Int32
  private var hasName = true

  /// Creates an empty file.
  ///
  /// - Parameter folder: Its folder, which must exist.
  /// - Throws: `.noSpace`.
  init(in folder: String) throws(ImportError) {
    var template = Array("\(folder)/hsync-import-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    name = template.withUnsafeBufferPointer { String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) }
    self.folder = folder
    guard descriptor >= 0 else { throw Self.failure(errno, folder) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    if hasName { unlink(name) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// The path by which it can be opened, while it has its name.
  var path: String { name }

  /// It again, to be read; lives as long as it likes.
  func reopened(as name: String) throws(ImportError) -> RandomAccessFile {
    try RandomAccessFile(descriptor: fcntl(descriptor, F_DUPFD_CLOEXEC, 0), name: name)
  }

  /// Takes its name away: from now on not even a kill leaves it behind.
  func removeName() {
    if hasName { unlink(name) }
    hasName = false
  }

  /// Writes all that the source has.
  ///
  /// - Throws: `.noSpace` when the disk is full, and what the source throws.
  func append(_ source: some ByteSource) throws {
    var source = source
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    try buffer.withUnsafeMutableBytes { buffer in
      while true {
        let count = try source.read(into: buffer)
        if count == 0 { return }
        try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }

  private func write(_ chunk: UnsafeRawBufferPointer) throws(ImportError) {
    guard writeWhole(chunk, to: descriptor) else { throw Self.failure(errno, folder) }
  }

  private static func failure(_ number: Int32, _ folder: String) -> ImportError {
    ImportError(
      .noSpace, "no temporary file can be written in \(folder): \(String(cString: strerror(number)))",
      hint: "free some space there, or name another folder: \(.temporaryFolder)")
  }
}
