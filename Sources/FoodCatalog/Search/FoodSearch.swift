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
    var foods = try self.foods(query, limit: limit)
    if isCancelled() { return FoodSearchResult(foods: [], correction: nil, isCancelled: true) }
    guard foods.count < min(FoodSearch.fewHits, limit), let corrected = try SpellingGuess(in: db).corrected(query) else {
      return FoodSearchResult(foods: foods, correction: nil)
    }
    let seen = Set(foods.map(\.gtin))
    let more = try self.foods(corrected, limit: limit).filter { !seen.contains($0.gtin) }
    if isCancelled() { return FoodSearchResult(foods: [], correction: nil, isCancelled: true) }
    foods += more.prefix(limit - foods.count)
    return FoodSearchResult(foods: foods, correction: more.isEmpty ? nil : corrected.words.joined(separator: " "))
  }

  private func foods(_ query: FoodQuery, limit: Int) throws -> [CatalogueFood] {
    // The join is made by hand: SQLite might walk the foods instead of the index.
    let ids = try BulkStatement("SELECT rowid FROM food_text WHERE food_text MATCH ? ORDER BY rowid", in: db)
    let row = try BulkStatement("SELECT \(CatalogueSchema.names) FROM food WHERE id = ?", in: db)
    defer { ids.reset() }
    ids.bind(query.expression, at: 1)
    var text = SearchText()
    var found: [(food: CatalogueFood, fit: Int)] = []
    var compared = 0
    while found.count < max(FoodSearch.ranked, limit), compared < FoodSearch.mostCompared + limit, !isCancelled(), try ids.step() {
      compared += 1
      row.bind(ids.integer(0), at: 1)
      defer { row.reset() }
      guard try row.step(), let food = FoodRow.read(row, from: 0) else { continue }
      let words = [food.product.name, food.product.brand].flatMap { $0.map { text.words($0) } ?? [] }
      if let fit = query.fit(words) { found.append((food, fit)) }
    }
    // Equal fits stay in the order of popularity.
    let order = found.indices.sorted { (-found[$0].fit, $0) < (-found[$1].fit, $1) }
    return order.prefix(limit).map { found[$0].food }
  }
}
