import GRDB
import HealthModel
import WeekPlan

/// A person's plan, week by week: the tables `planner_item` and `day_note`.
package struct Planner: Sendable {
  private let library: Library

  /// The plan of a library.
  package init(_ library: Library) { self.library = library }
}

// MARK: - Reading

extension Planner {
  /// Returns the items planned from `first` through `last`, series expanded: days in order, newest first inside a day.
  package func items(from first: Day, through last: Day) throws(StoreError) -> [PlanItem] {
    try library.read { db in try PlanReader(db: db).rows(from: first, through: last).items(from: first, through: last) }
  }

  /// A day's note; `nil` = it has none.
  package func note(of day: Day) throws(StoreError) -> String? { try library.read { db in try PlanReader(db: db).note(of: day) } }

  /// The notes of some days, those that have one.
  package func notes(from first: Day, through last: Day) throws(StoreError) -> [Day: String] {
    try library.read { db in try PlanReader(db: db).notes(from: first, through: last) }
  }

  /// Returns the rows of some days for a calendar: series are not expanded, each comes with all the weeks in which it
  /// was changed or skipped.
  package func rows(from first: Day, through last: Day) throws(StoreError) -> PlanRows {
    try library.read { db in try PlanReader(db: db).rows(from: first, through: last, allReplaced: true) }
  }

  /// The item whose short id or id begins with `prefix`, no other's; case doesn't count. Of a series it is the occurrence in `week`.
  /// - Throws: kind `.no` if there is none, or the series has nothing in that week; `.usage` if there are several, which the hint names.
  package func item(matching prefix: String, in week: ISOWeek) throws(StoreError) -> PlanItem {
    try library.read { db in try PlanReader(db: db).item(matching: prefix, in: week) }
  }

  /// The item that a whole id is of, or whether one of that id was there before.
  package func trace(of id: String) throws(StoreError) -> PlanTrace {
    try library.read { db in
      if let row = try PlanReader(db: db).row(id: id), !row.isSkipped { return .planned(row.item) }
      let known = """
        SELECT EXISTS (SELECT 1 FROM outbox WHERE kind = 'planner_item' AND id = ?1)
          OR EXISTS (SELECT 1 FROM version WHERE kind = 'planner_item' AND id = ?1)
        """
      return try Bool.fetchOne(db, sql: known, arguments: [id]) == true ? .removed : .unknown
    }
  }

  /// Returns the workouts done on some local days, in their order. Workouts recorded by two sources at the same time
  /// count once.
  package func workouts(from first: Day, through last: Day) throws(StoreError) -> [DoneWorkout] {
    try library.read { db in try PlanReader(db: db).workouts(from: first, through: last) }
  }

  /// Compares unticked planned workouts of some days with imported ones. Returns one result for each, in the order of
  /// days.
  package func workoutMatches(from first: Day, through last: Day) throws(StoreError) -> [WorkoutMatch.Result] {
    try library.read { db in
      let reader = PlanReader(db: db)
      let planned = try reader.rows(from: first, through: last).items(from: first, through: last)
      return WorkoutMatch.results(planned: planned, done: try reader.workouts(from: first, through: last))
    }
  }
}

// MARK: - Changing

extension Planner {
  /// Applies all edits or none, one after the other, in one transaction: one change that `hsync undo` reverts.
  ///
  /// - Parameters:
  ///   - title: The name in "undone: …".
  ///   - week: The default week for edits of series.
  ///   - now: The time at which items are created and ticked.
  /// - Returns: The outcome of each edit.
  /// - Throws: `PlanFailure` of the first edit that fails, or `StoreError`.
  package func apply(_ edits: [PlanEdit], title: String, week: ISOWeek, at now: Moment) throws -> [PlanOutcome] {
    try trying { failure in
      try library.write { db in
        var writer = PlanWriter(db: db, week: week, now: now)
        let outcomes = try writer.apply(edits, failure: &failure)
        try writer.keepForUndo(title)
        return outcomes
      }
    }
  }

  /// Logs a planned meal as eaten and ticks the item off, in one transaction: one change that `hsync undo` reverts.
  ///
  /// - Parameter ref: The item's id or a beginning of it, as in `item(matching:in:)`.
  /// - Returns: The updated item.
  /// - Throws: kind `.no` if there is no such item, `.badData` if a value of the meal is out of range.
  package func log(_ meal: Meal, for ref: String, week: ISOWeek, at now: Moment) throws(StoreError) -> PlanItem {
    try library.write { db in
      var writer = PlanWriter(db: db, week: week, now: now)
      let item = try writer.log(meal, for: ref)
      try writer.keepForUndo("logged \(meal.name)")
      return item
    }
  }

  /// Returns the outcomes that `apply` would have, without writing.
  package func rehearse(_ edits: [PlanEdit], week: ISOWeek, at now: Moment) throws -> [PlanOutcome] {
    try trying { failure in
      try library.rehearse { db in
        var writer = PlanWriter(db: db, week: week, now: now)
        return try writer.apply(edits, failure: &failure)
      }
    }
  }

  /// Runs `body` and throws the `PlanFailure` that it sets, if any: a transaction passes on only the library's own
  /// errors.
  private func trying<T>(_ body: (inout PlanFailure?) throws -> T) throws -> T {
    var failure: PlanFailure?
    do { return try body(&failure) } catch {
      guard let failure else { throw error }
      throw failure
    }
  }
}
