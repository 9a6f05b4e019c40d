import Glibc
import HealthModel

/// Parses the lines of the TSV dump. Columns are found by their names: the dump had 206 in 2024 and 214 in 2025.
struct TabbedRowReader: DumpRowReader {
  private typealias Cell = UnsafeRawBufferPointer

  private let width: Int
  /// For each column of the dump up to the last that is read: its place in `cells`, or -1.
  private let places: [Int]
  private let filter: FoodFilter
  private var cells: [Cell]
  private static var none: Cell { UnsafeRawBufferPointer(start: nil, count: 0) }

  /// Reads the header.
  ///
  /// - Throws: `.notADump` unless it names the columns of codes and names, at least one of energy or nutrients, and those that the filter needs.
  init(header: UnsafeRawBufferPointer, filter: FoodFilter, name: String) throws(CatalogueError) {
    let names = header.split(separator: 0x09, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    var places: [Int] = []
    var found: Set<DumpColumn> = []
    for name in names {
      let column = DumpColumn.named[name].flatMap { found.insert($0).inserted ? $0 : nil }
      places.append(column?.rawValue ?? -1)
    }
    guard found.isSuperset(of: [.code, .productName]) else {
      throw CatalogueError(
        .notADump, "\(name) isn't a dump of Open Food Facts: its first line doesn't name the columns code and product_name",
        hint: "it is en.openfoodfacts.org.products.csv or openfoodfacts-products.jsonl, as they are or as .gz")
    }
    guard !found.isDisjoint(with: DumpColumn.nutrients) else {
      throw CatalogueError(
        .notADump, "\(name) has no column of energy or nutrients: its foods would have no values",
        hint: "download en.openfoodfacts.org.products.csv, which has energy-kcal_100g and others")
    }
    let needs = [(DumpColumn.countries, filter.countries, "countries"), (.language, filter.languages, "languages")]
    for (column, chosen, noun) in needs where !chosen.isEmpty && !found.contains(column) {
      throw CatalogueError(
        .notADump, "\(name) has no column of \(noun), so that they can't be chosen", hint: "the JSONL dump has countries and languages")
    }
    width = names.count
    self.places = Array(places[...(places.lastIndex { $0 >= 0 } ?? 0)])
    self.filter = filter
    cells = Array(repeating: Self.none, count: DumpColumn.allCases.count)
  }

  mutating func row(_ line: UnsafeRawBufferPointer) -> DumpRow {
    if line.isEmpty { return .skipped }
    guard split(line) else { return .broken }
    let digits = self[.code].filter { $0 > 0x20 }
    guard !digits.isEmpty else { return .broken }
    guard let gtin = GTIN(digits: String(decoding: digits, as: UTF8.self)) else { return .skipped }
    if !filter.countries.isEmpty || !filter.languages.isEmpty {
      let tags = (raw(.countries) ?? "").split(separator: ",")
      guard filter.keeps(countries: tags, language: raw(.language)) else { return .skipped }
    }
    let brand = raw(.brands).flatMap(OpenFoodFactsProduct.firstBrand)
    let product = OpenFoodFactsProduct(
      code: nil, name: text(.productName) ?? text(.genericName) ?? brand, brand: brand, quantity: text(.quantity),
      servingText: text(.servingSize), servingG: number(.servingQuantity).flatMap(OpenFoodFactsProduct.servingGrams),
      nutrition: OpenFoodFactsNutrition(per100g: nutrition), revision: text(.revision))
    return .food(
      DumpRow.Food(
        food: CatalogueFood(gtin: gtin, product: product, modifiedS: DumpRow.count(number(.modified), most: DumpRow.lastTimeS)),
        scans: DumpRow.count(number(.scans), most: DumpRow.mostScans),
        completeness: number(.completeness) ?? 0))
  }

  /// Finds the cells. `false` = the line has fewer or more than the header.
  private mutating func split(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let base = line.baseAddress else { return false }
    var (start, column) = (0, 0)
    while true {
      let tab = memchr(base + start, 0x09, line.count - start).map { UnsafeRawPointer($0) - base }
      if column < places.count, places[column] >= 0 {
        cells[places[column]] = UnsafeRawBufferPointer(start: base + start, count: (tab ?? line.count) - start)
      }
      column += 1
      guard let tab else { return column == width }
      start = tab + 1
    }
  }

  private var nutrition: GivenNutrition {
    if ["on", "true", "1"].contains(raw(.noNutrition) ?? "") { return GivenNutrition() }
    return GivenNutrition(
      values: Nutrition(
        energyKcal: number(.kcal), proteinG: number(.protein), carbsG: number(.carbs), fatG: number(.fat), sugarsG: number(.sugars),
        saturatedFatG: number(.saturated), fiberG: number(.fiber), saltG: number(.salt) ?? number(.sodium).map { $0 * 2.5 }),
      energyKj: number(.kj) ?? number(.energy),
      others: EnergyNutrients(
        alcoholMl: number(.alcohol), polyolsG: number(.polyols), erythritolG: number(.erythritol), organicAcidsG: number(.acids)),
      kind: self[.categories].isEmpty ? [] : FoodKind(tags: self[.categories]))
  }

  private subscript(column: DumpColumn) -> Cell { cells[column.rawValue] }

  private func raw(_ column: DumpColumn) -> String? {
    let cell = self[column]
    return cell.isEmpty ? nil : String(decoding: cell, as: UTF8.self)
  }

  private func text(_ column: DumpColumn) -> String? { raw(column).flatMap { ForeignText.cleaned($0) } }

  private func number(_ column: DumpColumn) -> Double? {
    let cell = self[column]
    guard !cell.isEmpty else { return nil }
    return cell.withMemoryRebound(to: UInt8.self, PlainDecimal.value) ?? raw(column).flatMap { ForeignText.number($0) }
  }
}
