import GRDB
import HealthModel
import WeekPlan

/// Does edits, inside a write transaction that the caller has begun; remembers what was there, so that it can be taken back.
struct PlanWriter {
  /// The connection, inside the transaction.
  let db: Database
  /// Reads beside it.
  let reader: PlanReader
  /// The week in which series are meant, where an edit names none.
  let week: ISOWeek
  /// The time at which items are created and ticked off.
  let now: Moment
  /// The rows before the change.
  var snapshot = UndoSnapshot()
  /// The number of planned items.
  var added: Int64 = 0
  /// Of days on which something was ensured: what they had before, but for what stands for an edit.
  var unclaimed: [Day: [PlanItem]] = [:]

  /// A writer that has done nothing yet.
  init(db: Database, week: ISOWeek, now: Moment) {
    self.db = db
    reader = PlanReader(db: db)
    self.week = week
    self.now = now
  }

  /// Does them in their order.
  /// - Parameter failure: what an edit did wrong; the error that is thrown then has only to end the transaction.
  mutating func apply(_ edits: [PlanEdit], failure: inout PlanFailure?) throws -> [PlanOutcome] {
    var outcomes: [PlanOutcome] = []
    outcomes.reserveCapacity(edits.count)
    for (index, edit) in edits.enumerated() {
      do {
        outcomes.append(try apply(edit))
      } catch let error as any UserFacingError {
        failure = PlanFailure(index: index, error: error)
        throw error
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        failure = PlanFailure(index: index, error: StoreError(error, path: ""))
        throw error
      }
    }
    return outcomes
  }

  /// Writes what was eaten of a planned meal, and ticks that off.
  mutating func log(_ meal: Meal, for ref: String) throws -> PlanItem {
    let item = try reader.item(matching: ref, in: week)
    snapshot.willInsert(.meal, meal.id)
    try db.cachedStatement(sql: Meal.insertSQL).execute(arguments: StatementArguments([meal.id] + meal.columnValues))
    if case .changed(let ticked) = try complete(item.id, true, week) { return ticked }
    return item
  }

  /// Keeps all that was done as one change called `title`.
  func keepForUndo(_ title: String) throws { try UndoLog(db: db).keep(snapshot, title, at: now) }

  private mutating func apply(_ edit: PlanEdit) throws -> PlanOutcome {
    switch edit {
    case .add(let kind, let title, let day, let repeats, let completed, let id):
      if let id, try reader.row(id: id) != nil { return .unchanged }
      return .added(try add(kind, try PlanTitle.checked(title, for: kind), day, repeats, completed, id: id))
    case .ensure(let kind, let title, let day, let repeats, let completed):
      return try ensure(kind, PlanTitle.checked(title, for: kind), day, repeats, completed)
    case .put(let item): return try put(item)
    case .setCompleted(let ref, let isCompleted, let week): return try complete(ref, isCompleted, week)
    case .rename(let ref, let title, let week, let wholeSeries):
      return wholeSeries ? try renameAll(ref, title) : try rename(ref, title, week)
    case .move(let ref, let day, let week): return try move(reader.item(matching: ref, in: week ?? self.week), to: day)
    case .remove(let ref, let week, let wholeSeries): return wholeSeries ? try removeAll(ref) : try remove(ref, week)
    case .setNote(let day, let text): return try note(day, PlanTitle.trimmed(text)) ? .noted(day) : .unchanged
    case .copyWeek(let from, let to): return try copy(from, to)
    }
  }
}

// MARK: - Rows

extension PlanWriter {
  /// Writes an item as it is now; an occurrence that had no row gets one.
  mutating func save(_ item: PlanItem) throws -> PlanItem {
    var item = item
    let isNew = item.isOccurrence
    item.isOccurrence = false
    if isNew { try insert(item) } else { try update(item) }
    return item
  }

  /// Leaves out one week of a series.
  mutating func skip(_ item: PlanItem) throws {
    if item.isOccurrence { try insert(item, isSkipped: true) } else { try update(item, isSkipped: true) }
  }

  /// Writes a row that isn't there yet.
  mutating func insert(_ item: PlanItem, isSkipped: Bool = false) throws {
    snapshot.willInsert(.plannerItem, item.id)
    // A row of an occurrence has a short id of its own, which shows only should its series go.
    let shortID = item.isWeekOfSeries ? ShortID.make() : item.shortID
    try db.cachedStatement(sql: PlanItem.insertSQL)
      .execute(arguments: StatementArguments([item.id, shortID] + item.columnValues(isSkipped: isSkipped)))
  }

  /// Writes the item into its row.
  mutating func update(_ item: PlanItem, isSkipped: Bool = false) throws {
    try snapshot.willChange(.plannerItem, item.id, in: db)
    try db.cachedStatement(sql: PlanItem.updateSQL)
      .execute(arguments: StatementArguments(item.columnValues(isSkipped: isSkipped) + [item.id]))
  }

  /// Deletes a row.
  mutating func delete(_ id: String) throws {
    try snapshot.willChange(.plannerItem, id, in: db)
    try SyncedTable.plannerItem.delete(id, in: db)
  }

  /// Returns `wanted` if it is free, else a random one.
  func freeShortID(_ wanted: String? = nil) throws -> String {
    let isTaken = try db.cachedStatement(sql: "SELECT 1 FROM planner_item WHERE short_id = ?1")
    var id = wanted.flatMap { ShortID.isWellFormed($0) ? $0 : nil } ?? ShortID.make()
    while try Int.fetchOne(isTaken, arguments: [id]) != nil { id = ShortID.make() }
    return id
  }
}
