import Glibc

/// Walks through the tags of an XML document of any size, without copying and without creating a `String`.
///
/// It isn't a full XML parser: the DTD isn't parsed (Apple's own are broken), names are any bytes, and text content is
/// skipped unless `keepsText`. But tags must nest, values must be quoted and the root must be closed, so that truncated
/// or damaged files are detected. Names and values are valid until the next call of `next`.
struct XMLScanner: ~Copyable {
  /// The result of `next`.
  enum Event {
    /// A start tag; with `isEmptyElement` (`<a/>`) its end as well.
    case start
    /// An end tag.
    case end
    /// The root is closed and the source is read to its end.
    case finished
  }

  /// An attribute of the tag.
  struct Attribute {
    /// As it is written; it may hold spaces (seen in old exports).
    let name: ByteText
    /// As it is written, between the quotes: entities aren't decoded.
    let value: ByteText
  }

  /// A tag, with all its attributes, may be this long. Apple's longest have some 700 bytes.
  static let longestTag = 1 << 20
  /// Bytes of the document in memory at a time: 256 KiB stay in a core's cache.
  static let windowSize = 256 << 10
  /// The root must begin within so many bytes.
  static let longestProlog = 4 << 20
  /// Elements may be nested so deep; Apple's are up to 5.
  static let deepest = 64

  private let root: StaticString
  private let keepsText: Bool
  /// The bytes at hand. Only the scanner's own files use it.
  var window: ByteWindow

  // Freed in `deinit`.
  private var attributes: UnsafeMutablePointer<Attribute>
  private var attributeCapacity = 32
  private let openNames: UnsafeMutablePointer<UInt64>

  /// The tag's name.
  private(set) var name = ByteText.missing
  /// The text in front of an end tag, if `keepsText`; without text before a child or a comment.
  private(set) var text = ByteText.missing
  /// The number of attributes of the tag.
  private(set) var attributeCount = 0
  /// Whether the start tag is its element's end as well.
  private(set) var isEmptyElement = false
  /// Elements that are open now: 1 after the root's start tag, 0 after its end tag.
  private(set) var depth = 0
  /// The number of bytes after the root that aren't white space, after `.finished`.
  private(set) var bytesBehindRoot = 0

  private enum Stage { case prolog, content, behind, finished }
  private var stage = Stage.prolog

  /// A scanner of the document whose root element is `root`.
  /// - Parameter capacity: bytes in memory at a time.
  init(_ source: any ByteSource, root: StaticString, keepsText: Bool = false, capacity: Int = windowSize) {
    self.root = root
    self.keepsText = keepsText
    window = ByteWindow(source, capacity: capacity)
    attributes = .allocate(capacity: attributeCapacity)
    openNames = .allocate(capacity: Self.deepest)
  }

  deinit {
    attributes.deallocate()
    openNames.deallocate()
  }

  /// Bytes of the document that were used.
  var position: Int64 { window.position(of: window.cursor) }

  /// The attribute at `index`, which must be less than `attributeCount`.
  @inline(__always) func attribute(_ index: Int) -> Attribute {
    assert(index >= 0 && index < attributeCount)
    return attributes[index]
  }

  /// The value of an attribute of this tag, `ByteText.missing` when it has none.
  func value(of name: StaticString) -> ByteText {
    for index in 0..<attributeCount where attributes[index].name == name { return attributes[index].value }
    return .missing
  }

  /// Goes to the next tag.
  /// - Throws: `ImportError` for a document that is broken, cut off, dangerous, not in UTF-8 or another one; what the source throws.
  mutating func next() throws -> Event {
    switch stage {
    case .prolog:
      try findRoot(root)
      stage = .content
    case .content: break
    case .behind:
      bytesBehindRoot = try readToEnd()
      stage = .finished
      return .finished
    case .finished: return .finished
    }
    while true {
      let textStart = window.cursor
      let base = UnsafePointer(window.base)
      guard let found = memchr(base + textStart, 0x3C, window.filled - textStart) else {
        if !keepsText { window.cursor = window.filled }
        try readMore()
        continue
      }
      let tag = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      let isComplete: Bool
      switch base[tag + 1] {  // a byte behind the last one may be read
      case _ where tag + 1 == window.filled: isComplete = false
      case 0x2F:  // "/"
        isComplete = try endTag(at: tag, textStart: textStart)
        if isComplete { return .end }
      case 0x21:  // "!"
        window.cursor = tag
        try passDeclaration()
        continue
      case 0x3F:  // "?"
        window.cursor = tag + 2
        try pass("?>")
        continue
      default:
        isComplete = try startTag(at: tag)
        if isComplete { return .start }
      }
      if !keepsText { window.cursor = tag }
      try readMore()
    }
  }
}

// MARK: - Tags

extension XMLScanner {
  /// Reads the start tag at `tag`; false when its end isn't in the buffer yet.
  private mutating func startTag(at tag: Int) throws -> Bool {
    let base = UnsafePointer(window.base)
    let end = window.filled
    var at = tag + 1
    while at < end, base[at] > 0x20, base[at] != 0x2F, base[at] != 0x3E, base[at] != 0x3C { at += 1 }
    guard at < end else { return false }
    guard at > tag + 1 else { throw broken(at: tag, "a tag without a name") }
    let name = ByteText(start: base + tag + 1, count: at - tag - 1)
    var count = 0
    while true {
      while at < end, base[at] <= 0x20 { at += 1 }
      guard at < end else { return false }
      let byte = base[at]
      if byte == 0x3E {
        isEmptyElement = false
        at += 1
        break
      }
      if byte == 0x2F {
        guard at + 1 < end else { return false }
        guard base[at + 1] == 0x3E else { throw broken(at: at, "a slash inside a tag") }
        isEmptyElement = true
        at += 2
        break
      }
      let nameStart = at
      guard let equals = try nameEnd(from: at, in: base) else { return false }
      at = equals + 1
      while at < end, base[at] <= 0x20 { at += 1 }
      guard at < end else { return false }
      let quote = base[at]
      guard quote == 0x22 || quote == 0x27 else { throw broken(at: at, "an attribute without quotes") }
      at += 1
      guard let found = memchr(base + at, Int32(quote), end - at) else { return false }
      let close = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      guard close + 1 < end else { return false }
      let behind = base[close + 1]
      guard behind <= 0x20 || behind == 0x2F || behind == 0x3E else {
        throw broken(at: close, "an attribute that doesn't end where it should")
      }
      var nameStop = equals
      while nameStop > nameStart, base[nameStop - 1] <= 0x20 { nameStop -= 1 }
      guard nameStop > nameStart else { throw broken(at: nameStart, "an attribute without a name") }
      if count == attributeCapacity { growAttributes() }
      attributes[count] = Attribute(
        name: ByteText(start: base + nameStart, count: nameStop - nameStart), value: ByteText(start: base + at, count: close - at))
      count += 1
      at = close + 1
    }
    if isEmptyElement {
      if depth == 0 { stage = .behind }
    } else {
      guard depth < Self.deepest else { throw broken(at: tag, "more than \(Self.deepest) elements inside each other") }
      openNames[depth] = fingerprint(name)
      depth += 1
    }
    self.name = name
    attributeCount = count
    window.cursor = at
    return true
  }

  /// Returns the position of the `=` after an attribute's name; `nil` when it isn't in the buffer yet.
  @inline(__always) private func nameEnd(from start: Int, in base: UnsafePointer<UInt8>) throws -> Int? {
    var at = start
    while at < window.filled {
      // `<`, `=`, `>` and `?` are 0x3C to 0x3F: bytes that become zero when their upper six bits are compared with 0x3C. The usual test
      // for a zero byte (Hacker's Delight, 6-1) finds the first of eight at once.
      let word = UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
      let folded = (word & 0xFCFC_FCFC_FCFC_FCFC) ^ 0x3C3C_3C3C_3C3C_3C3C
      let zeros = (folded &- 0x0101_0101_0101_0101) & ~folded & 0x8080_8080_8080_8080
      guard zeros != 0 else {
        at += 8
        continue
      }
      at += zeros.trailingZeroBitCount >> 3
      guard at < window.filled else { return nil }
      switch base[at] {
      case 0x3D: return at
      case 0x3F: at += 1
      default: throw broken(at: at, "an attribute without a value")
      }
    }
    return nil
  }

  /// Reads the end tag at `tag`; false when its end isn't in the buffer yet.
  private mutating func endTag(at tag: Int, textStart: Int) throws -> Bool {
    let base = UnsafePointer(window.base)
    var at = tag + 2
    while at < window.filled, base[at] > 0x20, base[at] != 0x3E { at += 1 }
    let nameEnd = at
    while at < window.filled, base[at] <= 0x20 { at += 1 }
    guard at < window.filled else { return false }
    guard base[at] == 0x3E else { throw broken(at: at, "an end tag that doesn't end") }
    name = ByteText(start: base + tag + 2, count: nameEnd - tag - 2)
    guard depth > 0, openNames[depth - 1] == fingerprint(name) else { throw broken(at: tag, "an end tag for an element that isn't open") }
    text = keepsText ? ByteText(start: base + textStart, count: tag - textStart) : .missing
    attributeCount = 0
    depth -= 1
    if depth == 0 { stage = .behind }
    window.cursor = at + 1
    return true
  }

  /// FNV-1a of an element's name: enough to notice that the wrong one is closed.
  @inline(__always) private func fingerprint(_ name: ByteText) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<max(name.count, 0) { hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3 }
    return hash
  }

  private mutating func growAttributes() {
    let larger = UnsafeMutablePointer<Attribute>.allocate(capacity: attributeCapacity * 2)
    larger.initialize(from: attributes, count: attributeCapacity)
    attributes.deallocate()
    attributes = larger
    attributeCapacity *= 2
  }
}
