/// A unit in which samples were said, and what was done to their values: stored = said × factor + shift.
public struct SampleUnit: Sendable, Hashable {
  /// As the export has it: `kJ`, `mi`, `degF`; a category's word (`HKCategoryValueAppleStandHourStood`); empty = none was given.
  public let name: String
  /// The unit of the stored values: `kcal`, `m`, `degC`; empty for categories and where there is none.
  public let stored: String
  /// `stored = said * factor + shift`. kJ → kcal: 1/4.184.
  public let factor: Double
  public let shift: Double
  /// Whether it is a unit of what the type measures. If not, values are stored as they were said, under a type of their own, which no
  /// day's number is made of (`SampleType.name(of:in:)`).
  public let isUnderstood: Bool

  public init(name: String, stored: String, factor: Double = 1, shift: Double = 0, isUnderstood: Bool = true) {
    self.name = name
    self.stored = stored
    self.factor = factor
    self.shift = shift
    self.isUnderstood = isUnderstood
  }

  /// The unit of records that have no value at all (`mindful_session`): their `value` is 0 and means nothing.
  public static let noValue = SampleUnit(name: "(no value)", stored: "")
}
