import Glibc

/// The lines of a dump, one after the other, in memory that doesn't grow with the dump.
struct DumpLines {
  /// The longest line: a product of the JSONL dump has at most some 500 KB.
  static let longest = 32 << 20

  private let read: (UnsafeMutableRawBufferPointer) throws -> Int

  /// Lines of the bytes that `read` fills a buffer with; it returns their number, 0 at the end.
  init(_ read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) { self.read = read }

  /// Calls `body` with each line without its end, and with `nil` for one that is too long. The bytes are valid inside `body`.
  func forEach(_ body: (UnsafeRawBufferPointer?) throws -> Void) throws {
    var capacity = 1 << 20
    var buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    defer { buffer.deallocate() }
    var (start, end, isSkipping) = (0, 0, false)
    while true {
      let count = try read(UnsafeMutableRawBufferPointer(start: buffer + end, count: capacity - end))
      if count == 0 { break }
      var unsearched = end
      end += count
      while let newline = memchr(buffer + unsearched, 0x0A, end - unsearched) {
        let position = UnsafeMutableRawPointer(newline) - buffer
        try body(isSkipping ? nil : Self.line(buffer, start..<position))
        isSkipping = false
        start = position + 1
        unsearched = start
      }
      if isSkipping { start = end }
      memmove(buffer, buffer + start, end - start)
      end -= start
      start = 0
      guard end == capacity else { continue }
      if capacity < Self.longest {
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity * 2, alignment: 16)
        memcpy(larger, buffer, end)
        buffer.deallocate()
        (buffer, capacity) = (larger, capacity * 2)
      } else {
        (isSkipping, end) = (true, 0)
      }
    }
    if isSkipping || end > 0 { try body(isSkipping ? nil : Self.line(buffer, 0..<end)) }
  }

  private static func line(_ buffer: UnsafeMutableRawPointer, _ range: Range<Int>) -> UnsafeRawBufferPointer {
    var range = range
    if let last = range.last, buffer.load(fromByteOffset: last, as: UInt8.self) == 0x0D { range = range.lowerBound..<last }
    return UnsafeRawBufferPointer(start: buffer + range.lowerBound, count: range.count)
  }
}
