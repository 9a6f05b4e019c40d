/// Instants that a record can be of.
enum RecordedTime {
  /// Returns whether an instant, in milliseconds UTC, lies in the years 1900 to 2200. One outside is a broken number,
  /// and would create days that can't be shown.
  static func isPlausible(_ ms: Int64) -> Bool { (-2_208_988_800_000..<7_258_118_400_000).contains(ms) }

  /// Returns the reason for leaving out a record with this start and end, milliseconds UTC; `nil` when it is valid.
  static func flaw(from startMs: Int64, to endMs: Int64) -> String? {
    if endMs < startMs { return "ends before it starts" }
    return isPlausible(startMs) && isPlausible(endMs) ? nil : "a time out of range"
  }
}
