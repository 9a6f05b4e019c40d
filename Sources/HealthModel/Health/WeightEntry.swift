/// A body weight of a day.
public struct WeightEntry: Sendable, Hashable {
  /// The record: the day itself when a person logged it, `day/device` when it came with health data.
  public var id: String
  public var day: Day
  /// Kilograms, `WeightEntry.range`, in steps of 0.1.
  public var kg: Double
  /// When it was measured; `nil` = only the day is known.
  public var measuredAt: Moment?
  /// Who says so: `user`, or the source's name.
  public var source: String

  /// What a person can weigh here: 30–200 kg (specification D-1).
  public static let range: ClosedRange<Double> = 30...200

  public init(id: String, day: Day, kg: Double, measuredAt: Moment?, source: String) {
    self.id = id
    self.day = day
    self.kg = kg
    self.measuredAt = measuredAt
    self.source = source
  }

  /// Rounded to 0.1 kg; `nil` if that isn't in the range.
  public static func kilograms(_ kg: Double) -> Double? {
    let rounded = (kg * 10).rounded() / 10
    return kg.isFinite && range.contains(rounded) ? rounded : nil
  }

  /// As in the JSON contract.
  public var json: JSON {
    .object([
      ("day", .string(day.description)), ("kg", JSON(kg)), ("measured_at_ms", measuredAt.map { JSON($0.ms) } ?? .null),
      ("utc_offset_min", measuredAt.map { JSON($0.utcOffsetMin) } ?? .null), ("source", .string(source)),
    ])
  }
}

/// How a weight stands among the last ones.
public struct WeightTrend: Sendable, Hashable {
  /// The latest entry.
  public let latest: WeightEntry
  /// Mean of the last up to 7 entries, the latest included, kg, rounded to 0.1.
  public let averageKg: Double
  /// How many entries that is, 1…7.
  public let count: Int

  /// Of entries in the order of their days. `nil` without any.
  ///
  /// 82.0, 81.6, 81.1 → average 81.6 (81.57), trend -0.5.
  public init?(_ entries: some BidirectionalCollection<WeightEntry>) {
    guard let latest = entries.last else { return nil }
    let recent = entries.suffix(7)
    self.latest = latest
    self.count = recent.count
    averageKg = (recent.reduce(0) { $0 + $1.kg } / Double(recent.count) * 10).rounded() / 10
  }

  /// The latest less the average, kg; only when it is below it (specification D-WEIGHT 2), else `nil`.
  public var trendKg: Double? {
    let difference = ((latest.kg - averageKg) * 10).rounded() / 10
    return difference < 0 ? difference : nil
  }
}
