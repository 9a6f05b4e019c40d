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
}

/// Parses the lines of a dump.
protocol DumpRowReader {
  /// Returns the contents of a line. An empty one is `skipped`.
  mutating func row(_ line: UnsafeRawBufferPointer) -> DumpRow
}
