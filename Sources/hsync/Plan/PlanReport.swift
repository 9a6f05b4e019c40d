import HealthDesk
import HealthModel
import WeekPlan

/// The result of many edits: counts, and the items.
struct PlanReport {
  private let outcomes: [PlanOutcome]
  private let isRehearsal: Bool

  /// - Parameter isRehearsal: Whether nothing was written.
  init(_ outcomes: [PlanOutcome], isRehearsal: Bool = false) {
    self.outcomes = outcomes
    self.isRehearsal = isRehearsal
  }

  /// `3 added, 1 removed, 2 already planned, 2 unchanged`; of a rehearsal each change on a line of its own before that, `would be` in it.
  func lines(beside today: Day) -> [String] {
    let counted = counts.filter { $0.count > 0 }.map { "\(Quantity.grouped($0.count)) \($0.count == 1 ? $0.one : $0.name)" }
      .joined(separator: ", ")
    guard isRehearsal else { return [counted.isEmpty ? "nothing to apply" : counted] }
    return changes(beside: today) + ["would be: " + (counted.isEmpty ? "nothing" : counted)]
  }

  /// `{"dry_run", "added", "changed", "removed", "notes", "copied", "unchanged", "already_planned", "items"}`; `unchanged` includes
  /// `already_planned`, and `items` are those that are new or changed, as they are now.
  var json: JSON {
    .object(
      [("dry_run", .bool(isRehearsal))]
        + ["added", "changed", "removed", "notes", "copied"].map { name in
          (name, JSON(counts.first { $0.name == name }?.count ?? 0))
        } + [
          ("unchanged", JSON(outcomes.count(where: \.isUnchanged))), ("already_planned", JSON(planned)),
          ("items", .array(items.map(\.json))),
        ])
  }

  private var counts: [(name: String, one: String, count: Int)] {
    var (added, changed, removed, notes, unchanged) = (0, 0, 0, 0, 0)
    for outcome in outcomes {
      switch outcome {
      case .added: added += 1
      case .changed: changed += 1
      case .removed: removed += 1
      case .noted: notes += 1
      case .copied, .planned: break
      case .unchanged: unchanged += 1
      }
    }
    let copied = outcomes.copied
    return [
      ("added", "added", added), ("changed", "changed", changed), ("removed", "removed", removed),
      ("notes", "note", notes + copied.notes.count), ("copied", "copied", copied.items.count),
      ("already planned", "already planned", planned),
      ("unchanged", "unchanged", unchanged),
    ]
  }

  /// The number of items that were to be added and are planned already.
  private var planned: Int { outcomes.count { if case .planned = $0 { true } else { false } } }

  private var items: [PlanItem] {
    outcomes.flatMap { outcome -> [PlanItem] in
      switch outcome {
      case .added(let item), .changed(let item): [item]
      case .copied(let items, _): items
      case .planned, .removed, .noted, .unchanged: []
      }
    }
  }

  private func changes(beside today: Day) -> [String] {
    outcomes.flatMap { outcome -> [String] in
      switch outcome {
      case .added(let item): ["+ \(item.mark) \(item.words) \(item.when(beside: today))"]
      case .changed(let item): ["~ \(item.mark) \(item.line(beside: today))"]
      case .removed(let item): ["- \(item.mark) \(item.line(beside: today))"]
      case .noted(let day): ["~ note of \(PlanDates.day(day, beside: today))"]
      case .copied(let items, let notes):
        items.map { "+ \($0.mark) \($0.words) \($0.when(beside: today))" } + notes.map { "+ note of \(PlanDates.day($0, beside: today))" }
      case .planned, .unchanged: []
      }
    }
  }
}

extension [PlanOutcome] {
  /// The items and notes that were copied from one week to another.
  fileprivate var copied: (items: [PlanItem], notes: [Day]) {
    reduce(into: ([], [])) { sum, outcome in
      guard case .copied(let items, let notes) = outcome else { return }
      sum.0 += items
      sum.1 += notes
    }
  }
}
