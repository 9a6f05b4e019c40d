/// The error correction of QR codes: a Reed–Solomon code over GF(256) with the polynomial 0x11D (ISO/IEC 18004, 7.5).
enum ReedSolomon {
  /// The correction codewords of a block.
  ///
  /// - Parameter count: How many, 1…68.
  static func correction(of data: some Sequence<UInt8>, count: Int) -> [UInt8] {
    let divisor = generator(count)
    var remainder = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for place in 0..<count { remainder[place] ^= product(divisor[place], factor) }
    }
    return remainder
  }

  /// The coefficients of (x − 2⁰)(x − 2¹)…(x − 2ⁿ⁻¹) from xⁿ⁻¹ down; that of xⁿ is 1.
  private static func generator(_ count: Int) -> [UInt8] {
    var coefficients = [UInt8](repeating: 0, count: count)
    coefficients[count - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<count {
      for place in 0..<count {
        coefficients[place] = product(coefficients[place], root)
        if place + 1 < count { coefficients[place] ^= coefficients[place + 1] }
      }
      root = product(root, 2)
    }
    return coefficients
  }

  private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var result: UInt8 = 0
    for bit in (0..<8).reversed() {
      let carry = result & 0x80 != 0
      result = result << 1 ^ (carry ? 0x1D : 0)
      if second >> UInt8(bit) & 1 == 1 { result ^= first }
    }
    return result
  }
}
