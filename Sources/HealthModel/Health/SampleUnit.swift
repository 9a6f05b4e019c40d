/// A unit of samples as written in an export, and the conversion of their values: stored = original × factor + shift.
public struct SampleUnit: Sendable, Hashable {
  /// As the export has it: `kJ`, `mi`, `degF`; a category's word (`HKCategoryValueAppleStandHourStood`); empty = none was given.
  public let name: String
  /// The unit of the stored values: `kcal`, `m`, `degC`; empty for categories and where there is none.
  public let stored: String
  /// `stored = original * factor + shift`. kJ → kcal: 1/4.184.
  public let factor: Double
  public let shift: Double
  /// Whether it is a unit of the quantity that the type measures. If not, values are stored unchanged, under a type of
  /// their own, which isn't used for any day's number (`SampleType.name(of:in:)`).
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
