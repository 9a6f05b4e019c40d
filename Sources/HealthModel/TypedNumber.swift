/// A number as people type it: `12`, `12.5` or `12,5`, with a sign if need be. What takes it says what range it has.
public struct TypedNumber: Sendable, Equatable {
  /// Finite, and of less than 1,000,000,000 either way.
  public let value: Double

  /// `nil` for anything but up to nine digits and, behind a point or a comma, up to nine more: no exponent, no infinity, no thousands.
  public init?(_ text: some StringProtocol) {
    var digits = text[...]
    if let sign = digits.first, sign == "-" || sign == "+" { digits = digits.dropFirst() }
    let parts = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(parts.count), parts.contains(where: { !$0.isEmpty }),
      parts.allSatisfy({ part in part.utf8.count <= 9 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let value = Double(String(text.map { $0 == "," ? "." : $0 }))
    else { return nil }
    self.value = value
  }
}
