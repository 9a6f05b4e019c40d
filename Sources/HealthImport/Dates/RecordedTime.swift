/// Instants that a record can be of.
enum RecordedTime {
  /// Whether an instant, in milliseconds UTC, lies in the years 1900 to 2200: what lies outside is a broken number, and would make days that
  /// nobody can show.
  static func isPlausible(_ ms: Int64) -> Bool { (-2_208_988_800_000..<7_258_118_400_000).contains(ms) }

  /// Why what lasts from one instant to another, milliseconds UTC, is left out; `nil` when it isn't.
  static func flaw(from startMs: Int64, to endMs: Int64) -> String? {
    if endMs < startMs { return "ends before it starts" }
    return isPlausible(startMs) && isPlausible(endMs) ? nil : "a time out of range"
  }
}
