import HealthModel

/// The texts and numbers of a branded food of FoodData Central, as a row of `branded_food.csv` has them.
struct USDAFood {
  /// A column that is read. The raw value is its name in the header.
  private enum Column: String, CaseIterable {
    case id = "fdc_id"
    case owner = "brand_owner"
    case brand = "brand_name"
    case gtin = "gtin_upc"
    case size = "serving_size"
    case unit = "serving_size_unit"
    case household = "household_serving_fulltext"
    case package = "package_weight"
    case modified = "modified_date"
    case available = "available_date"
    case country = "market_country"

    /// Its place in `columns`.
    var place: Int { Column.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The columns that are read, in the order in which `init` asks for them.
  static let columns = Column.allCases.map(\.rawValue)
  /// Those that every download has.
  static let neededColumns = [Column.id, .owner, .gtin, .size, .unit].map(\.rawValue)

  let id: Int64
  /// `nil` when the number on the package isn't one.
  let gtin: GTIN?
  /// The country where it is sold: `United States`.
  let country: String?
  let brand: String?
  let quantity: String?
  let servingText: String?
  let servingG: Double?
  /// The time of its last change, in seconds since 1970. 0 = not known.
  let modifiedS: Int64

  /// Reads a row. `nil` when it has no id.
  init?(_ row: CSVTable) {
    func text(_ column: Column) -> String? { row.text(column.place) }
    guard let id = row.integer(Column.id.place), id > 0 else { return nil }
    self.id = id
    gtin = text(.gtin).flatMap { GTIN(digits: $0) }
    country = text(.country)
    brand = text(.brand) ?? text(.owner)
    quantity = text(.package)
    let unit = text(.unit).flatMap { USDAFood.units[$0.lowercased()] }
    let size = unit == nil ? nil : row.number(Column.size.place).flatMap(OpenFoodFactsProduct.servingGrams)
    let metric = size.flatMap { size in unit.map { "\(JSON((size * 100).rounded() / 100).text) \($0)" } }
    servingG = size
    servingText = text(.household).map { words in metric.map { "\(words) (\($0))" } ?? words } ?? metric
    modifiedS = USDAFood.seconds(text(.modified)) ?? USDAFood.seconds(text(.available)) ?? 0
  }

  /// The units of servings, as labels write them.
  private static let units = ["g": "g", "grm": "g", "ml": "ml", "mlt": "ml"]

  /// The beginning of a day like `2021-10-28`, in seconds since 1970.
  static func seconds(_ text: String?) -> Int64? {
    text.flatMap { Day($0.prefix(10)) }.map { Int64($0.number) * 86_400 }.flatMap { (0...DumpRow.lastTimeS).contains($0) ? $0 : nil }
  }
}
