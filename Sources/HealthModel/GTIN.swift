/// A Global Trade Item Number: the number under a retail barcode.
///
/// Its key is the integer of its digits, so that UPC-A 049000042566, EAN-13 0049000042566 and GTIN-14 00049000042566 are one number.
public struct GTIN: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The digits as an integer, leading zeros gone. 1…99,999,999,999,999.
  public let number: Int64

  /// The number with that integer. `nil` outside 1…99,999,999,999,999 (14 digits).
  public init?(number: Int64) {
    guard (1...99_999_999_999_999).contains(number) else { return nil }
    self.number = number
  }

  /// Reads 1 to 14 digits (more if the extra ones are leading zeros), without any other check. `nil` for anything else.
  ///
  /// For typed or pasted text use `GTIN.readings(of:)`.
  public init?(digits: some StringProtocol) {
    let zerosGone = digits.drop { $0 == "0" }
    guard !digits.isEmpty, zerosGone.utf8.count <= 14, digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let number = Int64(zerosGone.isEmpty ? "0" : String(zerosGone))
    else { return nil }
    self.init(number: number)
  }

  /// The digits as Open Food Facts writes them: zeros stripped, then padded to 8 or 13; 14 stay.
  ///
  /// 5449000000996 → "5449000000996", 49000042566 → "0049000042566", 96385074 → "96385074".
  public var description: String {
    let digits = String(number)
    let width = digits.count <= 8 ? 8 : 13
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Whether the last digit is the one that GS1's rule gives (General Specifications, 7.9.1): from the right, the digits
  /// before it weigh 3, 1, 3, … and everything sums to a multiple of 10.
  ///
  /// 629104150021 needs 3: 6291041500213.
  public var hasValidCheckDigit: Bool {
    var rest = number / 10
    var sum = number % 10
    var weight: Int64 = 3
    while rest > 0 {
      sum += rest % 10 * weight
      weight = 4 - weight
      rest /= 10
    }
    return sum % 10 == 0
  }

  /// Whether Open Food Facts assigned the number (200…, 13 digits) to a product without a barcode. Its last digit isn't
  /// a check digit.
  public var isOpenFoodFactsOwn: Bool {
    let text = description
    return text.count == 13 && text.hasPrefix("200")
  }

  /// Whether the number is one that a shop gives out itself (GS1 prefixes 02, 04 and 20–29; 8-digit ones that begin with 0 or 2). Product databases
  /// have those of discounters, but another shop may use the same number. Open Food Facts' own numbers (200…, 13 digits) are exempt.
  public var isInStore: Bool {
    let text = description
    if text.count == 8 { return text.hasPrefix("2") || text.hasPrefix("0") }
    guard text.count == 13, !isOpenFoodFactsOwn else { return false }
    return text.hasPrefix("02") || text.hasPrefix("04") || text.hasPrefix("2")
  }

  /// Whether shops may put a weight or a price into the number, so that it differs from package to package: an in-store number of 13 digits that
  /// begins with 02 or 2 (GS1 General Specifications, 2.1.12). Eight digits have no room for one.
  public var mayHoldMeasure: Bool { isInStore && description.count == 13 && !description.hasPrefix("04") }

  /// The UPC-A number of a UPC-E text of 8 digits (number system 0 or 1, six digits, check digit), by GS1's table 7.10 of zero suppression.
  ///
  /// "07838604" → 078000003864. `nil` when the text isn't one or its check digit is wrong.
  public init?(upcE text: some StringProtocol) {
    let d = Array(text)
    guard d.count == 8, d.allSatisfy({ $0.isASCII && $0.isNumber }), d[0] == "0" || d[0] == "1" else { return nil }
    let middle: String =
      switch d[6] {
      case "0", "1", "2": "\(d[1])\(d[2])\(d[6])0000\(d[3])\(d[4])\(d[5])"
      case "3": "\(d[1])\(d[2])\(d[3])00000\(d[4])\(d[5])"
      case "4": "\(d[1])\(d[2])\(d[3])\(d[4])00000\(d[5])"
      default: "\(d[1])\(d[2])\(d[3])\(d[4])\(d[5])0000\(d[6])"
      }
    self.init(digits: "\(d[0])\(middle)\(d[7])")
    guard hasValidCheckDigit else { return nil }
  }

  public static func < (a: GTIN, b: GTIN) -> Bool { a.number < b.number }
}
