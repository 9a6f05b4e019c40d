/// Decimal numbers in bytes, as the dump has millions of them.
enum PlainDecimal {
  /// Returns the value of `[-]digits[.digits][e[±]digits]` that fills the bytes, rounded as `strtod` does. `nil` for anything else, and for numbers
  /// longer than 30 bytes or beyond 1e308.
  static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    var position = 0
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { position = 1 }
    var (digits, count, decimals): (Int64, Int, Int) = (0, 0, 0)
    var hasPoint = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if (0x30...0x39).contains(byte) {
        count += 1
        if hasPoint { decimals += 1 }
        if count <= 15 { digits = digits * 10 + Int64(byte - 0x30) }
      } else {
        return slow(bytes)
      }
      position += 1
    }
    guard count > 0 else { return nil }
    // Both are exact, so that their quotient is the nearest number (Clinger 1990).
    guard count <= 15, decimals < powers.count else { return slow(bytes) }
    let value = Double(digits) / powers[decimals]
    return isNegative ? -value : value
  }

  private static func slow(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count <= 30, bytes.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
    return Double(String(decoding: bytes, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]
}
