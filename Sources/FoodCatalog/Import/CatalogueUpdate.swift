import BulkSQL
import GRDB
import HealthModel

/// Adds and replaces foods of a catalogue, one by one. New ones go to the end: popularity is ranked anew by the next whole import.
struct CatalogueUpdate {
  private let find: BulkStatement
  private let change: BulkStatement
  private let insert: BulkStatement
  private let number: BulkStatement
  private let forget: BulkStatement
  private let learn: BulkStatement
  private let word: BulkStatement
  private var text = SearchText()
  private var next: Int64

  /// Prepares it; it must not outlive the access to `db`.
  init(in db: Database) throws {
    let names = CatalogueSchema.names.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    find = try BulkStatement(
      "SELECT id, name, brand, modified_s, other_names FROM food WHERE id = (SELECT id FROM number WHERE gtin = ?)", in: db)
    change = try BulkStatement(
      "UPDATE food SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?", in: db)
    insert = try BulkStatement(
      "INSERT INTO food (\(CatalogueSchema.names), id) VALUES (\(CatalogueSchema.marks), ?)", in: db)
    number = try BulkStatement("INSERT INTO number VALUES (?, ?)", in: db)
    forget = try BulkStatement("INSERT INTO food_text (food_text, rowid, words) VALUES ('delete', ?, ?)", in: db)
    learn = try BulkStatement("INSERT INTO food_text (rowid, words) VALUES (?, ?)", in: db)
    word = try BulkStatement("INSERT INTO word VALUES (?, 1) ON CONFLICT DO UPDATE SET foods = foods + 1", in: db)
    next = (try Int64.fetchOne(db, sql: "SELECT max(id) FROM food") ?? 0) + 1
  }

  /// Takes up a food. `false` = the catalogue has a newer one.
  mutating func take(_ food: CatalogueFood) throws -> Bool {
    find.bind(food.gtin.number, at: 1)
    let isKnown = try find.step()
    let id = isKnown ? find.integer(0) : next
    let old = isKnown ? text.folded(name: find.text(1), brand: find.text(2), otherNames: find.text(4)) : nil
    let isStale = isKnown && food.modifiedS < find.integer(3)
    find.reset()
    if isStale { return false }
    let write = isKnown ? change : insert
    FoodRow.bind(food, to: write)
    write.bind(id, at: CatalogueSchema.count + 1)
    _ = try write.run()
    if !isKnown {
      number.bind(food.gtin.number, at: 1)
      number.bind(id, at: 2)
      _ = try number.run()
      next += 1
    }
    let product = food.product
    let new = text.folded(name: product.name, brand: product.brand, otherNames: product.otherNames.joined(separator: "\n"))
    guard new != old else { return true }
    if let old { try run(forget, id, old) }
    try run(learn, id, new)
    for term in new.split(separator: " ") where (3...30).contains(term.count) && !term.contains(where: \.isNumber) {
      word.bind(String(term), at: 1)
      _ = try word.run()
    }
    return true
  }

  private func run(_ statement: BulkStatement, _ id: Int64, _ text: String) throws {
    statement.bind(id, at: 1)
    statement.bind(text, at: 2)
    _ = try statement.run()
  }
}
