import BulkSQL
import GRDB
import HealthImport
import HealthModel

/// A download of FoodData Central with branded foods: a zip archive of CSV files, or the folder that it was unpacked to.
struct USDADump {
  private let name: String
  private let filter: FoodFilter
  private let isInterrupted: () -> Bool
  private let foods: FileBundle.File
  private let names: FileBundle.File
  private let amounts: FileBundle.File
  private let nutrients: FileBundle.File

  /// Opens a download.
  ///
  /// - Throws: `CatalogueError`.
  init(_ path: String, filter: FoodFilter, isInterrupted: @escaping () -> Bool) throws(CatalogueError) {
    name = path
    self.filter = filter
    self.isInterrupted = isInterrupted
    let bundle: FileBundle
    do throws(ImportError) { bundle = try FileBundle(at: path) } catch { throw USDADump.failure(error) }
    func file(_ name: String) throws(CatalogueError) -> FileBundle.File {
      if let file = bundle.file(named: name) { return file }
      throw CatalogueError(
        .notADump, "\(path) isn't a download of FoodData Central's branded foods: it has no \(name)",
        hint: "it is the CSV file \"Branded\" of https://fdc.nal.usda.gov/download-datasets, as .zip or unpacked")
    }
    foods = try file("branded_food.csv")
    names = try file("food.csv")
    amounts = try file("food_nutrient.csv")
    nutrients = try file("nutrient.csv")
    if !filter.languages.isEmpty {
      throw CatalogueError(.notADump, "\(path) has no languages, so that they can't be chosen", hint: "it has countries of sale")
    }
  }

  /// A whole download given as a delta.
  static func isWhole(_ path: String) -> CatalogueError {
    CatalogueError(.notADump, "\(path) is no delta of Open Food Facts", hint: "a download of FoodData Central is imported whole")
  }

  /// Writes the newest entry of each number to `rows.row`, which has the columns of `CatalogueSchema` and `id`, the food's id in the download.
  ///
  /// - Returns: The counts, without the foods imported.
  /// - Throws: `CatalogueError`, `CancellationError`, `DatabaseError`.
  func stage(in db: Database, progress: @escaping (ImportProgress) -> Void) throws -> ImportReport {
    var count = Count(progress: progress, total: foods.bytes + names.bytes + amounts.bytes + nutrients.bytes)
    count.report.source = .usda
    try db.execute(sql: "BEGIN")
    try stageFoods(in: db, &count)
    try stageNames(in: db, &count)
    try db.execute(
      sql: """
        COMMIT;
        CREATE INDEX rows.newest ON row (gtin, modified_s, id);
        DELETE FROM rows.row AS old WHERE EXISTS (
          SELECT 1 FROM rows.row AS new WHERE new.gtin = old.gtin AND (new.modified_s, new.id) > (old.modified_s, old.id));
        """)
    count.report.skipped += Int64(db.changesCount)
    try db.execute(sql: "BEGIN")
    try stageAmounts(in: db, &count)
    // Their carbohydrates are those of American labels, with fibre.
    try db.execute(
      sql: """
        UPDATE rows.row SET carbs = round(carbs - fiber, 3) WHERE carbs IS NOT NULL AND fiber BETWEEN 0 AND carbs;
        UPDATE rows.row SET salt = round(salt, 4) WHERE salt IS NOT NULL;
        COMMIT;
        """)
    return count.report
  }

  /// The lines that were read.
  private struct Count {
    let progress: (ImportProgress) -> Void
    let total: Int64
    var report = ImportReport()
    var lines: Int64 = 0
    var bytes: Int64 = 0

    /// Counts a line of whatever file.
    mutating func line(_ isInterrupted: () -> Bool) throws {
      lines += 1
      guard lines % 4096 == 0 else { return }
      if isInterrupted() { throw CancellationError() }
      progress(.reading(rows: lines, bytes: min(bytes, total), of: total))
    }
  }

  private func stageFoods(in db: Database, _ count: inout Count) throws {
    let marks = CatalogueSchema.marks
    let insert = try BulkStatement("INSERT OR REPLACE INTO rows.row (\(CatalogueSchema.names), id) VALUES (\(marks), ?)", in: db)
    try read(foods, "branded_food.csv", USDAFood.columns, needed: USDAFood.neededColumns, isOfFoods: true, &count) { row, count in
      guard let food = USDAFood(row) else { return false }
      guard let gtin = food.gtin, filter.keeps(countries: food.country.map { [$0] } ?? [], language: nil) else {
        count.report.skipped += 1
        return true
      }
      let product = OpenFoodFactsProduct(
        code: nil, name: nil, brand: food.brand, quantity: food.quantity, servingText: food.servingText, servingG: food.servingG,
        nutrition: OpenFoodFactsNutrition(per100g: GivenNutrition()), revision: String(food.id))
      FoodRow.bind(CatalogueFood(source: .usda, gtin: gtin, product: product, modifiedS: food.modifiedS), to: insert)
      insert.bind(food.id, at: CatalogueSchema.count + 1)
      _ = try insert.run()
      return true
    }
  }

  /// The names are those of the general list of foods, which has the date of an entry that has none of its own.
  private func stageNames(in db: Database, _ count: inout Count) throws {
    let update = try BulkStatement(
      "UPDATE rows.row SET name = ?, modified_s = CASE WHEN modified_s > 0 THEN modified_s ELSE ? END WHERE id = ?", in: db)
    let columns = ["fdc_id", "description", "publication_date"]
    try read(names, "food.csv", columns, needed: Array(columns.prefix(2)), &count) { row, _ in
      guard let id = row.integer(0) else { return false }
      update.bind(row.text(1), at: 1)
      update.bind(USDAFood.seconds(row.text(2)) ?? 0, at: 2)
      update.bind(id, at: 3)
      _ = try update.run()
      return true
    }
  }

  private func stageAmounts(in db: Database, _ count: inout Count) throws {
    var updates: [Int64: (statement: BulkStatement, factor: Double)] = [:]
    let columns = ["id", "unit_name"]
    try read(nutrients, "nutrient.csv", columns, needed: columns, &count) { row, _ in
      guard let id = row.integer(0) else { return false }
      if let nutrient = USDANutrient(id: id, unit: row.text(1)?.uppercased() ?? "") {
        updates[id] = (try BulkStatement("UPDATE rows.row SET \(nutrient.column) = ? WHERE id = ?", in: db), nutrient.factor)
      }
      return true
    }
    let amount = ["fdc_id", "nutrient_id", "amount"]
    try read(amounts, "food_nutrient.csv", amount, needed: amount, &count) { row, _ in
      guard let id = row.integer(0), let nutrient = row.integer(1) else { return false }
      guard let update = updates[nutrient], !row.isEmpty(2) else { return true }
      guard let value = row.number(2), value.magnitude <= USDADump.mostAmount else { return false }
      update.statement.bind(value * update.factor, at: 1)
      update.statement.bind(id, at: 2)
      _ = try update.statement.run()
      return true
    }
  }

  /// The largest number that is taken for an amount. Smaller ones that can't be right are doubted when they are shown.
  private static let mostAmount = 1e9

  /// Reads a file of the download.
  ///
  /// - Parameters:
  ///   - columns: The columns in the order in which the rows are asked for them.
  ///   - needed: Those without which it isn't that file.
  ///   - isOfFoods: Whether its rows are the foods that are counted.
  ///   - body: Takes a row; `false` = it can't be parsed.
  private func read(
    _ file: FileBundle.File, _ label: String, _ columns: [String], needed: [String], isOfFoods: Bool = false, _ count: inout Count,
    _ body: (CSVTable, inout Count) throws -> Bool
  ) throws {
    do {
      var source = try file.open()
      let start = count.bytes
      var bytes: Int64 = 0
      var table: CSVTable?
      let records = CSVRecords { buffer in
        let part = try source.read(into: buffer)
        bytes += Int64(part)
        return part
      }
      try records.forEach { record in
        if record?.isEmpty == true { return }
        guard let open = table else {
          table = record.flatMap { CSVTable(header: $0, columns: columns, needed: needed) }
          if table == nil { throw other(label) }
          return
        }
        if isOfFoods { count.report.rows += 1 }
        count.bytes = start + bytes
        try count.line(isInterrupted)
        guard let record, open.read(record), try body(open, &count) else { return count.report.broken += 1 }
      }
      if table == nil { throw other(label) }
    } catch let error as ImportError {
      throw USDADump.failure(error)
    }
  }

  private func other(_ file: String) -> CatalogueError {
    CatalogueError(
      .notADump, "\(name) isn't a download of FoodData Central: the first line of \(file) doesn't name its columns",
      hint: "download it again")
  }

  private static func failure(_ error: ImportError) -> CatalogueError {
    switch error.code {
    case .notFound: CatalogueError(.notFound, error.message)
    case .unreadable, .noSpace: CatalogueError(.unreadable, error.message)
    case .notAnExport, .wrongEncoding: CatalogueError(.notADump, error.message, hint: "unpack it, and import the folder")
    case .cutOff, .broken, .dangerous: CatalogueError(.damagedDump, error.message, hint: "download it again")
    }
  }
}
