/// A number with an optional unit as people type it: `200g`, `0.5 l`, `½ lb`, `3 x 40 g`.
public struct TypedQuantity: Sendable, Equatable {
  /// Finite. In `unit`; `3 x 40 g` is 120.
  public let number: Double
  /// `nil` = none was typed: the field knows it.
  public let unit: TypedUnit?
  /// The original, shortened, for messages.
  private let shown: String

  /// Reads a number in digits of any script, with `x` for so many times, and a unit.
  ///
  /// - Throws: As `TypedNumber.init`, and for a word that is no unit.
  public init(_ typed: some StringProtocol) throws(TypedFault) {
    let whole = TypedText(typed)
    shown = whole.shown
    var rest = whole.text[...]
    var times = 1.0
    if let sign = rest.firstIndex(where: { $0 == "x" || $0 == "*" }), sign > rest.startIndex {
      times = try TypedNumber(rest[..<sign]).value
      guard times > 0 else { throw TypedQuantity.noNumber(whole) }
      rest = rest[rest.index(after: sign)...]
    }
    let end = rest.firstIndex { $0.isLetter || $0 == "%" } ?? rest.endIndex
    let word = rest[end...].trimmingBlanks.drop { $0 == "." }
    // "12e3" and "inf" are no numbers, rather than numbers with an unknown unit.
    guard end > rest.startIndex, !rest[end...].contains(where: \.isNumber) else { throw TypedQuantity.noNumber(whole) }
    let value = times * (try TypedNumber(rest[..<end]).value)
    guard value.magnitude < 1e9 else { throw TypedFault("\(shown) is too large", hint: "a number is below 1000000000") }
    number = value
    if word.isEmpty {
      unit = nil
    } else {
      let name = word.last == "." ? word.dropLast() : word
      guard let known = TypedUnit.named(name) else {
        throw TypedFault("\(String(name).printable) isn't a known unit", hint: "units are \(TypedQuantity.names)")
      }
      unit = known
    }
  }

  /// The number in a unit, which is also that of a number without one. What is converted is rounded to a billionth: 418.4 kJ
  /// are 100 kcal.
  ///
  /// - Parameter usual: `nil` = the field has no unit.
  /// - Throws: When the unit that was typed isn't one of those.
  public func value(in usual: TypedUnit?) throws(TypedFault) -> Double {
    guard let unit, unit != usual else { return number }
    guard let usual else { throw TypedFault("\(shown) has a unit", hint: "a number alone is wanted, like 12 or 1.5") }
    guard usual.takes(unit) else { throw TypedFault("\(shown) isn't in \(usual.choices)", hint: "a number is in \(usual.rawValue)") }
    return (number * unit.size / usual.size * 1e9).rounded() / 1e9
  }

  private static let names = TypedUnit.allCases.map(\.rawValue).joined(separator: ", ")

  private static func noNumber(_ typed: TypedText) -> TypedFault {
    TypedFault(
      "\(typed.shown.isEmpty ? "an empty text" : typed.shown) isn't a number", hint: "a number is like 12, 1.5 or 1/2, also 200 g or 3 x 40"
    )
  }
}

extension TypedNumber {
  /// Reads a number with an optional unit, in the field's unit.
  ///
  /// - Parameter usual: The unit of `value`, and that of a number without one; `nil` = the field has none.
  /// - Throws: As `TypedQuantity`.
  public init(_ typed: some StringProtocol, in usual: TypedUnit?) throws(TypedFault) {
    value = try TypedQuantity(typed).value(in: usual)
  }
}

extension Amount {
  /// Reads an amount of food: `2`, `1/2`, `200g`, `0.5 l`, `3 x 40 g`, `2 servings`.
  ///
  /// - Parameter usual: The unit of a number without one, `.servings` or `.g`.
  /// - Throws: As `TypedQuantity`, and for a unit that isn't one of food.
  public init(typed: some StringProtocol, in usual: TypedUnit) throws(TypedFault) {
    let quantity = try TypedQuantity(typed)
    let isServings = (quantity.unit ?? usual) == .servings
    let value = try quantity.value(in: isServings ? .servings : .g)
    self.init(servings: isServings ? value : nil, grams: isServings ? nil : value)
  }
}
