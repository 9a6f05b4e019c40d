/// The digits of a retail code, as printed under the bars. Its check digit need not be right.
package struct SymbolCode: Sendable, Hashable, CustomStringConvertible {
  /// The pattern that it is printed as.
  package let kind: SymbolKind
  /// Four bits a digit, the last digit lowest: cheap to make and to compare in a search.
  let packed: UInt64

  /// A code of `kind.digitCount` digits of four bits, the last one lowest.
  init(_ kind: SymbolKind, packed: UInt64) {
    self.kind = kind
    self.packed = packed
  }

  /// The code with these digits. `nil` when it isn't as many as the kind has, or they aren't digits.
  package init?(_ kind: SymbolKind, _ text: some StringProtocol) {
    guard text.utf8.count == kind.digitCount, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    self.init(kind, packed: text.utf8.reduce(0) { $0 << 4 | UInt64($1 & 15) })
  }

  /// The digit at a place, 0 = leftmost.
  @inline(__always)
  subscript(place: Int) -> Int { Int(truncatingIfNeeded: packed >> UInt64(4 * (kind.digitCount - 1 - place)) & 15) }

  /// The digits: "5449000000996".
  package var description: String { String((0..<kind.digitCount).map { Character(Unicode.Scalar(UInt8(48 + self[$0]))) }) }
}
