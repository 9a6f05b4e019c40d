import BulkSQL
import GRDB
import HealthModel

/// The foods with the user's own values: the table `product_override`. Each change is one transaction, queued for sync and undoable for the
/// rest of the day.
package struct OwnFoods: Sendable {
  private let library: Library

  /// The user's own foods in a library.
  package init(_ library: Library) { self.library = library }

  /// All of them, by name.
  package func all() throws(StoreError) -> [OwnFood] {
    try library.read { db in try OwnFoods.all(in: db) }
  }

  /// The food of a number. `nil` = the number has no values of the user's own.
  package func food(of gtin: GTIN) throws(StoreError) -> OwnFood? { try food(id: gtin.description) }

  /// The food of a whole id. `nil` = there is none.
  package func food(id: String) throws(StoreError) -> OwnFood? {
    try library.read { db in try OwnFoods.food(id, in: db) }
  }

  /// Writes a food in place of the one that has its id, if there is one.
  ///
  /// - Parameter title: The words for undo: `added Soup`.
  /// - Throws: kind `.badData` if a value is out of range.
  package func put(_ food: OwnFood, title: String, at now: Moment) throws(StoreError) {
    try library.write { db in try OwnFoods.put(food, title: title, at: now, in: db) }
  }

  /// Writes a food that depends on those that are there, in one transaction.
  ///
  /// - Parameter make: Gets all foods, and returns the one to write and the words for undo. What it throws is thrown, and nothing is written.
  /// - Throws: kind `.badData` if a value is out of range.
  package func put(at now: Moment, _ make: (_ all: [OwnFood]) throws -> (food: OwnFood, title: String)) throws -> OwnFood {
    let result: Result<OwnFood, any Error> = try library.write { db in
      let (food, title): (OwnFood, String)
      do { (food, title) = try make(OwnFoods.all(in: db)) } catch { return .failure(error) }
      try OwnFoods.put(food, title: title, at: now, in: db)
      return .success(food)
    }
    return try result.get()
  }

  /// Changes the food of an id.
  ///
  /// - Parameter edit: Gets the food as it is and returns what it becomes. What it throws is thrown, and nothing is written.
  /// - Returns: The food afterwards. `nil` = there is none.
  package func edit(_ id: String, title: String, at now: Moment, _ edit: (OwnFood) throws -> OwnFood) throws -> OwnFood? {
    let result: Result<OwnFood?, any Error> = try library.write { db in
      guard let before = try OwnFoods.food(id, in: db) else { return .success(nil) }
      let food: OwnFood
      do { food = try edit(before) } catch { return .failure(error) }
      try OwnFoods.put(food, title: title, at: now, in: db)
      return .success(food)
    }
    return try result.get()
  }

  /// Deletes the food of an id.
  ///
  /// - Returns: The food as it was. `nil` = there is none.
  package func delete(_ id: String, title: String, at now: Moment) throws(StoreError) -> OwnFood? {
    try library.write { db in
      guard let food = try OwnFoods.food(id, in: db) else { return nil }
      try UndoLog(db: db).record(title, of: .productOverride, ids: [id], at: now) { try SyncedTable.productOverride.delete(id, in: db) }
      return food
    }
  }

  private static func all(in db: Database) throws -> [OwnFood] {
    try Row.fetchAll(db.cachedStatement(sql: "SELECT * FROM product_override ORDER BY lower(name), id")).map { try OwnFood(row: $0) }
  }

  private static func put(_ food: OwnFood, title: String, at now: Moment, in db: Database) throws {
    try UndoLog(db: db).record(title, of: .productOverride, ids: [food.id], at: now) {
      try db.execute(sql: OwnFood.putSQL, arguments: StatementArguments([food.id] + food.columnValues))
    }
  }

  private static func food(_ id: String, in db: Database) throws -> OwnFood? {
    try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM product_override WHERE id = ?"), arguments: [id]).map { try OwnFood(row: $0) }
  }
}
