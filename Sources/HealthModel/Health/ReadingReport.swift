/// What a reader of a health export met on its way: nothing is passed over without being counted here.
public struct ReadingReport: Sendable, Hashable {
  /// Records in the file: samples, workouts, rings, aggregates, tracks and attachments, the skipped ones included.
  public var records = 0
  /// Records that were left out, by reason: `no start date`, `ends before it starts`.
  public var skipped: [String: Int] = [:]
  /// What was read but put right or not kept, by what it was: `control characters replaced`, `heart beats not kept`.
  public var remarks: [String: Int] = [:]
  /// Whether the file is a person's whole history, so that what it doesn't hold any more was deleted at the source (Apple's export).
  public var isWhole = false
  /// When the export was made, milliseconds UTC, or the newest time in it where it doesn't tell; `nil` = neither is known.
  public var exportedAtMs: Int64?
  /// Why the reading ended before the file's end, if a part was to be kept.
  public var endedEarly: String?

  public init() {}

  /// Counts a record that is left out.
  public mutating func skip(_ reason: String) { skipped[reason, default: 0] += 1 }

  /// Counts something worth telling.
  public mutating func remark(_ what: String, _ count: Int = 1) { if count > 0 { remarks[what, default: 0] += count } }
}
