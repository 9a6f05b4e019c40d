/// A sum or mean that another program made over a span of time. It never enters the merge of samples: it counts for a day and measure
/// only where no sample does.
public struct HealthAggregate: Sendable, Hashable {
  /// A type's name (`step_count`, stored units) or, for sleep, `sleep_analysis.core` and its like in minutes.
  public var measure: String
  public var source: Int32
  public var startMs: Int64
  public var endMs: Int64
  /// In the stored unit of the measure.
  public var value: Double

  public init(measure: String, source: Int32, startMs: Int64, endMs: Int64, value: Double) {
    self.measure = measure
    self.source = source
    self.startMs = startMs
    self.endMs = endMs
    self.value = value
  }
}
