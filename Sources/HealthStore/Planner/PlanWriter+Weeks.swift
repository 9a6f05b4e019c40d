import GRDB
import HealthModel
import WeekPlan

/// Edits of whole series.
extension PlanWriter {
  /// Calls a series something else; weeks that were called otherwise keep that.
  mutating func renameAll(_ ref: String, _ title: String) throws -> PlanOutcome {
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

  /// Takes a series out, with all its weeks.
  mutating func removeAll(_ ref: String) throws -> PlanOutcome {
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
  /// Writes or removes the note of a day. Returns whether anything changed.
  mutating func note(_ day: Day, _ text: String) throws -> Bool {
    let id = day.description
    guard try (reader.note(of: day) ?? "") != text else { return false }
    try snapshot.willChange(.dayNote, id, in: db)
    if text.isEmpty {
      try SyncedTable.dayNote.delete(id, in: db)
    } else {
      try db.cachedStatement(sql: "INSERT INTO day_note(day, text) VALUES (?1, ?2) ON CONFLICT(day) DO UPDATE SET text = excluded.text")
        .execute(arguments: [id, text])
    }
    return true
  }

  /// Copies the items of a week to another. Idempotent: for each kind and title, only as many items are copied as the
  /// day lacks.
  mutating func copy(_ from: ISOWeek, _ to: ISOWeek) throws -> PlanOutcome {
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
        copies.append(try add(item.kind, item.title, wish.day, nil, false, id: nil))
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

  /// An item that a week should have.
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
