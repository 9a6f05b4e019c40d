import Glibc
import HealthModel

/// Reads decimal numbers from bytes, correctly rounded: `0.00288`, `-122.426`, `1e-05`.
enum DecimalReader {
  /// 10⁰ … 10²², the powers of ten that a `Double` holds exactly.
  private static let powers: [Double] = (0..<23).reduce(into: [1]) { powers, _ in powers.append((powers.last ?? 1) * 10) }

  /// The number that `text` is, without spaces around it; `nil` when it is none, or infinite.
  ///
  /// Up to 2⁵³ and 22 places a single division or multiplication of two exact numbers is rounded correctly (W. D. Clinger, "How to read
  /// floating point numbers accurately", 1990); the C library reads the rest.
  static func number(_ text: ByteText) -> Double? {
    let count = text.count
    guard count > 0 else { return nil }
    var at = 0
    let isNegative = text[0] == 0x2D
    if isNegative || text[0] == 0x2B { at = 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var places = 0
    var hasPoint = false
    while at < count {
      let byte = text[at]
      let digit = byte &- 0x30
      if digit <= 9 {
        // 19 digits always fit; more are left to the C library.
        if digits < 19 { mantissa = mantissa &* 10 &+ UInt64(digit) }
        digits += 1
        if hasPoint { places += 1 }
      } else if byte == 0x2E, !hasPoint {
        hasPoint = true
      } else {
        break
      }
      at += 1
    }
    guard digits > 0 else { return nil }
    guard at == count, digits <= 19, mantissa <= 1 << 53, places <= 22 else { return slowNumber(text, exponentFrom: at) }
    let value = Double(mantissa) / powers[places]
    return isNegative ? -value : value
  }

  /// The number that `text` is in the stored unit; `nil` when it is none, or infinite there.
  static func number(_ text: ByteText, in unit: SampleUnit) -> Double? {
    guard let value = number(text).map(unit.convert), value.isFinite else { return nil }
    return value
  }

  /// Long numbers and those with an exponent, by `strtod`, whose answer is checked to use all bytes.
  /// - Parameter exponentFrom: where something other than digits and a point begins; only an exponent may.
  private static func slowNumber(_ text: ByteText, exponentFrom start: Int) -> Double? {
    guard text.count < 400 else { return nil }
    if start < text.count {
      guard text[start] | 0x20 == 0x65 else { return nil }
      for byte in text.dropping(start + 1).bytes where !(byte &- 0x30 <= 9 || byte == 0x2D || byte == 0x2B) { return nil }
    }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count + 1) { copy in
      for (offset, byte) in text.bytes.enumerated() { copy[offset] = CChar(bitPattern: byte) }
      copy[text.count] = 0
      guard let base = copy.baseAddress else { return nil }
      var end: UnsafeMutablePointer<CChar>?
      let value = strtod(base, &end)
      return end == base + text.count && value.isFinite ? value : nil
    }
  }
}
