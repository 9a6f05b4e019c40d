import HealthModel
import HealthStore
import WeekPlan

/// The plan of a library and its edits at one moment. Each edit is one change that undo takes back.
package struct PlanDesk: Sendable {
  /// The plan itself, for reading.
  package let planner: Planner
  /// The time at which items are created and ticked off.
  package let now: Moment
  /// The week that selects the occurrence of a weekly item.
  package let week: ISOWeek

  /// The plan of a library.
  ///
  /// - Parameter week: `nil` = the week of `now`.
  package init(_ library: Library, at now: Moment, week: ISOWeek? = nil) {
    planner = Planner(library)
    self.now = now
    self.week = week ?? ISOWeek(of: now.day)
  }
}

// MARK: - Adding

extension PlanDesk {
  /// Adds the items of a draft atomically.
  ///
  /// - Returns: The new items; one whose id already exists isn't new.
  /// - Throws: `PlanFailure` or `StoreError`.
  package func add(_ draft: PlanDraft) throws -> [PlanItem] {
    let edits = draft.items.enumerated().map { place, item in
      PlanEdit.add(kind: item.kind, title: item.title, day: draft.day, repeats: draft.repeats, id: place == 0 ? draft.id : nil)
    }
    let title = "planned " + (draft.items.count == 1 ? draft.items[0].title : "\(draft.items.count) items")
    return try planner.apply(edits, title: title, week: week, at: now).compactMap(\.item)
  }

  /// The outcome of adding what may have been added before.
  package enum Addition: Sendable, Equatable {
    case added([PlanItem])
    /// An item with the draft's id already exists; nothing was added.
    case earlier(PlanItem)
    /// An item with the draft's id was there and was removed since; nothing was added.
    case removedSince
  }

  /// Adds the items of a draft unless the id of the draft was used before.
  ///
  /// - Throws: as `add`.
  package func addOnce(_ draft: PlanDraft) throws -> Addition {
    switch try draft.id.map({ try planner.trace(of: $0) }) {
    case .planned(let item): .earlier(item)
    case .removed: .removedSince
    case .unknown, nil: .added(try add(draft))
    }
  }
}

// MARK: - Changing

extension PlanDesk {
  /// An item that was to be changed.
  package struct ChangedItem: Sendable, Equatable {
    /// The id, or the part of one, by which it was named.
    package let reference: String
    /// The current item, or the deleted one; `nil` when it has no occurrence in the selected week.
    package let item: PlanItem?
    /// Whether nothing had to be changed.
    package let isUnchanged: Bool
  }

  /// Changes items atomically.
  ///
  /// - Parameter references: Ids or unique beginnings of them. An item that is named twice counts once.
  /// - Returns: Each item, in the order in which they were named.
  /// - Throws: `PlanFailure` for an id that isn't there or is of several, or `StoreError`.
  package func change(_ change: PlanChange, _ references: [String]) throws -> [ChangedItem] {
    var items: [(reference: String, item: PlanItem?)] = []
    for reference in references {
      // For the title and the answer only: an item that isn't there, or only as a whole series, is up to the edit.
      let item = try? planner.item(matching: reference, in: week)
      if item == nil || !items.contains(where: { $0.item?.id == item?.id }) { items.append((reference, item)) }
    }
    let what = items.count == 1 ? items[0].item?.words ?? "a weekly item" : "\(items.count) planned items"
    let outcomes = try planner.apply(
      items.map { change.edit(of: $0.reference, in: week) }, title: "\(change.verb) \(what)", week: week, at: now)
    return zip(items, outcomes).map { named, outcome in
      ChangedItem(reference: named.reference, item: outcome.item ?? named.item, isUnchanged: outcome.isUnchanged)
    }
  }

  /// Compares open planned workouts with imported ones and ticks off those that were clearly done.
  ///
  /// - Parameter isDryRun: Whether nothing is to be ticked.
  /// - Returns: A result for each open planned workout, in the order of days.
  /// - Throws: `PlanFailure` or `StoreError`.
  package func match(from first: Day, through last: Day, isDryRun: Bool) throws -> [WorkoutMatch.Result] {
    let results = try planner.workoutMatches(from: first, through: last)
    let done = results.compactMap { result in if case .matched(let item, _) = result { item } else { nil } }
    if isDryRun || done.isEmpty { return results }
    let title = done.count == 1 ? "done \(done[0].words)" : "ticked off \(done.count) workouts"
    _ = try planner.apply(
      done.map { .setCompleted(ref: $0.id, true, week: ISOWeek(of: $0.day)) }, title: title, week: week, at: now)
    return results
  }
}

extension PlanDesk {
  /// Whether an edit failed because the item isn't in the plan, or not any more.
  package static func isGone(_ error: any Error) -> Bool {
    let error = (error as? PlanFailure)?.error ?? error
    return (error as? StoreError)?.code == .notFound
  }
}

extension PlanOutcome {
  /// The one item that it is about, `nil` for notes, weeks and nothing at all.
  fileprivate var item: PlanItem? {
    switch self {
    case .added(let item), .planned(let item), .changed(let item), .removed(let item): item
    case .noted, .copied, .unchanged: nil
    }
  }
}
