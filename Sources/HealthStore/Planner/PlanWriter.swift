import GRDB
import HealthModel
import WeekPlan

/// Does edits, inside a write transaction that the caller has begun; remembers what was there, so that it can be taken back.
struct PlanWriter {
  private let db: Database
  private let reader: PlanReader
  private let week: ISOWeek
  private let now: Moment
  private var notes = UndoNotes()
  private var added: Int64 = 0

  /// - Parameters:
  ///   - week: The week in which series are meant, where an edit names none.
  ///   - now: When items are made and ticked.
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
    notes.willInsert(.meal, meal.id)
    try db.cachedStatement(sql: Meal.insertSQL).execute(arguments: StatementArguments([meal.id] + meal.columnValues))
    if case .changed(let ticked) = try complete(item.id, true, week) { return ticked }
    return item
  }

  /// Keeps all that was done as one change called `title`.
  func keepForUndo(_ title: String) throws { try UndoLog(db: db).keep(notes, title, at: now) }

  private mutating func apply(_ edit: PlanEdit) throws -> PlanOutcome {
    switch edit {
    case .add(let kind, let title, let day, let repeats, let completed):
      return .added(try add(kind, try PlanTitle.checked(title, for: kind), day, repeats, completed))
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

// MARK: - Items

extension PlanWriter {
  private mutating func add(_ kind: PlanItem.Kind, _ title: String, _ day: Day, _ repeats: PlanItem.Repeat?, _ completed: Bool) throws
    -> PlanItem
  {
    // A millisecond each, so that what a script adds keeps its order.
    let createdAtMs = now.ms + added
    added += 1
    let item = PlanItem(
      id: RecordID.make(atMs: createdAtMs), shortID: try freeShortID(), kind: kind, title: title, day: day, isCompleted: completed,
      completedAtMs: completed ? now.ms : nil, createdAtMs: createdAtMs, repeats: repeats)
    try insert(item)
    return item
  }

  private mutating func put(_ wanted: PlanItem) throws -> PlanOutcome {
    var wanted = wanted
    wanted.title = try PlanTitle.checked(wanted.title, for: wanted.kind)
    let row = try reader.row(id: wanted.id)
    if wanted.repeatOf != nil, let occurrence = Occurrence(id: wanted.id), occurrence.series == wanted.repeatOf,
      let series = try reader.row(id: occurrence.series)?.item, series.isSeries
    {
      return try put(wanted, occurrence, of: series, row)
    }
    // Without its series it is like any other, but keeps the name of it: the series may come yet.
    if wanted.repeatOf != nil { wanted.repeats = nil }
    guard let old = row?.item else {
      wanted.shortID = try freeShortID(wanted.shortID)
      if wanted.isCompleted, wanted.completedAtMs == nil { wanted.completedAtMs = now.ms }
      try insert(wanted)
      return .added(wanted)
    }
    wanted.shortID = old.shortID
    complete(&wanted, as: old)
    if old == wanted, row?.isSkipped == false { return .unchanged }
    try update(wanted)
    return .changed(wanted)
  }

  /// Of an occurrence: what it is, what it is called, whether it is done, and its day.
  private mutating func put(_ wanted: PlanItem, _ occurrence: Occurrence, of series: PlanItem, _ row: PlanRow?) throws -> PlanOutcome {
    let isThere = row.map { !$0.isSkipped } ?? (series.occurrence(in: occurrence.week) != nil)
    // What it would be again; a week before the series began or after its end can have one of its own, too.
    var item = row?.item ?? series.occurrence(in: occurrence.week) ?? wanted
    item.shortID = series.shortID
    item.repeats = series.repeats
    item.isOccurrence = row == nil
    let old = item
    (item.kind, item.title, item.isCompleted, item.completedAtMs) = (
      wanted.kind, wanted.title, wanted.isCompleted, wanted.completedAtMs
    )
    complete(&item, as: old)
    guard occurrence.week.contains(wanted.day) else {
      let isMoved = try reader.row(id: occurrence.movedID).map { !$0.isSkipped && $0.item.says(wanted) } ?? false
      return isMoved && !isThere ? .unchanged : try move(item, to: wanted.day)
    }
    item.day = wanted.day
    if isThere, item == old { return .unchanged }
    return .changed(try save(item))
  }

  private mutating func complete(_ ref: String, _ isCompleted: Bool, _ week: ISOWeek?) throws -> PlanOutcome {
    var item = try reader.item(matching: ref, in: week ?? self.week)
    guard item.isCompleted != isCompleted else { return .unchanged }
    item.isCompleted = isCompleted
    item.completedAtMs = isCompleted ? now.ms : nil
    return .changed(try save(item))
  }

  private mutating func rename(_ ref: String, _ title: String, _ week: ISOWeek?) throws -> PlanOutcome {
    var item = try reader.item(matching: ref, in: week ?? self.week)
    let title = try PlanTitle.checked(title, for: item.kind)
    guard item.title != title else { return .unchanged }
    item.title = title
    return .changed(try save(item))
  }

  private mutating func move(_ item: PlanItem, to day: Day) throws -> PlanOutcome {
    var item = item
    guard item.day != day else { return .unchanged }
    guard let series = item.repeatOf, item.repeats != nil, let occurrence = Occurrence(id: item.id), occurrence.series == series,
      !occurrence.week.contains(day)
    else {
      item.day = day
      return .changed(try save(item))
    }
    // Out of its week it is an item of its own.
    try skip(item)
    item.id = occurrence.movedID
    item.day = day
    (item.repeats, item.repeatOf, item.isOccurrence) = (nil, nil, false)
    if let row = try reader.row(id: item.id) {
      item.shortID = row.item.shortID
      try update(item)
    } else {
      item.shortID = try freeShortID()
      try insert(item)
    }
    return .changed(item)
  }

  private mutating func remove(_ ref: String, _ week: ISOWeek?) throws -> PlanOutcome {
    let item = try reader.item(matching: ref, in: week ?? self.week)
    if item.repeatOf != nil, item.repeats != nil { try skip(item) } else { try delete(item.id) }
    return .removed(item)
  }
}

// MARK: - Whole series

extension PlanWriter {
  /// Weeks that were called something else keep that.
  private mutating func renameAll(_ ref: String, _ title: String) throws -> PlanOutcome {
    var series = try series(ref)
    let (old, title) = (series.title, try PlanTitle.checked(title, for: series.kind))
    guard old != title else { return .unchanged }
    series.title = title
    try update(series)
    for id in try reader.occurrenceIDs(of: series.id) {
      guard let row = try reader.row(id: id), row.item.title == old else { continue }
      var item = row.item
      item.title = title
      try update(item, isSkipped: row.isSkipped)
    }
    return .changed(series)
  }

  private mutating func removeAll(_ ref: String) throws -> PlanOutcome {
    let series = try series(ref)
    for id in try reader.occurrenceIDs(of: series.id) { try delete(id) }
    try delete(series.id)
    return .removed(series)
  }

  /// The series that `ref` means or is an occurrence of; else the single item.
  private func series(_ ref: String) throws -> PlanItem {
    let found = try reader.found(ref)
    guard let id = found.repeatOf, let series = try reader.row(id: id)?.item, series.isSeries else { return found }
    return series
  }
}

// MARK: - Notes and weeks

extension PlanWriter {
  /// Returns whether anything changed.
  private mutating func note(_ day: Day, _ text: String) throws -> Bool {
    let id = day.description
    guard try (reader.notes(from: day, through: day)[day] ?? "") != text else { return false }
    try notes.willChange(.dayNote, id, in: db)
    if text.isEmpty {
      try SyncedTable.dayNote.delete(id, in: db)
    } else {
      try db.cachedStatement(sql: "INSERT INTO day_note(day, text) VALUES (?1, ?2) ON CONFLICT(day) DO UPDATE SET text = excluded.text")
        .execute(arguments: [id, text])
    }
    return true
  }

  /// What is there already isn't copied, so that doing it twice does it once: as many of a kind and title as that day lacks.
  private mutating func copy(_ from: ISOWeek, _ to: ISOWeek) throws -> PlanOutcome {
    let shift = to.monday.number - from.monday.number
    guard shift != 0 else { return .unchanged }
    var there: [Wish: Int] = [:]
    for item in try reader.rows(from: to.monday, through: to.sunday).items(from: to.monday, through: to.sunday) {
      there[Wish(item, on: item.day), default: 0] += 1
    }
    let single = try reader.rows(from: from.monday, through: from.sunday).items.filter { $0.repeats == nil }
    var copies: [PlanItem] = []
    // Oldest first, for each copy is newer than the one before.
    for item in single.sorted(by: PlanRows.isBefore).reversed() {
      let wish = Wish(item, on: item.day.adding(shift))
      if let count = there[wish], count > 0 {
        there[wish] = count - 1
      } else {
        copies.append(try add(item.kind, item.title, wish.day, nil, false))
      }
    }
    let taken = try reader.notes(from: to.monday, through: to.sunday)
    var noted: [Day] = []
    for (day, text) in try reader.notes(from: from.monday, through: from.sunday).sorted(by: { $0.key < $1.key }) {
      let copy = day.adding(shift)
      if taken[copy] == nil, try note(copy, text) { noted.append(copy) }
    }
    return copies.isEmpty && noted.isEmpty ? .unchanged : .copied(copies.sorted(by: PlanRows.isBefore), notes: noted)
  }

  /// What a week should have.
  private struct Wish: Hashable {
    let kind: PlanItem.Kind
    let title: String
    let day: Day

    init(_ item: PlanItem, on day: Day) {
      kind = item.kind
      title = item.title
      self.day = day
    }
  }
}

// MARK: - Rows

extension PlanWriter {
  /// Writes an item as it is now; an occurrence that had no row gets one.
  private mutating func save(_ item: PlanItem) throws -> PlanItem {
    var item = item
    let isNew = item.isOccurrence
    item.isOccurrence = false
    if isNew { try insert(item) } else { try update(item) }
    return item
  }

  private mutating func skip(_ item: PlanItem) throws {
    if item.isOccurrence { try insert(item, isSkipped: true) } else { try update(item, isSkipped: true) }
  }

  private mutating func insert(_ item: PlanItem, isSkipped: Bool = false) throws {
    notes.willInsert(.plannerItem, item.id)
    // A row of an occurrence has a short id of its own, which shows only should its series go.
    let shortID = item.repeats != nil && item.repeatOf != nil ? ShortID.make() : item.shortID
    try db.cachedStatement(sql: PlanItem.insertSQL)
      .execute(arguments: StatementArguments([item.id, shortID] + item.columnValues(isSkipped: isSkipped)))
  }

  private mutating func update(_ item: PlanItem, isSkipped: Bool = false) throws {
    try notes.willChange(.plannerItem, item.id, in: db)
    try db.cachedStatement(sql: PlanItem.updateSQL)
      .execute(arguments: StatementArguments(item.columnValues(isSkipped: isSkipped) + [item.id]))
  }

  private mutating func delete(_ id: String) throws {
    try notes.willChange(.plannerItem, id, in: db)
    try SyncedTable.plannerItem.delete(id, in: db)
  }

  /// `wanted` if nothing else has it, else a random one.
  private func freeShortID(_ wanted: String? = nil) throws -> String {
    let isTaken = try db.cachedStatement(sql: "SELECT 1 FROM planner_item WHERE short_id = ?1")
    var id = wanted.flatMap { ShortID.isWellFormed($0) ? $0 : nil } ?? ShortID.make()
    while try Int.fetchOne(isTaken, arguments: [id]) != nil { id = ShortID.make() }
    return id
  }

  /// When it was ticked stays as it was, unless that is told.
  private func complete(_ item: inout PlanItem, as old: PlanItem) {
    if !item.isCompleted {
      item.completedAtMs = nil
    } else if item.completedAtMs == nil {
      item.completedAtMs = old.isCompleted ? old.completedAtMs : now.ms
    }
  }
}

extension PlanItem {
  /// Whether a person would see the same in both.
  fileprivate func says(_ other: PlanItem) -> Bool {
    (kind, title, day, isCompleted) == (other.kind, other.title, other.day, other.isCompleted)
  }
}
