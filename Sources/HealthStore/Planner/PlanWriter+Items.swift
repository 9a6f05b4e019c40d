import GRDB
import HealthModel
import WeekPlan

/// Edits of one item, which may be a week of a series.
extension PlanWriter {
  /// Plans something new.
  ///
  /// - Parameter id: That of the new record; `nil` = one of its own.
  mutating func add(
    _ kind: PlanItem.Kind, _ title: String, _ day: Day, _ repeats: PlanItem.Repeat?, _ completed: Bool, id: String?
  ) throws -> PlanItem {
    // A millisecond each, so that what a script adds keeps its order.
    let createdAtMs = now.ms + added
    added += 1
    let item = PlanItem(
      id: id ?? RecordID.make(atMs: createdAtMs), shortID: try freeShortID(), kind: kind, title: title, day: day, isCompleted: completed,
      completedAtMs: completed ? now.ms : nil, createdAtMs: createdAtMs, repeats: repeats)
    try insert(item)
    return item
  }

  /// Plans something unless the day has it already.
  mutating func ensure(
    _ kind: PlanItem.Kind, _ title: String, _ day: Day, _ repeats: PlanItem.Repeat?, _ completed: Bool
  ) throws -> PlanOutcome {
    var items: [PlanItem]
    if let known = unclaimed[day] {
      items = known
    } else {
      let rows = try reader.rows(from: day, through: day)
      items = rows.items(from: day, through: day) + rows.series.filter { $0.day == day }
    }
    let place = items.firstIndex { $0.kind == kind && $0.title == title && $0.isSeries == (repeats != nil) }
    let item = place.map { items.remove(at: $0) }
    unclaimed[day] = items
    if let item { return .planned(item) }
    return .added(try add(kind, title, day, repeats, completed, id: nil))
  }

  /// Makes the row of the item's id be so.
  mutating func put(_ wanted: PlanItem) throws -> PlanOutcome {
    var wanted = wanted
    wanted.title = try PlanTitle.checked(wanted.title, for: wanted.kind)
    let row = try reader.row(id: wanted.id)
    if wanted.createdAtMs == PlanEdit.createdNow {
      wanted.createdAtMs = row?.item.createdAtMs ?? now.ms + added
      if row == nil { added += 1 }
    }
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
    stamp(&wanted, as: old)
    if old == wanted, row?.isSkipped == false { return .unchanged }
    try update(wanted)
    return .changed(wanted)
  }

  /// Of an occurrence: what it is, what it is called, whether it is done, and its day.
  private mutating func put(_ wanted: PlanItem, _ occurrence: Occurrence, of series: PlanItem, _ row: PlanRow?) throws -> PlanOutcome {
    let isThere = row.map { !$0.isSkipped } ?? (series.occurrence(in: occurrence.week) != nil)
    // The occurrence as the series gives it. A week before the series began or after its end can have one of its own, too.
    var item = row?.item ?? series.occurrence(in: occurrence.week) ?? wanted
    item.shortID = series.shortID
    item.repeats = series.repeats
    item.isOccurrence = row == nil
    let old = item
    (item.kind, item.title, item.isCompleted, item.completedAtMs) = (
      wanted.kind, wanted.title, wanted.isCompleted, wanted.completedAtMs
    )
    stamp(&item, as: old)
    guard occurrence.week.contains(wanted.day) else {
      let isMoved = try reader.row(id: occurrence.movedID).map { !$0.isSkipped && $0.item.says(wanted) } ?? false
      return isMoved && !isThere ? .unchanged : try move(item, to: wanted.day)
    }
    item.day = wanted.day
    if isThere, item == old { return .unchanged }
    return .changed(try save(item))
  }

  /// Ticks an item off, or not.
  mutating func complete(_ ref: String, _ isCompleted: Bool, _ week: ISOWeek?) throws -> PlanOutcome {
    var item = try reader.item(matching: ref, in: week ?? self.week)
    guard item.isCompleted != isCompleted else { return .unchanged }
    item.isCompleted = isCompleted
    item.completedAtMs = isCompleted ? now.ms : nil
    return .changed(try save(item))
  }

  /// Calls one item, or one week of a series, something else.
  mutating func rename(_ ref: String, _ title: String, _ week: ISOWeek?) throws -> PlanOutcome {
    var item = try reader.item(matching: ref, in: week ?? self.week)
    let title = try PlanTitle.checked(title, for: item.kind)
    guard item.title != title else { return .unchanged }
    item.title = title
    return .changed(try save(item))
  }

  /// Plans an item for another day.
  mutating func move(_ item: PlanItem, to day: Day) throws -> PlanOutcome {
    var item = item
    guard item.day != day else { return .unchanged }
    guard item.isWeekOfSeries, let occurrence = Occurrence(id: item.id), occurrence.series == item.repeatOf,
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

  /// Takes an item out, or one week of a series.
  mutating func remove(_ ref: String, _ week: ISOWeek?) throws -> PlanOutcome {
    let item = try reader.item(matching: ref, in: week ?? self.week)
    if item.isWeekOfSeries { try skip(item) } else { try delete(item.id) }
    return .removed(item)
  }

  /// Keeps the time when the item was ticked, unless a new one is given.
  private func stamp(_ item: inout PlanItem, as old: PlanItem) {
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
