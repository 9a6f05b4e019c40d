/// The sample brought by one version of a record, for exports whose records have ids of their own and may come again edited (Health Connect).
public struct SampleVersion: Sendable, Hashable {
  /// The record's own id.
  public let record: HealthRecordID
  /// The time when this version was written, milliseconds UTC; 0 = not known.
  public let modifiedMs: Int64
  /// The samples of this version: places in the batch's `samples`. Empty = the record was deleted then.
  public let samples: Range<Int>

  /// A version with everything given.
  public init(record: HealthRecordID, modifiedMs: Int64, samples: Range<Int>) {
    self.record = record
    self.modifiedMs = modifiedMs
    self.samples = samples
  }
}
