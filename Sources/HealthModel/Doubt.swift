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
  /// The kilocalories are kilojoules, as protein, carbohydrates and fat show: they are converted.
  public static let energyKjAsKcal = Doubt(rawValue: "energy_kj_as_kcal")
  /// The kilojoules are kilocalories, as protein, carbohydrates and fat show: they are used as such.
  public static let energyKcalAsKj = Doubt(rawValue: "energy_kcal_as_kj")
  /// The energy is 100 times that of protein, carbohydrates and fat: it is divided.
  public static let energyTimes100 = Doubt(rawValue: "energy_times_100")
  /// Protein, carbohydrates and fat don't explain the energy, and what isn't given, such as alcohol, may or may not: the value is the source's.
  public static let energyUnexplained = Doubt(rawValue: "energy_unexplained")
  /// The energy isn't the source's: it was computed from protein, carbohydrates and fat (4/4/9 kcal per g).
  public static let energyFromMacros = Doubt(rawValue: "energy_from_macros")
  /// Protein, carbohydrates and fat sum to over 105 g per 100 g.
  public static let macrosOver105g = Doubt(rawValue: "macros_over_105g")
  /// More sugars than carbohydrates.
  public static let sugarsOverCarbs = Doubt(rawValue: "sugars_over_carbs")
  /// More saturated fat than fat.
  public static let saturatedOverFat = Doubt(rawValue: "saturated_over_fat")
  /// Over 100 g of salt per 100 g: milligrams, which are converted.
  public static let saltTooHigh = Doubt(rawValue: "salt_too_high")
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
    case .energyKjAsKcal: "kJ were given as kcal"
    case .energyKcalAsKj: "kcal were given as kJ"
    case .energyTimes100: "the energy was 100 times too high"
    case .energyUnexplained: "the energy isn't explained by protein, carbs and fat"
    case .energyFromMacros: "energy computed from protein, carbs and fat"
    case .macrosOver105g: "protein, carbs and fat sum to over 105 g per 100 g"
    case .sugarsOverCarbs: "more sugars than carbs"
    case .saturatedOverFat: "more saturated fat than fat"
    case .saltTooHigh: "over 100 g of salt per 100 g: taken as mg"
    case .allZero: "every value is 0"
    case .negative: "a negative value was left out"
    case .preparedOnly: "values of the prepared product"
    case .badCheckDigit: "the barcode's check digit is wrong"
    default: rawValue
    }
  }

  /// The value that is doubtful, by its name in JSON: `energy_kcal`. `nil` = several, or all.
  public var field: String? {
    switch self {
    case .energySwapped, .energyMismatch, .energyTooHigh, .energyKjAsKcal, .energyKcalAsKj, .energyTimes100, .energyUnexplained,
      .energyFromMacros:
      "energy_kcal"
    case .sugarsOverCarbs: "sugars_g"
    case .saturatedOverFat: "saturated_fat_g"
    case .saltTooHigh: "salt_g"
    case .badCheckDigit: "gtin"
    default: nil
    }
  }
}
