/// A web address that identifies a product, as in the QR codes that are meant to replace barcodes (GS1 Digital Link
/// Standard: URI Syntax).
///
///     https://id.gs1.org/01/09521234543213/10/LOT7?17=271231
///
/// Any domain is allowed, and any path before the number: a manufacturer's own address is valid. `/01/` may be the
/// older `/gtin/` (version 1.1), and the number may lack its leading zeros. Nothing is ever fetched. Compressed links,
/// which aren't used in practice, are rejected.
public struct GS1DigitalLink: Sendable, Hashable {
  /// The product's number. Its check digit need not be right.
  public let gtin: GTIN
  /// The number, its qualifiers (variant, batch, serial number), and the elements of the query, in the link's order.
  public let elements: [GS1Element]

  /// Reads a link. `nil` when it isn't a web address or doesn't identify a product.
  ///
  /// Query parameters other than GS1's identifiers are ignored: manufacturers add their own.
  public init?(_ link: some StringProtocol) {
    guard link.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), var rest = Self.afterScheme(Substring(link)) else { return nil }
    rest = rest.prefix { $0 != UInt8(ascii: "#") }
    let address = rest.prefix { $0 != UInt8(ascii: "?") }
    var segments = address.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // The host comes first. A name and password before it have no place in a link that is printed.
    guard let host = segments.first, !host.isEmpty, !host.contains(UInt8(ascii: "@")) else { return nil }
    segments.removeFirst()
    if segments.last?.isEmpty == true { segments.removeLast() }

    // From the end: pairs that narrow the number down, then the number. What is before it is the maker's.
    var elements: [GS1Element] = []
    var number: GTIN?
    while number == nil {
      guard segments.count >= 2, let value = Self.decoded(segments.removeLast()) else { return nil }
      let name = String(Substring(segments.removeLast()))
      let identifier = Self.shortNames[name] ?? name
      if identifier == "01" {
        guard [8, 12, 13, 14].contains(value.utf8.count), let gtin = GTIN(digits: value) else { return nil }
        number = gtin
        let zeros = String(repeating: "0", count: 14 - value.utf8.count)
        elements.append(contentsOf: GS1Element(identifier: identifier, value: zeros + value).map { [$0] } ?? [])
      } else {
        guard Self.qualifiers.contains(identifier), let element = GS1Element(identifier: identifier, value: value) else { return nil }
        elements.append(element)
      }
    }
    guard let number else { return nil }
    gtin = number
    self.elements = elements.reversed() + Self.elements(ofQuery: rest.dropFirst(address.count + 1))
  }

  private typealias Bytes = Substring.UTF8View.SubSequence

  /// The identifiers that may follow a product's number in the path: variant, batch, serial number, and a third party's
  /// serial number.
  private static let qualifiers: Set<String> = ["22", "10", "21", "235"]
  /// Names that version 1.1 allowed in place of digits.
  private static let shortNames = ["gtin": "01", "cpv": "22", "lot": "10", "ser": "21"]

  /// Returns the rest of the link after `http://` or `https://`. The scheme may be in lower case or in capitals, which
  /// QR codes store in fewer bits. `nil` for any other scheme.
  private static func afterScheme(_ link: Substring) -> Bytes? {
    for scheme in ["https://", "http://"] where link.prefix(scheme.count).lowercased() == scheme {
      return link.utf8.dropFirst(scheme.utf8.count)
    }
    return nil
  }

  /// The elements among `17=271231&linkType=gs1:pip`.
  private static func elements(ofQuery query: Bytes) -> [GS1Element] {
    query.split { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";") }.compactMap { pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      // The number itself belongs in the path.
      guard let value = decoded(pair.dropFirst(name.count + 1)), !Substring(name).elementsEqual("01") else { return nil }
      return GS1Element(identifier: Substring(name), value: value)
    }
  }

  /// The text without percent signs: "A%2FB" → "A/B". `nil` when two hexadecimal digits don't follow each, or it isn't ASCII.
  private static func decoded(_ bytes: Bytes) -> String? {
    var result = ""
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.unicodeScalars.append(Unicode.Scalar(byte))
        continue
      }
      guard rest.count >= 2, rest.prefix(2).allSatisfy(isHexadecimal), let code = UInt8(Substring(rest.prefix(2)), radix: 16), code < 0x80
      else {
        return nil
      }
      result.unicodeScalars.append(Unicode.Scalar(code))
      rest = rest.dropFirst(2)
    }
    return result
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
