/// Splits a stream of bytes into lines of a bounded length.
package struct LineBuffer: Sendable {
  /// A line, or what was wrong with it.
  package enum Line: Sendable, Equatable {
    /// Its bytes without the line's end.
    case line([UInt8])
    /// It has more than `most` bytes, which were dropped.
    case tooLong
  }

  /// The most bytes of a line by default: a megabyte.
  package static let most = 1 << 20

  private let most: Int
  private var open: [UInt8] = []
  private var isDropping = false

  /// An empty buffer for lines of up to `most` bytes.
  package init(most: Int = LineBuffer.most) { self.most = most }

  /// Adds bytes as they arrive.
  ///
  /// - Returns: The lines that they complete, in order. Empty ones are left out.
  package mutating func add(_ bytes: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      take(rest[..<end])
      lines += close()
      rest = rest[rest.index(after: end)...]
    }
    take(rest)
    return lines
  }

  /// Ends the stream.
  ///
  /// - Returns: The last line, if it had no end.
  package mutating func finish() -> [Line] { close() }

  private mutating func take(_ bytes: some Collection<UInt8>) {
    guard !isDropping else { return }
    guard open.count + bytes.count <= most else {
      isDropping = true
      open = []
      return
    }
    open.append(contentsOf: bytes)
  }

  private mutating func close() -> [Line] {
    defer { (open, isDropping) = ([], false) }
    if isDropping { return [.tooLong] }
    if open.last == UInt8(ascii: "\r") { open.removeLast() }
    return open.isEmpty ? [] : [.line(open)]
  }
}
