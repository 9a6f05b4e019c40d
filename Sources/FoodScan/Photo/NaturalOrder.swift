/// Natural sort order: IMG_2 before IMG_10.
enum NaturalOrder {
  /// Returns whether `a` comes before `b`: numbers are compared by value, everything else by bytes. Of texts that
  /// differ only in leading zeros, the one with fewer comes first.
  static func areInOrder(_ a: String, _ b: String) -> Bool {
    var (a, b) = (a, b)
    return a.withUTF8 { a in b.withUTF8 { b in compare(a, b) < 0 } }
  }

  private static func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      guard isDigit(a[i]), isDigit(b[j]) else {
        if a[i] != b[j] { return Int(a[i]) - Int(b[j]) }
        i += 1
        j += 1
        continue
      }
      // The longer number is larger once the zeros before it are gone; of two as long, the first digit that differs says it.
      (i, j) = (end(of: a, from: i, while: { $0 == 0x30 }), end(of: b, from: j, while: { $0 == 0x30 }))
      let (endOfA, endOfB) = (end(of: a, from: i, while: isDigit), end(of: b, from: j, while: isDigit))
      if endOfA - i != endOfB - j { return (endOfA - i) - (endOfB - j) }
      while i < endOfA {
        if a[i] != b[j] { return Int(a[i]) - Int(b[j]) }
        i += 1
        j += 1
      }
    }
    let rest = (a.count - i) - (b.count - j)
    return rest != 0 ? rest : a.count - b.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func end(of text: UnsafeBufferPointer<UInt8>, from start: Int, while holds: (UInt8) -> Bool) -> Int {
    var end = start
    while end < text.count, holds(text[end]) { end += 1 }
    return end
  }
}
