/// A sum, a mean or an extreme that another program made over a span of time. It never enters the merge of samples: it counts for a day and
/// measure only where no sample does (docs/health.md).
public struct HealthAggregate: Sendable, Hashable {
  /// A type's name (`step_count`, stored units), with `.min`, `.avg` or `.max` for parts of a range (`heart_rate.min`), or, for sleep,
  /// `sleep_analysis.core` and its like in minutes.
  public var measure: String
  /// Place in the import's sources; one name for all of several, joined by `|`, where the sum is over all of them.
  public var source: Int32
  /// Milliseconds UTC.
  public var startMs: Int64
  /// First instant after it, milliseconds UTC.
  public var endMs: Int64
  /// In the stored unit of the measure.
  public var value: Double
  /// The first local day that it covers, if the export gives days rather than times; it then applies to that day in any
  /// zone. `nil` = use the span.
  public var day: Day?
  /// Whether the length of the span is inferred: the export neither states nor proves it.
  public var isGuess: Bool

  /// An aggregate with everything given.
  public init(
    measure: String, source: Int32, startMs: Int64, endMs: Int64, value: Double, day: Day? = nil, isGuess: Bool = false
  ) {
    self.measure = measure
    self.source = source
    self.startMs = startMs
    self.endMs = endMs
    self.value = value
    self.day = day
    self.isGuess = isGuess
  }
}
