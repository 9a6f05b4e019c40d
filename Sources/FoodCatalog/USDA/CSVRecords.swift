import Glibc

/// The records of a CSV file (RFC 4180): the lines of the file, joined where a quoted cell goes on in the next line.
struct CSVRecords {
  /// The longest record: ingredients have some thousand characters.
  static let longest = 1 << 20

  private let lines: DumpLines

  /// Records of the bytes that `read` fills a buffer with; it returns their number, 0 at the end.
  init(_ read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) { lines = DumpLines(read) }

  /// Calls `body` with each record without its end, and with `nil` for one that is too long or whose last cell has no end. The bytes are valid
  /// inside `body`.
  func forEach(_ body: (UnsafeRawBufferPointer?) throws -> Void) throws {
    // The lines of a record whose quotes are still open.
    var open: [UInt8] = []
    try lines.forEach { line in
      guard let line else {
        open = []
        return try body(nil)
      }
      if open.isEmpty {
        if Self.isClosed(line) { return try body(line) }
        open.append(contentsOf: line)
        return
      }
      open.append(0x0A)
      open.append(contentsOf: line)
      if open.count > Self.longest {
        open = []
        return try body(nil)
      }
      // One more odd line closes what is open.
      if Self.isClosed(line) { return }
      try open.withUnsafeBytes { try body($0) }
      open.removeAll(keepingCapacity: true)
    }
    if !open.isEmpty { try body(nil) }
  }

  /// Whether the quotes of a line come in pairs.
  private static func isClosed(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let base = line.baseAddress else { return true }
    var (start, isClosed) = (0, true)
    while let quote = memchr(base + start, 0x22, line.count - start) {
      isClosed.toggle()
      start = UnsafeRawPointer(quote) - base + 1
    }
    return isClosed
  }
}
