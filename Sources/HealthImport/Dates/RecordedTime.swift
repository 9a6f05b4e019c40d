/// Instants that a record can be of.
enum RecordedTime {
  /// Whether an instant, in milliseconds UTC, lies in the years 1900 to 2200: what lies outside is a broken number, and would make days that
  /// nobody can show.
  static func isPlausible(_ ms: Int64) -> Bool { (-2_208_988_800_000..<7_258_118_400_000).contains(ms) }
}
