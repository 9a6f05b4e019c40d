import Files
import Glibc
import HealthModel

/// The paths in a list, read while they are asked for, so that a pipe's first ones are scanned before its last ones are there. Owns the file.
final class PathLines {
  /// As a sentence calls the list.
  let name: String
  private let file: Int32
  private let separator: UInt8
  private var buffer: [UInt8] = []
  /// The start of the next path in the buffer.
  private var start = 0
  private var isFirst = true
  private var hasSeparators = false
  private var isAtEnd = false

  /// The maximum length of a path; a file with longer lines isn't a list.
  private static let longestPath = 1 << 16

  /// Opens the list.
  ///
  /// - Parameters:
  ///   - source: A file, or standard input.
  ///   - endsWithNUL: Paths end with a NUL byte rather than with their line.
  /// - Throws: `.noSuchPhoto`, `.notPermitted`, `.readFailed`.
  init(_ source: PhotoSource, endsWithNUL: Bool) throws(ScanError) {
    separator = endsWithNUL ? 0 : 0x0A
    name = source.label
    guard case .file(let path) = source else {
      file = STDIN_FILENO
      return
    }
    file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .opening(path, errno, noun: "list") }
  }

  deinit { if file != STDIN_FILENO { close(file) } }

  /// The next path; `nil` at the end. Empty lines are left out, as are a byte order mark and the carriage returns that Windows' editors write.
  ///
  /// - Throws: `.readFailed`, `.damaged` for what can't be a list of paths; then it is at its end.
  func next() throws(ScanError) -> String? {
    while true {
      guard var line = try nextLine() else { return nil }
      if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
      isFirst = false
      if separator != 0, line.last == 0x0D { line = line.dropLast() }
      if separator == 0, !hasSeparators, line.contains(0x0A) {
        throw ScanError(.damaged, "\(name) isn't a list with NUL bytes: it contains lines", hint: "leave \(.listWithNUL) out")
      }
      // Opened as it is, such a path would end at its first NUL, and those behind it would be lost.
      if line.contains(0) {
        isAtEnd = true
        start = buffer.count
        throw ScanError(.damaged, "\(name) isn't a list of lines: it contains NUL bytes", hint: "add \(.listWithNUL)")
      }
      if !line.isEmpty { return String(decoding: line, as: UTF8.self) }
    }
  }

  private func nextLine() throws(ScanError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: separator) {
        defer { start = end + 1 }
        hasSeparators = true
        return buffer[start..<end]
      }
      if isAtEnd {
        defer { start = buffer.count }
        return start < buffer.count ? buffer[start...] : nil
      }
      guard buffer.count - start <= Self.longestPath else {
        isAtEnd = true
        start = buffer.count
        throw ScanError(
          .damaged, "\(name) is no list of paths: one is longer than \(Self.longestPath) bytes",
          hint: "write one path a line; with NUL bytes between them, add \(.listWithNUL)")
      }
      searched = buffer.count - start
      try fill()
    }
  }

  /// Reads more data into the buffer, after the unread rest.
  private func fill() throws(ScanError) {
    buffer.removeFirst(start)
    start = 0
    var failure: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 14) { room, filled in
      let count = readPart(of: file, into: UnsafeMutableRawBufferPointer(room))
      failure = count < 0 ? errno : 0
      filled = max(0, count)
    }
    if chunk.isEmpty { isAtEnd = true }
    buffer += chunk
    guard failure == 0 else {
      buffer = []
      if failure == EISDIR {
        throw ScanError(.isFolder, "\(name) is a folder, not a list of paths", hint: "scan the photos in it: \(.scanFolder(path: name))")
      }
      throw ScanError(.readFailed, "can't read \(name): \(String(cString: strerror(failure)))")
    }
  }
}
