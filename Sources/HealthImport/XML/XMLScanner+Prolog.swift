import Glibc

/// Reading the text around the elements: the prolog with its DTD, comments, and the end.
extension XMLScanner {
  /// Advances to the root's start tag. The DTD isn't parsed, because those of iOS 16 are broken; one that declares
  /// entities is rejected, because Apple's never do and malicious files do.
  mutating func findRoot(_ root: StaticString) throws {
    var hasMore = true
    while hasMore {
      hasMore = try window.readMore(limit: Self.longestProlog)
      if let start = try rootStart(root, isWhole: !hasMore) {
        window.cursor = start
        return
      }
    }
    throw ImportError(
      .notAnExport, "no health data in \(window.name): there is no \(root) element",
      hint: "use the export.zip that the Health app made, or the export.xml in it")
  }

  /// Returns the position of the root's start tag in the data read so far; `nil` when it isn't there (yet).
  /// - Parameter isWhole: whether this is all of the data: then an unterminated comment isn't treated as one.
  private func rootStart(_ root: StaticString, isWhole: Bool) throws -> Int? {
    let prolog = ByteText(start: window.base, count: window.filled)
    try checkByteOrder(prolog)
    var at = 0
    while at < prolog.count, let found = memchr(prolog.start + at, 0x3C, prolog.count - at) {
      at = UnsafeRawPointer(found) - UnsafeRawPointer(prolog.start)
      let rest = prolog.dropping(at)
      if rest.hasPrefix("<!--") {
        if let end = rest.position(of: "-->") {
          at += end + 3
          continue
        }
        guard isWhole else { return nil }
      }
      if rest.hasPrefix("<!ENTITY") {
        throw ImportError(
          .dangerous, "\(window.name) declares entities, at byte \(window.position(of: at)): that is no export of the Health app",
          hint: "make a new export in the Health app")
      }
      if rest.hasPrefix("<?xml") {
        guard let end = rest.position(of: "?>") ?? (isWhole ? rest.count : nil) else { return nil }
        try checkEncoding(rest.first(end))
      }
      let nameEnd = 1 + root.utf8CodeUnitCount
      if rest.count > nameEnd, rest.dropping(1).hasPrefix(root), rest[nameEnd] <= 0x20 || rest[nameEnd] == 0x3E || rest[nameEnd] == 0x2F {
        return at
      }
      at += 1
    }
    return nil
  }

  /// Refuses UTF-16 and UTF-32, by their byte order marks or the zero bytes of their first character.
  private func checkByteOrder(_ prolog: ByteText) throws {
    guard prolog.count >= 2 else { return }
    switch (prolog[0], prolog[1]) {
    case (0xFE, 0xFF), (0xFF, 0xFE), (0x00, 0x3C), (0x3C, 0x00), (0x00, 0x00): throw wrongEncoding("UTF-16 or UTF-32")
    default: return
    }
  }

  /// Refuses an encoding that isn't UTF-8 or a part of it.
  private func checkEncoding(_ declaration: ByteText) throws {
    guard let found = declaration.position(of: "encoding") else { return }
    let value = declaration.dropping(found + 8).bytes.drop { $0 <= 0x20 || $0 == 0x3D }.dropFirst().prefix { $0 != 0x22 && $0 != 0x27 }
    let name = String(decoding: value.prefix(40).filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
    guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()) else { throw wrongEncoding(name) }
  }

  private func wrongEncoding(_ name: String) -> ImportError {
    ImportError(.wrongEncoding, "\(window.name) is in \(name), not in UTF-8", hint: "convert it first: iconv -f ENCODING -t UTF-8")
  }

  /// Passes over a comment or a CDATA section, at the cursor.
  mutating func passDeclaration() throws {
    while window.filled - window.cursor < 9 {
      guard try window.readMore(limit: Self.longestTag) else { break }
    }
    let rest = ByteText(start: window.base + window.cursor, count: window.filled - window.cursor)
    if rest.hasPrefix("<!--") {
      window.cursor += 4
      try pass("-->")
    } else if rest.hasPrefix("<![CDATA[") {
      window.cursor += 9
      try pass("]]>")
    } else {
      if window.hasEnded { throw cutOff() }
      throw broken(at: window.cursor, "a declaration among the elements")
    }
  }

  /// Passes over everything up to and with `end`.
  mutating func pass(_ end: StaticString) throws {
    while true {
      let rest = ByteText(start: window.base + window.cursor, count: window.filled - window.cursor)
      if let found = rest.position(of: end) {
        window.cursor += found + end.utf8CodeUnitCount
        return
      }
      window.cursor += max(0, rest.count - end.utf8CodeUnitCount + 1)
      try readMore()
    }
  }

  /// Reads on inside the root.
  /// - Throws: `ImportError` at the end of the data, or when one tag has filled the window.
  mutating func readMore() throws {
    if try window.readMore(limit: Self.longestTag) { return }
    if window.hasEnded { throw cutOff() }
    throw broken(at: window.cursor, "a tag of more than \(Self.longestTag >> 20) MiB")
  }

  /// Reads the bytes after the root, so that the source can verify all of its bytes.
  /// - Returns: the number of them that aren't white space.
  mutating func readToEnd() throws -> Int {
    var count = 0
    repeat {
      for offset in window.cursor..<window.filled where window.base[offset] > 0x20 { count += 1 }
      window.cursor = window.filled
    } while try window.readMore(limit: Self.longestTag)
    return count
  }

  /// The document ends before its end.
  func cutOff() -> ImportError {
    ImportError(
      .cutOff, "\(window.name) is cut off: it ends at byte \(window.position(of: window.filled)), inside its health data",
      hint: "copy it again, export it again, or keep what can be read: \(.keepPartial)")
  }

  /// Something is wrong at `offset` of the window.
  func broken(at offset: Int, _ what: String) -> ImportError {
    ImportError(
      .broken, "\(window.name) is broken at byte \(window.position(of: offset)): \(what)",
      hint: "copy it again, export it again, or keep what can be read: \(.keepPartial)")
  }
}
