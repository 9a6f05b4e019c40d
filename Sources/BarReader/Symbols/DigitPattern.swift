/// The bars of each digit (ISO/IEC 15420, tables 1 to 4).
///
/// A digit has four elements, seven modules wide together. Set A (odd parity) is the left half's, white first; set C is
/// the same widths with the colours swapped, the right half's; set B (even parity) is A backwards. The positions of set
/// B in the left half encode EAN-13's first digit.
enum DigitPattern {
  /// Widths of the four elements in modules, in set A, of digit 0…9. Set B has them backwards.
  static let widths: [SIMD4<Int32>] = [
    [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4], [1, 3, 1, 2], [1, 2, 1, 3],
    [3, 1, 1, 2],
  ]

  /// The set B digits among EAN-13's six left digits, by the first digit; the leftmost is the highest of six bits.
  static let parityOfFirstDigit: [Int] = [
    0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
  ]

  /// The set B digits among UPC-E's six digits, by the check digit, for number system 0; number system 1 has the
  /// opposite of each.
  static let parityOfCheckDigit: [Int] = [
    0b111000, 0b110100, 0b110010, 0b110001, 0b101100, 0b100110, 0b100011, 0b101010, 0b101001, 0b100101,
  ]
}
