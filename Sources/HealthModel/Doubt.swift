/// A reason why a value may be wrong. Doubtful values are shown with their doubt, never dropped.
public struct Doubt: RawRepresentable, Sendable, Hashable {
  /// The code as in JSON, `energy_mismatch`. Codes of a newer version are kept as they are.
  public let rawValue: String

  /// A doubt with this code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// More kilocalories than kilojoules: the two were swapped.
  public static let energySwapped = Doubt(rawValue: "energy_swapped")
  /// kcal and kJ don't fit each other (1 kcal = 4.184 kJ, with the tolerance of Open Food Facts' own check).
  public static let energyMismatch = Doubt(rawValue: "energy_mismatch")
  /// Over 900 kcal per 100 g, more than pure fat has.
  public static let energyTooHigh = Doubt(rawValue: "energy_too_high")
  /// The energy isn't the source's: it was computed from protein, carbohydrates and fat (4/4/9 kcal per g).
  public static let energyFromMacros = Doubt(rawValue: "energy_from_macros")
  /// Protein, carbohydrates and fat sum to over 105 g per 100 g.
  public static let macrosOver105g = Doubt(rawValue: "macros_over_105g")
  /// More sugars than carbohydrates.
  public static let sugarsOverCarbs = Doubt(rawValue: "sugars_over_carbs")
  /// More saturated fat than fat.
  public static let saturatedOverFat = Doubt(rawValue: "saturated_over_fat")
  /// Every value is 0.
  public static let allZero = Doubt(rawValue: "all_zero")
  /// A value below 0; it is treated as not known.
  public static let negative = Doubt(rawValue: "negative")
  /// The values apply to the prepared product, not to the contents of the package.
  public static let preparedOnly = Doubt(rawValue: "prepared_only")
  /// The barcode's check digit is wrong.
  public static let badCheckDigit = Doubt(rawValue: "bad_check_digit")

  /// The doubt in words, for the user.
  public var sentence: String {
    switch self {
    case .energySwapped: "kcal and kJ look swapped"
    case .energyMismatch: "kcal and kJ don't fit each other"
    case .energyTooHigh: "over 900 kcal per 100 g"
    case .energyFromMacros: "energy computed from protein, carbs and fat"
    case .macrosOver105g: "protein, carbs and fat sum to over 105 g per 100 g"
    case .sugarsOverCarbs: "more sugars than carbs"
    case .saturatedOverFat: "more saturated fat than fat"
    case .allZero: "every value is 0"
    case .negative: "a negative value was left out"
    case .preparedOnly: "values of the prepared product"
    case .badCheckDigit: "the barcode's check digit is wrong"
    default: rawValue
    }
  }
}
