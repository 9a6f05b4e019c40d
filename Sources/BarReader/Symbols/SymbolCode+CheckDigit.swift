extension SymbolCode {
  /// Whether the weighted sum of all digits is a multiple of ten (GS1 General Specifications 7.9). UPC-E is expanded to twelve digits first.
  ///
  /// Weights alternate 3 and 1 from the right, the check digit's own being 1: for 96385074, 4·1 + 7·3 + 0·1 + 5·3 + 8·1 + 3·3 + 6·1 + 9·3 = 90.
  package var isValid: Bool {
    if kind == .upcE {
      let weights = Self.weightsOfUPCE(last: self[6])
      let five = (0..<5).reduce(0) { $0 + weights.five[$1] * self[1 + $1] }
      // The number system is one of two; others aren't printed as UPC-E.
      return self[0] < 2 && (3 * self[0] + five + weights.last * self[6] + self[7]) % 10 == 0
    }
    let sum = (0..<kind.digitCount).reduce(0) { $0 + ((kind.digitCount - $1) % 2 == 0 ? 3 : 1) * self[$1] }
    return sum % 10 == 0
  }

  /// Whether products carry such codes. A UPC-E of number system 1 can be printed, but GS1 gives out 0 alone (GS1 General Specifications,
  /// 5.2.2.4.2). The left half of every EAN-13 has its parities: with the right half hidden it is one, if a check digit happens to fit.
  package var isGivenOut: Bool { kind != .upcE || self[0] == 0 }

  /// Returns the weights of UPC-E's digits. They depend on the last of the six, which determines the positions of the
  /// five before it in the UPC-A's twelve, and of the omitted zeros.
  ///
  /// With number system n and check digit c: last 0…2 is `n d1 d2 last 0000 d3 d4 d5 c`, 3 is `n d1 d2 d3 00000 d4 d5 c`, 4 is
  /// `n d1 d2 d3 d4 00000 d5 c`, 5…9 is `n d1 d2 d3 d4 d5 0000 last c`. Odd places of the twelve weigh 3, even ones 1.
  @inline(__always)
  static func weightsOfUPCE(last: Int) -> (five: InlineArray<5, Int>, last: Int) {
    switch last {
    case ...2: ([1, 3, 3, 1, 3], 1)
    case 3: ([1, 3, 1, 1, 3], 0)
    case 4: ([1, 3, 1, 3, 3], 0)
    default: ([1, 3, 1, 3, 1], 3)
    }
  }
}
