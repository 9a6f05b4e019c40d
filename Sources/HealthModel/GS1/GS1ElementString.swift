/// The contents of a GS1 DataBar, a GS1 QR code or a GS1-128: elements one after the other (GS1 General Specifications, sections 3 and 7.8).
///
/// A product of 1.75 kg with its batch, as encoded in the symbol and in human-readable form (␝ = group separator, 1D
/// hex, which ends a value of variable length):
///
///     0109521234543213 3103001750 10LOT7␝ 17271231      (spaces only here)
///     (01)09521234543213(3103)001750(10)LOT7(17)271231
///
/// Parsing is all or nothing: a string with an identifier unknown to GS1 is rejected.
public struct GS1ElementString: Sendable, Hashable, CustomStringConvertible {
  /// At least one, in the order of the symbol.
  public let elements: [GS1Element]

  /// Reads the data of a symbol: `0109521234543213…`, optionally after a symbology identifier (`]d2`, `]Q3`, …) or
  /// separators.
  ///
  /// A separator is the group separator (1D hex) or `^`, which is often typed for it and can't occur in a value. `nil`
  /// for anything else.
  public init?(data: some StringProtocol) {
    var rest = Substring(data).utf8
    if rest.first == UInt8(ascii: "]") {
      guard Self.symbologyIdentifiers.contains(String(Substring(rest.prefix(3)))) else { return nil }
      rest = rest.dropFirst(3)
    }
    rest = rest.drop(while: Self.isSeparator)
    var elements: [GS1Element] = []
    while !rest.isEmpty {
      guard let length = GS1Element.identifierLength(of: rest) else { return nil }
      let identifier = rest.prefix(length)
      rest = rest.dropFirst(length)
      let value = GS1Element.fixedLength(of: identifier).map { rest.prefix($0) } ?? rest.prefix { !Self.isSeparator($0) }
      rest = rest.dropFirst(value.count)
      guard let element = GS1Element(identifier: Substring(identifier), value: Substring(value)) else { return nil }
      elements.append(element)
      // After a value of fixed length none is needed, but allowed.
      if let next = rest.first, Self.isSeparator(next) { rest = rest.dropFirst() }
    }
    self.init(elements)
  }

  /// Reads the text printed beside a symbol: `(01)09521234543213(10)LOT7`. `nil` for anything else.
  ///
  /// A parenthesis within a value is part of it unless it begins the next identifier.
  public init?(bracketed text: some StringProtocol) {
    var rest = Substring(text).utf8
    var elements: [GS1Element] = []
    while !rest.isEmpty {
      guard let identifier = Self.bracketedIdentifier(rest) else { return nil }
      rest = rest.dropFirst(identifier.count + 2)
      var end = rest.startIndex
      while end < rest.endIndex, rest[end] != UInt8(ascii: "(") || Self.bracketedIdentifier(rest[end...]) == nil {
        rest.formIndex(after: &end)
      }
      guard let element = GS1Element(identifier: Substring(identifier), value: Substring(rest[..<end])) else { return nil }
      elements.append(element)
      rest = rest[end...]
    }
    self.init(elements)
  }

  private init?(_ elements: [GS1Element]) {
    guard !elements.isEmpty else { return nil }
    self.elements = elements
  }

  /// The product's number: the value of identifier 01. `nil` when there is none, when two differ, or when it is all
  /// zeros.
  ///
  /// Its check digit may be wrong. The contents of a case or a pallet (identifier 02) don't count as the product's
  /// number.
  public var gtin: GTIN? {
    let numbers = Set(elements.lazy.filter { $0.identifier == "01" }.map(\.value))
    return numbers.count == 1 ? numbers.first.flatMap { GTIN(digits: $0) } : nil
  }

  /// The human-readable form: "(01)09521234543213(10)LOT7".
  public var description: String { elements.map(\.description).joined() }

  /// Those of symbols that begin with FNC1, "GS1 inside" (General Specifications, figure 7.8.1-1): GS1-128, DataBar, composite, DataMatrix, QR, DotCode.
  private static let symbologyIdentifiers: Set<String> = ["]C1", "]e0", "]e1", "]e2", "]d2", "]Q3", "]J1"]

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x1D || byte == UInt8(ascii: "^") }

  /// The digits between parentheses at the start, if they are an identifier.
  private static func bracketedIdentifier(_ bytes: Substring.UTF8View.SubSequence) -> Substring.UTF8View.SubSequence? {
    guard bytes.first == UInt8(ascii: "("), let length = GS1Element.identifierLength(of: bytes.dropFirst()) else { return nil }
    let identifier = bytes.dropFirst().prefix(length)
    return bytes.dropFirst(1 + length).first == UInt8(ascii: ")") ? identifier : nil
  }
}
