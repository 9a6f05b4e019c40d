/// A dump of Open Food Facts, read line by line: TSV or JSONL, told by its first line.
struct FoodDump {
  private let input: DumpInput
  private let filter: FoodFilter
  private let language: String?

  /// Opens a dump.
  ///
  /// - Parameters:
  ///   - path: A file; `-` is standard input.
  ///   - language: The language of names, for a dump that has several. `nil` for the main names.
  ///   - isInterrupted: Polled while it is read.
  /// - Throws: `CatalogueError`, `CancellationError`.
  init(_ path: String, filter: FoodFilter, language: String? = nil, isInterrupted: @escaping () -> Bool) throws {
    input = try DumpInput(path, isInterrupted: isInterrupted)
    self.filter = filter
    self.language = language
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
      var line = line
      if reader == nil {
        guard let start = line else { throw notADump }
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeRawBufferPointer(rebasing: start[3...]) : start
        if text.allSatisfy({ $0 <= 0x20 }) { return }
        guard text.first == UInt8(ascii: "{") else {
          reader = try TabbedRowReader(header: text, filter: filter, name: input.name)
          return
        }
        reader = JSONRowReader(filter: filter, language: language)
        line = text
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
