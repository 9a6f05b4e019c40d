/// One fact of a GS1 symbol: an application identifier and its value, such as 10 and "LOT7" (GS1 General Specifications, section 3).
public struct GS1Element: Sendable, Hashable, CustomStringConvertible {
  /// The two to four digits that identify the kind of value: "01" a product's number, "10" a batch, "17" an expiry
  /// date.
  public let identifier: String
  /// 1 to 90 characters of GS1's encodable sets; digits alone, in the given number, where the identifier fixes a length.
  public let value: String

  /// Creates an element. `nil` when GS1 hasn't assigned the identifier, or the value has a wrong length or a character
  /// outside GS1's sets.
  ///
  /// Dates and check digits aren't checked.
  public init?(identifier: some StringProtocol, value: some StringProtocol) {
    guard identifier.utf8.count == Self.identifierLength(of: identifier.utf8) else { return nil }
    if let length = Self.fixedLength(of: identifier.utf8) {
      guard value.utf8.count == length, value.utf8.allSatisfy(Self.isDigit) else { return nil }
    }
    guard (1...90).contains(value.utf8.count), value.utf8.allSatisfy(Self.isEncodable) else { return nil }
    self.identifier = String(identifier)
    self.value = String(value)
  }

  /// The human-readable form: "(10)LOT7".
  public var description: String { "(\(identifier))\(value)" }

  /// The number of digits of the identifier that the bytes begin with (General Specifications, figure 3.2-1). `nil` when they begin with none.
  ///
  /// "0109521…" → 2, "3103001750" → 4, "2401" → 3.
  static func identifierLength(of bytes: some Collection<UInt8>) -> Int? {
    guard let prefix = twoDigits(bytes) else { return nil }
    let length: Int
    switch prefix {
    case 0...4, 10...13, 15...17, 20...22, 30, 37, 90...99: length = 2
    case 23...25, 40...42, 71: length = 3
    case 31...36, 39, 43, 70, 72, 80...82: length = 4
    default: return nil
    }
    let identifier = bytes.prefix(length)
    return identifier.count == length && identifier.allSatisfy(isDigit) ? length : nil
  }

  /// The number of digits that the value of that identifier always has: no separator needs to follow it (General Specifications, figure
  /// 7.8.5-2, less the identifier's own digits). `nil` when it varies.
  ///
  /// "01" → 14, "17" → 6, "3103" → 6, "10" → nil.
  static func fixedLength(of identifier: some Collection<UInt8>) -> Int? {
    guard let prefix = twoDigits(identifier) else { return nil }
    return switch prefix {
    case 0: 18
    case 1...3: 14
    case 4: 16
    case 11...19: 6
    case 20: 2
    case 31...36: 6
    case 41: 13
    default: nil
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Whether a value may have the character: those of GS1's sets 82, 39 and 64 together (General Specifications, figures 7.11-1 to 3).
  static func isEncodable(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "!")...UInt8(ascii: "#"), UInt8(ascii: "%")...UInt8(ascii: "/"), UInt8(ascii: ":")...UInt8(ascii: "?"): true
    case UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func twoDigits(_ bytes: some Collection<UInt8>) -> Int? {
    let two = bytes.prefix(2)
    guard two.count == 2, two.allSatisfy(isDigit) else { return nil }
    return two.reduce(0) { $0 * 10 + Int($1 & 15) }
  }
}
