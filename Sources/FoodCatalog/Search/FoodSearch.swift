import BulkSQL
import GRDB

/// Searches a catalogue. The popular foods come first; of the first 50, those with whole words.
struct FoodSearch {
  /// Foods that are ranked by their words; the index gives them by popularity.
  private static let ranked = 50
  /// Foods that are compared with a query whose words are longer than the index has.
  private static let mostCompared = 2000
  /// With fewer hits, the spelling is looked at.
  private static let fewHits = 3

  private let db: Database
  private let isCancelled: () -> Bool

  /// A search in an open catalogue.
  ///
  /// - Parameter isCancelled: Polled between foods; once it is true, the search ends.
  init(in db: Database, isCancelled: @escaping () -> Bool = { false }) {
    self.db = db
    self.isCancelled = isCancelled
  }

  /// The foods that fit, at most `limit`.
  func run(_ text: String, limit: Int) throws -> FoodSearchResult {
    let query = FoodQuery(text)
    guard !query.words.isEmpty, limit > 0 else { return FoodSearchResult(foods: [], correction: nil) }
    let sources = try FoodSource.allCases.filter { try CatalogueSchema.has($0, in: db) }
    var foods = try self.foods(query, in: sources, limit: limit)
    if isCancelled() { return FoodSearchResult(foods: [], correction: nil, isCancelled: true) }
    guard foods.count < min(FoodSearch.fewHits, limit), let corrected = try corrected(query, in: sources) else {
      return FoodSearchResult(foods: foods, correction: nil)
    }
    let seen = Set(foods.map(\.gtin))
    let more = try self.foods(corrected, in: sources, limit: limit).filter { !seen.contains($0.gtin) }
    if isCancelled() { return FoodSearchResult(foods: [], correction: nil, isCancelled: true) }
    foods += more.prefix(limit - foods.count)
    return FoodSearchResult(foods: foods, correction: more.isEmpty ? nil : corrected.words.joined(separator: " "))
  }

  /// The query with its spelling corrected by the first source that has a better word.
  private func corrected(_ query: FoodQuery, in sources: [FoodSource]) throws -> FoodQuery? {
    for source in sources { if let better = try SpellingGuess(source, in: db).corrected(query) { return better } }
    return nil
  }

  /// The foods of the sources, one source behind the other; each number once.
  private func foods(_ query: FoodQuery, in sources: [FoodSource], limit: Int) throws -> [CatalogueFood] {
    var foods: [CatalogueFood] = []
    for source in sources where foods.count < limit {
      let seen = Set(foods.map(\.gtin))
      foods += try self.foods(query, of: source, limit: limit).filter { !seen.contains($0.gtin) }.prefix(limit - foods.count)
    }
    return foods
  }

  private func foods(_ query: FoodQuery, of source: FoodSource, limit: Int) throws -> [CatalogueFood] {
    let prefix = source.prefix
    // The join is made by hand: SQLite might walk the foods instead of the index.
    let ids = try BulkStatement("SELECT rowid FROM \(prefix)food_text WHERE \(prefix)food_text MATCH ? ORDER BY rowid", in: db)
    let row = try BulkStatement("SELECT \(CatalogueSchema.names) FROM \(prefix)food WHERE id = ?", in: db)
    // A number is that of the first source's food wherever it is looked up.
    let first = source == .openFoodFacts ? nil : try BulkStatement("SELECT 1 FROM number WHERE gtin = ?", in: db)
    defer { ids.reset() }
    ids.bind(query.expression, at: 1)
    var text = SearchText()
    var found: [(food: CatalogueFood, fit: Int)] = []
    var compared = 0
    while found.count < max(FoodSearch.ranked, limit), compared < FoodSearch.mostCompared + limit, !isCancelled(), try ids.step() {
      compared += 1
      row.bind(ids.integer(0), at: 1)
      defer { row.reset() }
      guard try row.step(), let food = FoodRow.read(row, from: 0, of: source) else { continue }
      if let first {
        first.bind(food.gtin.number, at: 1)
        defer { first.reset() }
        if try first.step() { continue }
      }
      let words = ([food.product.name, food.product.brand].compactMap(\.self) + food.product.otherNames).flatMap { text.words($0) }
      if let fit = query.fit(words) { found.append((food, fit)) }
    }
    // Equal fits stay in the order of popularity.
    let order = found.indices.sorted { (-found[$0].fit, $0) < (-found[$1].fit, $1) }
    return order.prefix(limit).map { found[$0].food }
  }
}
