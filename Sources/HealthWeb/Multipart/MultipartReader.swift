import Glibc

/// Parses a body of `multipart/form-data` as its bytes arrive (RFC 7578; RFC 2046, section 5.1). It never holds more than a chunk, a head of a part
/// and a boundary.
struct MultipartReader: Sendable {
  /// The part of the body that the next bytes belong to.
  private enum Place: Sendable {
    /// Before the first boundary, which is skipped.
    case preamble
    /// Behind a boundary, where a line's end or the closing dashes must stand.
    case boundary
    case head
    case content
    /// Behind the closing boundary, which is skipped.
    case epilogue
  }

  /// A step through the body. Contents come in any number of pieces.
  enum Event: Sendable, Equatable {
    case part(MultipartHead)
    case content([UInt8])
    case end
  }

  private let limits: MultipartLimits
  /// A line's end, two dashes and the boundary.
  private let delimiter: [UInt8]
  private var place = Place.preamble
  /// Bytes that can't be judged yet.
  private var rest: [UInt8]
  private var bytes = 0
  private var parts = 0
  private var partBytes = 0
  private var mostPartBytes = 0
  /// Bytes behind the last whole step that were passed on or skipped already.
  private var consumed = 0
  /// Bytes of a head that were searched for its end already.
  private var searched = 0

  /// A reader of a body whose request has that `Content-Type`.
  ///
  /// - Throws: `notMultipart` when it is another type, or has no boundary of 1 to 70 characters.
  init(contentType: String?, limits: MultipartLimits = MultipartLimits()) throws(MultipartFault) {
    guard let type = contentType.flatMap({ HeaderValue($0) }), type.value.lowercased() == "multipart/form-data",
      let boundary = type["boundary"],
      (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy(MultipartReader.isBoundary), !boundary.hasSuffix(" ")
    else { throw .notMultipart }
    self.limits = limits
    delimiter = Array("\r\n--\(boundary)".utf8)
    // The first boundary may be the body's beginning: it is one behind a line's end, too.
    rest = [0x0D, 0x0A]
  }

  /// Takes the next bytes.
  ///
  /// - Throws: What is wrong with the body. The reader can't be used any more then.
  mutating func take(_ chunk: some Collection<UInt8>) throws(MultipartFault) -> [Event] {
    bytes += chunk.count
    if bytes > limits.bodyBytes { throw .bodyTooLarge }
    rest += chunk
    var events: [Event] = []
    var start = 0
    while let end = try step(from: start, &events) { start = end }
    rest.removeFirst(min(start + consumed, rest.count))
    consumed = 0
    return events
  }

  /// Checks that the body is complete. Call it after the last bytes.
  ///
  /// - Throws: `cutOff` when the closing boundary is missing.
  func finish() throws(MultipartFault) { if case .epilogue = place { return } else { throw .cutOff } }

  /// One step from a place in `rest`; the place behind it, or `nil` when more bytes are needed.
  private mutating func step(from start: Int, _ events: inout [Event]) throws(MultipartFault) -> Int? {
    switch place {
    case .preamble, .content:
      let (found, isWhole) = search(from: start)
      try pass(start..<found, &events)
      guard isWhole else {
        consumed = found - start
        return nil
      }
      if case .content = place { events.append(.end) }
      place = .boundary
      return found + delimiter.count
    case .boundary: return try boundaryEnd(from: start)
    case .head:
      guard let end = try headEnd(from: start) else { return nil }
      parts += 1
      if parts > limits.parts { throw .tooManyParts }
      let head = try MultipartHead(rest[start..<end])
      (partBytes, mostPartBytes) = (0, head.isFile ? limits.fileBytes : limits.fieldBytes)
      events.append(.part(head))
      place = .content
      return end + 2
    case .epilogue:
      consumed = rest.count - start
      return nil
    }
  }

  /// Passes bytes of a part on.
  private mutating func pass(_ range: Range<Int>, _ events: inout [Event]) throws(MultipartFault) {
    guard case .content = place, !range.isEmpty else { return }
    partBytes += range.count
    if partBytes > mostPartBytes { throw .partTooLarge }
    events.append(.content(Array(rest[range])))
  }

  /// Behind a boundary: blanks and a line's end, or the two dashes that close the body.
  private mutating func boundaryEnd(from start: Int) throws(MultipartFault) -> Int? {
    guard start + 2 <= rest.count else { return nil }
    if rest[start] == 0x2D, rest[start + 1] == 0x2D {
      place = .epilogue
      return start + 2
    }
    var end = start
    while end < rest.count, rest[end] == 0x20 || rest[end] == 0x09 {
      end += 1
      if end - start > MultipartReader.mostPadding { throw .malformed }
    }
    guard end + 2 <= rest.count else { return nil }
    guard rest[end] == 0x0D, rest[end + 1] == 0x0A else { throw .malformed }
    place = .head
    return end + 2
  }

  /// Blanks that may stand behind a boundary.
  private static let mostPadding = 100

  /// The end of a part's head without the empty line: the place of the line's end that comes before another one.
  private mutating func headEnd(from start: Int) throws(MultipartFault) -> Int? {
    // A part without a head begins with the empty line; it has no name and is refused for that.
    if rest.count >= start + 2, rest[start] == 0x0D, rest[start + 1] == 0x0A { throw .malformed }
    var at = start + searched
    while at + 4 <= rest.count {
      if rest[at] == 0x0D, rest[at + 1] == 0x0A, rest[at + 2] == 0x0D, rest[at + 3] == 0x0A {
        searched = 0
        return at + 2
      }
      at += 1
      if at - start > limits.headBytes { throw .headTooLarge }
    }
    searched = at - start
    return nil
  }

  /// The place of the next delimiter, or of what may become one when more bytes come; the end when there is none.
  private func search(from start: Int) -> (place: Int, isWhole: Bool) {
    rest.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return (start, false) }
      var at = start
      while at < bytes.count, let found = memchr(base + at, 0x0D, bytes.count - at) {
        at = base.distance(to: found.assumingMemoryBound(to: UInt8.self))
        let count = min(delimiter.count, bytes.count - at)
        if delimiter.withUnsafeBufferPointer({ memcmp(base + at, $0.baseAddress.unsafelyUnwrapped, count) }) == 0 {
          return (at, count == delimiter.count)
        }
        at += 1
      }
      return (bytes.count, false)
    }
  }

  /// RFC 2046's `bchars`.
  private static func isBoundary(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "'()+_,-./:=? ".utf8.contains(byte)
    }
  }
}
