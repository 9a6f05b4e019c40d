/// A body weight of a day.
public struct WeightEntry: Sendable, Hashable {
  /// The record: the day itself when a person logged it, `day/device` when it came with health data.
  public var id: String
  public var day: Day
  /// Kilograms, `WeightEntry.range`, in steps of 0.001: fine enough that pounds come back as they were typed.
  public var kg: Double
  /// The time of the measurement; `nil` = only the day is known.
  public var measuredAt: Moment?
  /// The source: `user`, or the source's name.
  public var source: String

  /// The range of human body weight, in kg: from a newborn of 2 kg to slightly above the highest recorded weight, 635
  /// kg. The single rule for the library, imports and the server; the newest version of the table `weight` has the
  /// same.
  public static let range: ClosedRange<Double> = 2...650

  public init(id: String, day: Day, kg: Double, measuredAt: Moment?, source: String) {
    self.id = id
    self.day = day
    self.kg = kg
    self.measuredAt = measuredAt
    self.source = source
  }

  /// Rounded to grams; `nil` if that isn't in the range. 150 lb = 68.0388555 kg → 68.039, which is 150.0003 lb.
  public static func kilograms(_ kg: Double) -> Double? {
    let rounded = (kg * 1000).rounded() / 1000
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

/// A weight compared with the last ones.
public struct WeightTrend: Sendable, Hashable {
  /// The latest entry.
  public let latest: WeightEntry
  /// Mean of the last up to 7 entries, the latest included, kg, not rounded.
  public let averageKg: Double
  /// The number of these entries, 1…7.
  public let count: Int

  /// Of entries in the order of their days. `nil` without any.
  ///
  /// 82.0, 81.6, 81.1 → average 81.57, trend -0.47.
  public init?(_ entries: some BidirectionalCollection<WeightEntry>) {
    guard let latest = entries.last else { return nil }
    let recent = entries.suffix(7)
    self.latest = latest
    self.count = recent.count
    averageKg = recent.reduce(0) { $0 + $1.kg } / Double(recent.count)
  }

  /// The latest less the average, kg, not rounded: negative below the average, positive above it.
  public var trendKg: Double { latest.kg - averageKg }
}
