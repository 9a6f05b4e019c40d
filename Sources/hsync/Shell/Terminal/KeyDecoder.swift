import HealthDesk

/// Turns the bytes of a terminal in raw mode into keys: UTF-8 text, control characters, the escape sequences of arrows, and pasted text, in
/// which an end of a line doesn't press Enter.
struct KeyDecoder {
  /// A key, or a control character that ends or stops the program.
  enum Key: Equatable {
    case key(PickerKey)
    /// Ctrl-C.
    case interrupt
    /// Ctrl-Z.
    case suspend
  }

  private var waiting: [UInt8] = []
  private var isPasted = false

  /// Whether bytes wait for the rest of their sequence.
  var isWaiting: Bool { !waiting.isEmpty }

  /// The keys of some bytes; an unfinished sequence waits for the next ones.
  mutating func keys(_ bytes: [UInt8]) -> [Key] {
    waiting += bytes
    var keys: [Key] = []
    while !waiting.isEmpty, let (key, count) = first() {
      waiting.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// The keys of bytes that waited too long: an Escape alone is that key, and half a character is none.
  mutating func flush() -> [Key] {
    defer { waiting = [] }
    return waiting == [0x1B] ? [.key(.escape)] : []
  }

  /// The first key and its bytes; without a key for bytes that mean nothing. `nil` = more bytes are needed.
  private mutating func first() -> (key: Key?, count: Int)? {
    let byte = waiting[0]
    switch byte {
    case 0x1B: return escape()
    case 0x0D, 0x0A: return (.key(isPasted ? .text(" ") : .enter), 1)
    case 0x09: return (.key(isPasted ? .text(" ") : .tab), 1)
    case 0x08, 0x7F: return (.key(.backspace), 1)
    case 0x03: return (.interrupt, 1)
    case 0x04: return (.key(.escape), 1)
    case 0x1A: return (.suspend, 1)
    case 0x10: return (.key(.up), 1)
    case 0x0E: return (.key(.down), 1)
    case 0x15: return (.key(.eraseAll), 1)
    case 0x17: return (.key(.eraseWord), 1)
    case ..<0x20: return (nil, 1)
    default: return text()
    }
  }

  /// `ESC [ … letter` and `ESC O letter`.
  private mutating func escape() -> (key: Key?, count: Int)? {
    guard waiting.count > 1 else { return nil }
    guard waiting[1] == UInt8(ascii: "[") || waiting[1] == UInt8(ascii: "O") else {
      // Escape and then another key.
      return (.key(.escape), 1)
    }
    guard let end = waiting.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      // No sequence is that long.
      return waiting.count > 32 ? (nil, waiting.count) : nil
    }
    let parameters = String(decoding: waiting[2..<end], as: UTF8.self)
    let count = end + 1
    switch (waiting[end], parameters) {
    case (UInt8(ascii: "A"), _): return (.key(.up), count)
    case (UInt8(ascii: "B"), _): return (.key(.down), count)
    case (UInt8(ascii: "Z"), _): return (.key(.tab), count)
    case (UInt8(ascii: "~"), "5"): return (.key(.pageUp), count)
    case (UInt8(ascii: "~"), "6"): return (.key(.pageDown), count)
    case (UInt8(ascii: "~"), "200"): isPasted = true
    case (UInt8(ascii: "~"), "201"): isPasted = false
    default: break
    }
    return (nil, count)
  }

  /// The characters up to the next control.
  private func text() -> (key: Key?, count: Int)? {
    let bytes = waiting.prefix { $0 >= 0x20 && $0 != 0x7F }
    // The length of the last character by its first byte.
    let tail = bytes.suffix(3).lastIndex { $0 & 0xC0 != 0x80 && $0 >= 0xC0 }
    var whole = bytes
    if let tail, bytes.count == waiting.count {
      let length = bytes[tail] >= 0xF0 ? 4 : bytes[tail] >= 0xE0 ? 3 : 2
      if bytes.endIndex - tail < length { whole = bytes[..<tail] }
    }
    guard !whole.isEmpty else { return nil }
    let text = String(decoding: whole, as: UTF8.self).filter { $0 != "\u{FFFD}" }
    return (text.isEmpty ? nil : .key(.text(text)), whole.count)
  }
}
