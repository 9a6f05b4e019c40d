/// A dump of Open Food Facts, read line by line: TSV or JSONL, told by its first line.
struct FoodDump {
  private let input: DumpInput
  private let filter: FoodFilter

  /// Opens a dump.
  ///
  /// - Parameters:
  ///   - path: A file; `-` is standard input.
  ///   - isInterrupted: Polled while it is read.
  /// - Throws: `CatalogueError`, `CancellationError`.
  init(_ path: String, filter: FoodFilter, isInterrupted: @escaping () -> Bool) throws {
    input = try DumpInput(path, isInterrupted: isInterrupted)
    self.filter = filter
  }

  /// Calls `food` for each food that is kept.
  ///
  /// - Parameter progress: Called every few thousand lines.
  /// - Returns: The counts, without the foods imported and the duplicates.
  /// - Throws: `CatalogueError`, `CancellationError`, and what `food` throws.
  func read(progress: (ImportProgress) -> Void, food: (DumpRow.Food) throws -> Void) throws -> ImportReport {
    var report = ImportReport()
    var reader: (any DumpRowReader)?
    try DumpLines { try input.read(into: $0) }.forEach { line in
      if reader == nil {
        guard let line else { throw notADump }
        if line.allSatisfy({ $0 <= 0x20 }) { return }
        if line.first == UInt8(ascii: "{") {
          reader = JSONRowReader(filter: filter)
        } else {
          reader = try TabbedRowReader(header: line, filter: filter, name: input.name)
          return
        }
      }
      report.rows += 1
      switch line.flatMap({ reader?.row($0) }) {
      case .food(let row): try food(row)
      case .skipped: report.skipped += 1
      case .broken, nil: report.broken += 1
      }
      if report.rows % 4096 == 0 { progress(.reading(rows: report.rows, bytes: input.bytesRead, of: input.bytesTotal)) }
    }
    guard reader != nil else { throw notADump }
    // A text of another kind that begins like JSON has no product at all.
    if report.rows > 0, report.broken == report.rows { throw notADump }
    return report
  }

  private var notADump: CatalogueError {
    CatalogueError(
      .notADump, "\(input.name) isn't a dump of Open Food Facts",
      hint: "it is en.openfoodfacts.org.products.csv or openfoodfacts-products.jsonl, as they are or as .gz")
  }
}
