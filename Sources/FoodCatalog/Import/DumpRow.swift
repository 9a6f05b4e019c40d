import HealthModel

/// The contents of a line of a dump.
enum DumpRow {
  /// A food, and what it is sorted by.
  struct Food {
    let food: CatalogueFood
    /// Scans by different users within a year. 0 = none.
    let scans: Int64
    /// 0…1, the part of its fields that are filled in.
    let completeness: Double
  }

  case food(Food)
  /// A line whose number isn't a GTIN, or that the filter leaves out.
  case skipped
  /// A line that can't be parsed.
  case broken

  /// A whole number that is 0 or more; 0 for anything else, and for one above `most`.
  static func count(_ value: Double?, most: Int64) -> Int64 {
    value.flatMap { Int64(exactly: $0.rounded()) }.flatMap { (0...most).contains($0) ? $0 : nil } ?? 0
  }

  /// The most scans of a food.
  static let mostScans: Int64 = 1_000_000_000_000
  /// The last time of a change, in seconds since 1970.
  static let lastTimeS = NumberRules.timesMs.upperBound / 1000
}

/// Parses the lines of a dump.
protocol DumpRowReader {
  /// Returns the contents of a line. An empty one is `skipped`.
  mutating func row(_ line: UnsafeRawBufferPointer) -> DumpRow
}
