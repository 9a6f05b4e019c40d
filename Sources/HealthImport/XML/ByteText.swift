import Glibc

/// A view of bytes of a document in the scanner's buffer. It is valid until the scanner's next step; to keep the text,
/// copy it (`XMLText`).
///
/// It exists so that millions of names and values need no `String` each. Only the scanner makes them; only functions of this type and of
/// the number and date readers touch the memory.
struct ByteText {
  let start: UnsafePointer<UInt8>
  let count: Int

  /// No bytes at all: an attribute that isn't there. `start` points at readable memory that belongs to the program.
  static var missing: ByteText { ByteText(start: ("" as StaticString).utf8Start, count: -1) }

  /// Whether it is there, if only as an empty text.
  @inline(__always) var isPresent: Bool { count >= 0 }

  /// Whether there is nothing in it.
  @inline(__always) var isEmpty: Bool { count <= 0 }

  /// The byte at `index`, which must be inside.
  @inline(__always) subscript(index: Int) -> UInt8 {
    assert(index >= 0 && index < count)
    return start[index]
  }

  /// Whether these are the same bytes as `word`'s.
  @inline(__always) static func == (text: ByteText, word: StaticString) -> Bool {
    text.count == word.utf8CodeUnitCount && memcmp(text.start, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  /// Whether these are the same bytes.
  @inline(__always) static func == (a: ByteText, b: ByteText) -> Bool {
    a.count == b.count && (a.count <= 0 || memcmp(a.start, b.start, a.count) == 0)
  }

  /// Whether it begins with `word`.
  @inline(__always) func hasPrefix(_ word: StaticString) -> Bool {
    count >= word.utf8CodeUnitCount && memcmp(start, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  /// Returns the rest after the first `length` bytes, which must exist.
  @inline(__always) func dropping(_ length: Int) -> ByteText {
    assert(length <= count)
    return ByteText(start: start + length, count: count - length)
  }

  /// Its first `length` bytes, which must be there.
  @inline(__always) func first(_ length: Int) -> ByteText {
    assert(length <= count)
    return ByteText(start: start, count: length)
  }

  /// All of it, or its first `length` bytes if it has more.
  func prefix(_ length: Int) -> ByteText { ByteText(start: start, count: min(count, length)) }

  /// Returns the position of `word`; `nil` when it doesn't occur.
  func position(of word: StaticString) -> Int? {
    let length = word.utf8CodeUnitCount
    var at = 0
    while at + length <= count, let found = memchr(start + at, Int32(word.utf8Start.pointee), count - length - at + 1) {
      at = UnsafeRawPointer(found) - UnsafeRawPointer(start)
      if memcmp(start + at, word.utf8Start, length) == 0 { return at }
      at += 1
    }
    return nil
  }

  /// Without white space before and behind.
  var trimmed: ByteText {
    guard count > 0 else { return self }
    var first = 0
    var last = count
    while first < last, start[first] <= 0x20 { first += 1 }
    while last > first, start[last - 1] <= 0x20 { last -= 1 }
    return ByteText(start: start + first, count: last - first)
  }

  /// Eight bytes from `offset` as one little-endian number; they must be inside.
  @inline(__always) func word(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset + 8 <= count)
    return UInt64(littleEndian: UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self))
  }

  /// Its bytes, valid as long as it is.
  @inline(__always) var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: max(count, 0)) }
}
