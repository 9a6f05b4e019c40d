/// A unit that can be typed behind a number.
public enum TypedUnit: String, Sendable, CaseIterable {
  case kcal, kJ
  case mg, g, kg, oz, lb
  case ml, cl, dl, l
  case servings
  case mm, cm, m
  case percent = "%"

  /// A quantity that units measure.
  enum Dimension { case energy, mass, volume, count, length, share }

  /// The quantity that it measures.
  var dimension: Dimension {
    switch self {
    case .kcal, .kJ: .energy
    case .mg, .g, .kg, .oz, .lb: .mass
    case .ml, .cl, .dl, .l: .volume
    case .servings: .count
    case .mm, .cm, .m: .length
    case .percent: .share
    }
  }

  /// One of it in kcal, grams, millilitres, servings, cm or percent. 1 kcal is 4.184 kJ; ounce and pound are the avoirdupois ones of 1959.
  var size: Double {
    switch self {
    case .kcal, .g, .ml, .servings, .cm, .percent: 1
    case .kJ: 1 / 4.184
    case .mg: 0.001
    case .kg, .l: 1000
    case .oz: 28.349523125
    case .lb: 453.59237
    case .cl: 10
    case .dl, .m: 100
    case .mm: 0.1
    }
  }

  /// Whether amounts of `other` can be given where this is the usual unit. Grams of a drink are its millilitres.
  func takes(_ other: TypedUnit) -> Bool {
    other.dimension == dimension || self == .g && other.dimension == .volume
  }

  /// The units that can be typed where this is the usual one: `kcal or kJ`.
  var choices: String {
    let names = TypedUnit.allCases.filter(takes).map(\.rawValue)
    return names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// The unit of a word in lower case; `nil` = it is none.
  static func named(_ word: some StringProtocol) -> TypedUnit? {
    switch word {
    case "kcal": .kcal
    case "kj": .kJ
    case "mg": .mg
    case "g", "gr", "gram", "grams", "gramme", "grammes": .g
    case "kg", "kilo", "kilos", "kilogram", "kilograms": .kg
    case "oz", "ounce", "ounces": .oz
    case "lb", "lbs", "pound", "pounds": .lb
    case "ml": .ml
    case "cl": .cl
    case "dl": .dl
    case "l", "litre", "litres", "liter", "liters": .l
    case "serving", "servings", "portion", "portions": .servings
    case "mm": .mm
    case "cm": .cm
    case "m": .m
    case "%", "percent": .percent
    default: nil
    }
  }
}
