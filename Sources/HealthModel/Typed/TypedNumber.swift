/// A number as people type it: `12`, `12.5` or `12,5`, `1/2`, `1 1/2`, `½`, with a sign if need be. What takes it says what range it has.
///
/// A comma or point before exactly three digits (`1,250`) is a decimal mark for some and a separator of thousands for others, so such a
/// number isn't taken. It is when only one reading is left: `0,125`, `1234.567`, `1,250,000`, `1,250.5`, `1 250`, `1'250`.
public struct TypedNumber: Sendable, Equatable {
  /// Finite, and of less than 1,000,000,000 either way.
  public let value: Double

  /// Reads a number in digits of any script.
  ///
  /// - Throws: For two possible readings; for anything but up to nine digits and, behind the decimal mark, up to 30 more: no exponent, no
  ///   infinity.
  public init(_ typed: some StringProtocol) throws(TypedFault) { try self.init(TypedText(typed), hasThousands: true) }

  /// Reads degrees of latitude or longitude: `32.794` and `32,794` are the same, because a thousand degrees can't be meant.
  ///
  /// - Throws: For anything but a number.
  public init(degrees typed: some StringProtocol) throws(TypedFault) { try self.init(TypedText(typed), hasThousands: false) }

  private init(_ typed: TypedText, hasThousands: Bool) throws(TypedFault) {
    var digits = typed.text[...]
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits = digits.dropFirst() }
    var value = TypedNumber.fraction(digits)
    if value == nil { value = try TypedNumber.decimal(digits, hasThousands ? typed : nil, sign: isNegative ? "-" : "") }
    guard let value, value < 1e9 else {
      throw TypedFault("\(typed.shown.isEmpty ? "an empty text" : typed.shown) isn't a number", hint: "a number is like 12, 1.5 or 1/2")
    }
    self.value = isNegative ? -value : value
  }

  /// The number as it is put into a field or a command for typing: as short as it can be without losing a digit, and read again as the same.
  /// 12.345 is `12.3450`.
  public static func text(_ value: Double) -> String {
    let text = JSON(value).text
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].utf8.count == 3 && isGroup(parts[0], first: true) ? text + "0" : text
  }

  // MARK: - Fractions

  /// `1/2`, `1 1/2`, `½`, `1½`; `nil` for what is no fraction.
  private static func fraction(_ text: Substring) -> Double? {
    if let last = text.last, let part = vulgar[last] {
      let whole = text.dropLast().trimmingBlanks
      return whole.isEmpty ? part : whole.digits(most: 9).map { Double($0) + part }
    }
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2, let below = sides[1].trimmingBlanks.digits(most: 4), below > 0 else { return nil }
    let above = sides[0].split(separator: " ").map { $0.digits(most: 9) }
    switch (above.count, above.first, above.last) {
    case (1, let numerator??, _): return Double(numerator) / Double(below)
    case (2, let whole??, let numerator??): return Double(whole) + Double(numerator) / Double(below)
    default: return nil
    }
  }

  private static let vulgar: [Character: Double] = [
    "½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4, "⅕": 1 / 5, "⅖": 2 / 5, "⅗": 3 / 5, "⅘": 4 / 5, "⅙": 1 / 6, "⅚": 5 / 6,
    "⅛": 1 / 8, "⅜": 3 / 8, "⅝": 5 / 8, "⅞": 7 / 8,
  ]

  // MARK: - Decimals

  /// `nil` for what is no number.
  ///
  /// - Parameter typed: The whole text, for the message about two readings; `nil` = the mark is decimal, whatever follows.
  private static func decimal(_ text: Substring, _ typed: TypedText?, sign: String) throws(TypedFault) -> Double? {
    guard text.contains(where: \.isNumber), text.utf8.allSatisfy({ (0x30...0x39).contains($0) || ".,' ".utf8.contains($0) }) else {
      return nil
    }
    let marks = text.filter { ".,' ".contains($0) }
    let (whole, fraction): (Substring, Substring)
    if let mark = marks.last, mark == "." || mark == ",", marks.count(where: { $0 == mark }) == 1, let place = text.lastIndex(of: mark) {
      (whole, fraction) = (text[..<place], text[text.index(after: place)...])
    } else {
      (whole, fraction) = (text, "")
    }
    let separators = Set(whole.filter { ".,' ".contains($0) })
    guard separators.count < 2 else { return nil }
    let groups = whole.split(omittingEmptySubsequences: false) { separators.contains($0) }
    if groups.count > 1 {
      for (index, group) in groups.enumerated() where !isGroup(group, first: index == 0) { return nil }
    } else if let typed, fraction.utf8.count == 3, isGroup(groups[0], first: true) {
      let (thousands, decimal) = ("\(sign)\(groups[0])\(fraction)", Double("\(groups[0]).\(fraction)") ?? 0)
      throw TypedFault(
        "\(typed.shown) can be \(thousands) or \(sign)\(JSON(decimal).text)",
        hint: "type \(thousands) or \(sign)\(TypedNumber.text(decimal))")
    }
    let digits = groups.joined()
    guard digits.utf8.count <= 9, fraction.utf8.count <= 30 else { return nil }
    return Double("\(digits.isEmpty ? "0" : digits).\(fraction.isEmpty ? "0" : fraction)")
  }

  /// Whether it is a group of a number with separators: three digits, or for the first one to three, which don't begin with 0.
  private static func isGroup(_ digits: some StringProtocol, first: Bool) -> Bool {
    first ? (1...3).contains(digits.utf8.count) && digits.first != "0" : digits.utf8.count == 3
  }
}
