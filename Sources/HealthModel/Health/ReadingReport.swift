/// The counts of a reader of a health export: nothing is passed over without being counted here.
public struct ReadingReport: Sendable, Hashable {
  /// Records in the file: samples, workouts, rings, aggregates, tracks and attachments, the skipped ones included.
  public var records = 0
  /// Records that were left out, by reason: `no start date`, `ends before it starts`.
  public var skipped: [String: Int] = [:]
  /// Counts of data that was corrected or not kept, by description: `control characters replaced`, `heart beats not
  /// kept`.
  public var remarks: [String: Int] = [:]
  /// Whether the file is a person's whole history, so that what it doesn't hold any more was deleted at the source (Apple's export).
  public var isWhole = false
  /// The time of the export, milliseconds UTC, or the newest time in it if the file doesn't give one; of several files
  /// the newest. `nil` = neither is known.
  public var exportedAtMs: Int64?
  /// Health Connect's own order of apps; `nil` = the export has none.
  public var appOrder: AppOrder?
  /// The offset of most times in the export, minutes east of UTC; `nil` = no time has one. It tells where the phone was,
  /// not which zone that is.
  public var utcOffsetMin: Int?
  /// The reason why reading ended before the end of the file, if a partial import was allowed.
  public var endedEarly: String?

  public init() {}

  /// Counts records that are left out.
  public mutating func skip(_ reason: String, _ count: Int = 1) { if count > 0 { Self.count(reason, count, in: &skipped) } }

  /// Returns the remark for a record that is kept under a type of its own, because its unit isn't recognized
  /// (`SampleType.name(of:in:)`); `nil` for other types.
  public static func remark(ofType name: String) -> String? {
    SampleType.typeOfUnknownUnit(name).map { remark(ofUnit: $0.unit, type: $0.type) }
  }

  /// Returns the remark for a value of `type` that isn't used because `unit` isn't recognized for it; an empty unit
  /// means none.
  public static func remark(ofUnit unit: String, type: String) -> String {
    unit.isEmpty ? "no unit, left out of days (\(type))" : "unit not known, left out of days: \(unit.printable.prefix(40)) (\(type))"
  }

  /// Counts something worth telling.
  public mutating func remark(_ what: String, _ count: Int = 1) { if count > 0 { Self.count(what, count, in: &remarks) } }

  /// The limit of distinct reasons. Some reasons contain text from the file; those beyond the limit are counted
  /// together.
  private static let mostReasons = 500

  private static func count(_ reason: String, _ count: Int, in counts: inout [String: Int]) {
    if counts[reason] != nil || counts.count < mostReasons {
      counts[reason, default: 0] += count
    } else {
      counts["other reasons", default: 0] += count
    }
  }
}
