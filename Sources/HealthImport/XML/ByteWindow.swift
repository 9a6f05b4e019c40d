/// The piece of a document that is in memory: bytes from a source, of which those behind `cursor` aren't used yet.
///
/// One block of memory, which grows only when a single tag doesn't fit in it. It owns the memory; pointers to `base`
/// are valid until the next call of `readMore`, which moves the unused bytes to the front.
struct ByteWindow: ~Copyable {
  private var source: any ByteSource
  /// The bytes; 8 more may be read behind `filled`, so that words can be loaded up to the end.
  private(set) var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes in the window.
  private(set) var filled = 0
  /// The first byte that isn't used.
  var cursor = 0
  /// Bytes of the document before `base[0]`.
  private var dropped: Int64 = 0
  private var isAtEnd = false

  /// A window of `capacity` bytes at the beginning of `source`.
  init(_ source: any ByteSource, capacity: Int) {
    self.source = source
    self.capacity = max(capacity, 16)
    base = .allocate(capacity: self.capacity + 8)
    base.initialize(repeating: 0, count: self.capacity + 8)
  }

  deinit { base.deallocate() }

  /// The document, for messages.
  var name: String { source.name }

  /// The place of the byte at `offset` in the document.
  func position(of offset: Int) -> Int64 { dropped + Int64(offset) }

  /// Reads on. The unused bytes are at `base[0...]` afterwards, and `cursor` is 0.
  /// - Parameter limit: so many unused bytes are too many.
  /// - Returns: false when the limit is reached or the source has no more (`hasEnded`).
  mutating func readMore(limit: Int) throws -> Bool {
    let unused = filled - cursor
    if cursor > 0 {
      base.update(from: base + cursor, count: unused)
      dropped += Int64(cursor)
      cursor = 0
      filled = unused
    }
    guard unused < limit else { return false }
    if filled == capacity { grow() }
    let count = isAtEnd ? 0 : try source.read(into: UnsafeMutableRawBufferPointer(start: base + filled, count: capacity - filled))
    precondition(count >= 0 && count <= capacity - filled, "a source gave more bytes than there was room for")
    if count == 0 { isAtEnd = true }
    filled += count
    return count > 0
  }

  /// Whether the source was read to its end.
  var hasEnded: Bool { isAtEnd }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2 + 8)
    larger.initialize(repeating: 0, count: capacity * 2 + 8)
    larger.update(from: base, count: filled)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
