import BulkSQL
import DayTotals
import GRDB
import HealthModel
import WeekPlan

/// Reads the plan, inside a transaction that the caller has begun.
struct PlanReader {
  /// The connection.
  let db: Database
}

// MARK: - Days

extension PlanReader {
  /// Returns the rows of some days. One index finds the rows of the days, another the series, and the primary key their
  /// changed weeks.
  ///
  /// - Parameter allReplaced: whether `replaced` names every week in which one of the series was changed or skipped, not only those of the
  ///   days.
  func rows(from first: Day, through last: Day, allReplaced: Bool = false) throws -> PlanRows {
    let days: StatementArguments = [first.description, last.description]
    let items = try all(PlanReader.itemsOfDays, days)
    let series = try all(PlanReader.seriesOfDays, days)
    var replaced: Set<String> = []
    if !series.isEmpty {
      let weeks = allReplaced ? ("0000-00-00", "9999-99-99") : (ISOWeek(of: first).monday.description, last.description)
      replaced = try String.fetchSet(
        db.cachedStatement(sql: PlanReader.replacedOfDays), arguments: days + [weeks.0, weeks.1] as StatementArguments)
    }
    return PlanRows(items: items.filter { !$0.isSkipped }.map(\.item), series: series.map(\.item), replaced: replaced)
  }

  /// A day's note; `nil` = it has none.
  func note(of day: Day) throws -> String? {
    let statement = try BulkStatement("SELECT text FROM day_note WHERE day = ?1", in: db)
    defer { statement.reset() }
    statement.bind(day.description, at: 1)
    guard try statement.step(), let text = statement.text(0).map(PlanTitle.trimmed), !text.isEmpty else { return nil }
    return text
  }

  /// The notes of some days, those that have one.
  func notes(from first: Day, through last: Day) throws -> [Day: String] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT day, text FROM day_note WHERE day BETWEEN ?1 AND ?2"),
      arguments: [first.description, last.description])
    var notes: [Day: String] = [:]
    while let row = try rows.next() {
      let text = try PlanTitle.trimmed(row.value(1))
      if !text.isEmpty, let day = try Day(row.value(0) as String) { notes[day] = text }
    }
    return notes
  }

  /// Returns the workouts done on some days, in their order. Workouts recorded by two sources at the same time count
  /// once.
  func workouts(from first: Day, through last: Day) throws -> [DoneWorkout] {
    let dayMs: Int64 = 86_400_000
    // No zone is more than 14 h from UTC.
    let slackMs: Int64 = 14 * 3_600_000
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, activity, start_ms, end_ms, utc_offset_min, duration_min, distance_m, source, energy_kcal,
            EXISTS (SELECT 1 FROM workout_detail d WHERE d.workout = workout.id
              AND (d.key, d.text) IN (VALUES ('HKIndoorWorkout', '1'), ('HKSwimmingLocationType', '1')))
          FROM workout
          WHERE start_ms BETWEEN ?1 AND ?2 ORDER BY start_ms, end_ms, id
          """),
      arguments: [Int64(first.number) * dayMs - slackMs, (Int64(last.number) + 1) * dayMs + slackMs])
    let spans = try rows.map { row in
      try WorkoutSpan(
        activity: row.value(1), startMs: row.value(2), endMs: row.value(3), durationMin: row.value(5) ?? 0, energyKcal: row.value(8),
        source: 0, rank: 0)
    }
    let duplicates = WorkoutMerge.duplicates(spans)
    var names: [Int: Set<String>] = [:]
    for (place, other) in duplicates.enumerated() { if let other { names[other, default: []].insert(spans[place].activity) } }
    return try rows.indices.compactMap { place in
      let row = rows[place]
      let workout = try DoneWorkout(
        id: row.value(0), activity: row.value(1), otherNames: names[place, default: []].subtracting([spans[place].activity]).sorted(),
        startedAt: Moment(ms: row.value(2), utcOffsetMin: row.value(4)), endMs: row.value(3), durationMin: row.value(5),
        distanceM: row.value(6), source: row.value(7), isIndoor: row.value(9))
      return duplicates[place] == nil && first <= workout.day && workout.day <= last ? workout : nil
    }
  }
}

// MARK: - One item

extension PlanReader {
  /// The row of an id.
  func row(id: String) throws -> PlanRow? {
    try Row.fetchOne(db.cachedStatement(sql: PlanReader.rowOfID), arguments: [id]).flatMap(PlanRow.init)
  }

  /// Returns the item that `prefix` identifies in `week`, see `Planner.item`.
  func item(matching prefix: String, in week: ISOWeek) throws -> PlanItem {
    let found = try found(prefix)
    return found.isSeries ? try occurrence(of: found, in: week) : found
  }

  /// Returns the occurrence of a series in a week.
  /// - Throws: kind `.no` if there is none.
  func occurrence(of series: PlanItem, in week: ISOWeek) throws -> PlanItem {
    let row = try row(id: Occurrence(of: series.id, in: week).id)
    if let row, !row.isSkipped { return row.item }
    guard row == nil, let item = series.occurrence(in: week) else {
      throw StoreError(
        code: .notFound, message: "\(series.shortID) isn't planned in \(week)",
        hint: "name a week with \(.oneWeek), or the whole series with \(.wholeSeries)")
    }
    return item
  }

  /// The single item, the series or the one occurrence that `prefix` begins; else the one that has it in its id, from 4 characters on.
  ///
  /// Occurrences are found by their whole id alone: what else begins like their series means that.
  func found(_ prefix: String) throws -> PlanItem {
    let typed = PlanTitle.trimmed(prefix)
    guard !typed.isEmpty else {
      throw StoreError(code: .ambiguous, message: "an id is missing", hint: "see them: \(.plan)")
    }
    if let row = try row(id: typed), !row.isSkipped { return row.item }
    if let occurrence = Occurrence(id: typed), let series = try row(id: occurrence.series)?.item, series.isSeries {
      return try self.occurrence(of: series, in: occurrence.week)
    }
    let small = typed.lowercased()
    var rows = try all(PlanReader.rowsOfShortID, [small, small + "\u{10FFFF}"])
    if rows.isEmpty { rows = try all(PlanReader.rowsOfIDPrefix, [small]) }
    if rows.isEmpty, small.count >= 4 { rows = try all(PlanReader.rowsOfIDPart, [small]) }
    guard let first = rows.first else {
      throw StoreError(code: .notFound, message: "nothing planned has the id \"\(typed)\"", hint: "see the ids: \(.plan)")
    }
    guard rows.count == 1 else {
      let shown = rows.prefix(5).map { "\($0.item.shortID) (\($0.item.day) \($0.item.title))" }
      throw StoreError(
        code: .ambiguous, message: "several planned items have an id with \"\(typed)\" in it",
        hint: "one of: \(shown.joined(separator: ", "))\(rows.count > 5 ? ", …" : "")")
    }
    return first.item
  }

  /// The ids of the rows that change or skip weeks of a series.
  func occurrenceIDs(of series: String) throws -> [String] {
    // "0" follows "/".
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT id FROM planner_item WHERE id > ?1 || '/' AND id < ?1 || '0' AND repeat_of = ?1"),
      arguments: [series])
  }

  private func all(_ sql: String, _ arguments: StatementArguments) throws -> [PlanRow] {
    try db.cachedStatement(sql: sql).rows(arguments) { try PlanRow($0) }
  }
}

// MARK: - SQL

extension PlanReader {
  static let itemsOfDays = PlanRow.select(where: "p.day BETWEEN ?1 AND ?2 AND p.repeat IS NULL")

  static let seriesOfDays = PlanRow.select(
    from: "planner_item AS p INDEXED BY planner_item_repeats",
    where: "p.repeat IS NOT NULL AND p.day <= ?2 AND (p.repeat_until IS NULL OR p.repeat_until >= ?1)")

  static let replacedOfDays = """
    SELECT o.id FROM planner_item AS p INDEXED BY planner_item_repeats
      CROSS JOIN planner_item AS o ON o.id BETWEEN p.id || '/' || ?3 AND p.id || '/' || ?4 AND o.repeat_of = p.id
    WHERE p.repeat IS NOT NULL AND p.day <= ?2 AND (p.repeat_until IS NULL OR p.repeat_until >= ?1)
    """

  private static let rowOfID = PlanRow.select(where: "p.id = ?1")

  /// Neither occurrences, which go by their series, nor skipped ones.
  private static let isCalledByItself = "s.id IS NULL AND p.skipped IS NOT 1"

  private static let rowsOfShortID = PlanRow.select(
    where: "p.short_id >= ?1 AND p.short_id < ?2 AND \(isCalledByItself) ORDER BY p.day DESC, p.id LIMIT 6")

  private static let rowsOfIDPart = PlanRow.select(
    where: "(instr(lower(p.id), ?1) > 0 OR instr(p.short_id, ?1) > 0) AND \(isCalledByItself) ORDER BY p.day DESC, p.id LIMIT 6")

  private static let rowsOfIDPrefix = PlanRow.select(
    where: "substr(lower(p.id), 1, length(?1)) = ?1 AND \(isCalledByItself) ORDER BY p.day DESC, p.id LIMIT 6")
}
