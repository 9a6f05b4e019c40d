import BulkSQL
import GRDB
import HealthModel

/// The meals eaten: the entries of the table `meal`. Each change is one transaction, queued for sync and undoable for the rest of the day.
package struct MealLog: Sendable {
  private let library: Library

  /// The meals of a library.
  package init(_ library: Library) { self.library = library }
}

// MARK: - Changing

extension MealLog {
  /// Writes new entries, all or none, as one change.
  ///
  /// - Parameter gtin: A number whose pending lookup this settles: it is forgotten with the meals that waited for it, in the same
  ///   transaction, so that none of them is logged twice.
  /// - Throws: kind `.badData` if a value is out of range or an id is taken.
  package func log(_ meals: [Meal], resolving gtin: GTIN? = nil, at now: Moment) throws(StoreError) {
    guard !meals.isEmpty else { return }
    try library.write { db in
      if let gtin { try db.execute(sql: "DELETE FROM pending_lookup WHERE gtin = ?", arguments: [gtin.number]) }
      try MealLog.log(meals, at: now, in: db)
    }
  }

  /// Writes a new entry unless its id was used before.
  ///
  /// - Returns: What became of the id before; `nil` = the entry is written now.
  /// - Throws: kind `.badData` if a value is out of range.
  package func logOnce(_ meal: Meal, at now: Moment) throws(StoreError) -> EntryHistory? {
    try library.write { db in
      if let earlier = try MealLog.history(of: meal.id, in: db) { return earlier }
      try MealLog.log([meal], at: now, in: db)
      return nil
    }
  }

  /// Writes new entries as one change, as a part of a transaction.
  static func log(_ meals: [Meal], at now: Moment, in db: Database) throws {
    try change("logged", meals, at: now, in: db) { db in
      let insert = try db.cachedStatement(sql: Meal.insertSQL)
      for meal in meals { try insert.execute(arguments: StatementArguments([meal.id] + meal.columnValues)) }
    }
  }

  /// Replaces the entry that has the id of `meal`. Fields of a newer version that the entry carries stay.
  /// - Throws: kind `.no` if there is none, `.badData` if a value is out of range.
  package func update(_ meal: Meal, at now: Moment) throws(StoreError) {
    try change("edited", [meal], at: now) { db in
      try db.execute(sql: Meal.updateSQL, arguments: StatementArguments(meal.columnValues + [meal.id]))
      if db.changesCount == 0 { throw MealLog.notFound(meal.id) }
    }
  }

  /// Deletes entries, all or none, as one change.
  /// - Throws: kind `.no` if one of them isn't there any more.
  package func delete(_ meals: [Meal], at now: Moment) throws(StoreError) {
    try change("deleted", meals, at: now) { db in
      for meal in meals {
        try SyncedTable.meal.delete(meal.id, in: db)
        if db.changesCount == 0 { throw MealLog.notFound(meal.id) }
      }
    }
  }

  private func change(_ verb: String, _ meals: [Meal], at now: Moment, _ body: (Database) throws -> Void) throws(StoreError) {
    try library.write { db in try MealLog.change(verb, meals, at: now, in: db, body) }
  }

  private static func change(
    _ verb: String, _ meals: [Meal], at now: Moment, in db: Database, _ body: (Database) throws -> Void
  ) throws {
    guard let first = meals.first else { return }
    let title = meals.count == 1 ? "\(verb) \(first.name)" : "\(verb) \(meals.count) meals"
    try UndoLog(db: db).record(title, of: .meal, ids: meals.map(\.id), at: now) { try body(db) }
  }
}

// MARK: - Reading

extension MealLog {
  /// The entries of a local day, in the order in which they were eaten.
  package func meals(on day: Day) throws(StoreError) -> [Meal] { try meals(from: day, through: day) }

  /// The energy in kcal of what was eaten on each of several local days; days without any that is known are missing.
  package func energy(from first: Day, through last: Day) throws(StoreError) -> [Day: Double] {
    try library.read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: "SELECT day, sum(energy_kcal) AS kcal FROM meal WHERE day BETWEEN ? AND ? AND energy_kcal IS NOT NULL GROUP BY day",
        arguments: [first.description, last.description])
      var days: [Day: Double] = [:]
      while let row = try rows.next() {
        if let text: String = try row.value("day"), let day = Day(text) { days[day] = try row.value("kcal") }
      }
      return days
    }
  }

  /// The entries of several local days, in the order in which they were eaten.
  package func meals(from first: Day, through last: Day) throws(StoreError) -> [Meal] {
    try library.read { db in
      try db.makeStatement(sql: "SELECT \(Meal.selection) FROM meal WHERE day BETWEEN ? AND ? ORDER BY day, eaten_at_ms, id")
        .rows([first.description, last.description]) { try Meal(row: $0) }
    }
  }

  /// The latest day with an entry; `nil` = there is none.
  ///
  /// - Parameter end: Only days before it count; `nil` = all.
  package func newestDay(before end: Day? = nil) throws(StoreError) -> Day? {
    try library.read { db in
      try String.fetchOne(db.cachedStatement(sql: "SELECT max(day) FROM meal WHERE ?1 IS NULL OR day < ?1"), arguments: [end?.description])
        .flatMap {
          Day($0)
        }
    }
  }

  /// The entry of a whole id; `nil` = there is none.
  package func meal(id: String) throws(StoreError) -> Meal? {
    try library.read { db in try MealLog.meal(id, in: db) }
  }

  private static func meal(_ id: String, in db: Database) throws -> Meal? {
    let statement = try db.cachedStatement(sql: "SELECT \(Meal.selection) FROM meal WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [id]).map { try Meal(row: $0) }
  }

  /// Returns the history of an entry's id; `nil` = no entry had it.
  package func history(of id: String) throws(StoreError) -> EntryHistory? { try library.read { db in try MealLog.history(of: id, in: db) } }

  private static func history(of id: String, in db: Database) throws -> EntryHistory? {
    if let meal = try MealLog.meal(id, in: db) { return .logged(meal) }
    let known = """
      SELECT EXISTS (SELECT 1 FROM outbox WHERE kind = 'meal' AND id = ?1) OR EXISTS (SELECT 1 FROM version WHERE kind = 'meal' AND id = ?1)
      """
    if try Bool.fetchOne(db, sql: known, arguments: [id]) == true { return .deleted }
    let waiting = "SELECT EXISTS (SELECT 1 FROM pending_lookup, json_each(wishes) AS wish WHERE wish.value ->> 'id' = ?)"
    return try Bool.fetchOne(db, sql: waiting, arguments: [id]) == true ? .waiting : nil
  }

  /// Returns the entry of an id, given whole or in part. A part has at least 4 characters: the end of the id, which is
  /// what is shown, or else any unique part of it. Case doesn't count.
  /// - Throws: kind `.no` if there is none, `.usage` if the part is too short or of several, which the hint names.
  package func meal(matching idOrPart: String) throws(StoreError) -> Meal {
    let typed = idOrPart.lowercased()
    return try library.read { db in
      if let meal = try MealLog.meal(idOrPart, in: db) { return meal }
      guard typed.count >= 4 else {
        throw StoreError(code: .ambiguous, message: "\"\(idOrPart)\" is too short for an id", hint: "give at least 4 characters of it")
      }
      var rows: [Row] = []
      for condition in ["substr(lower(id), -length(?1)) = ?1", "instr(lower(id), ?1) > 0"] where rows.isEmpty {
        rows = try Row.fetchAll(
          db, sql: "SELECT \(Meal.selection), day FROM meal WHERE \(condition) ORDER BY day DESC, eaten_at_ms DESC, id LIMIT 6",
          arguments: [typed])
      }
      guard let row = rows.first else { throw MealLog.notFound(idOrPart) }
      guard rows.count == 1 else {
        let shown = try rows.prefix(5).map {
          try "\($0.value("id") as String) (\($0.value("day") as String) \($0.value("name") as String))"
        }
        throw StoreError(
          code: .ambiguous, message: "several meals have an id with \"\(idOrPart)\" in it",
          hint: "one of: \(shown.joined(separator: ", "))\(rows.count > 5 ? ", …" : "")")
      }
      return try Meal(row: row)
    }
  }

  /// The foods eaten last, newest first: the latest entry of each, where a food is a number on a package or, without one, a name.
  package func recentFoods(limit: Int) throws(StoreError) -> [Meal] {
    try library.read { db in
      let rows = try Row.fetchCursor(db, sql: "SELECT \(Meal.selection) FROM meal ORDER BY day DESC, eaten_at_ms DESC, id DESC")
      var seen: Set<String> = []
      var foods: [Meal] = []
      // Stops after a page or two of the index; a GROUP BY would read every meal there is.
      while foods.count < limit, let row = try rows.next() {
        let meal = try Meal(row: row)
        if seen.insert(meal.gtin.map { "#\($0)" } ?? meal.name.lowercased()).inserted { foods.append(meal) }
      }
      return foods
    }
  }

  /// The last entry of a number. `nil` = there is none.
  ///
  /// - Parameter source: The only source of values that counts, as in `Provenance.source`; `nil` = any.
  package func newest(of gtin: GTIN, source: String? = nil) throws(StoreError) -> Meal? {
    try library.read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(Meal.selection) FROM meal WHERE gtin = ?1 AND (?2 IS NULL OR source = ?2)
          ORDER BY day DESC, eaten_at_ms DESC, id DESC LIMIT 1
          """)
      let row = try Row.fetchOne(statement, arguments: [gtin.description, source])
      return try row.map { try Meal(row: $0) }
    }
  }

  /// Returns the sums of the entries. A value that is unknown in all entries stays unknown.
  package static func totals(_ meals: some Sequence<Meal>) -> Nutrition { meals.reduce(Nutrition()) { $0 + $1.nutrition } }

  private static func notFound(_ id: String) -> StoreError {
    StoreError(code: .notFound, message: "no meal has the id \"\(id)\"", hint: "list them: \(.meals)")
  }
}
