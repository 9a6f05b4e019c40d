import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings
import WeekPlan

/// Ids of planned items, the nearest days first.
struct PlanSuggestions {
  let request: CompletionRequest

  /// Those of the week that `--week` names; else of the last, this and the next, where a weekly item is this week's.
  func ids(where isWanted: (PlanItem) -> Bool) -> [Suggestion] {
    guard let library = request.library else { return [] }
    let today = LocalClock.now.day
    let named = request.value(of: "--week").flatMap { try? PlanWords.week($0, today: today) }
    let week = named ?? ISOWeek(of: today)
    let first = named?.monday ?? week.adding(-1).monday
    let last = named?.sunday ?? week.adding(1).sunday
    guard let items = try? Planner(library).items(from: first, through: last) else { return [] }
    return
      items
      .filter { isWanted($0) && ($0.repeats == nil || week.contains($0.day)) }
      .sorted { abs($0.day.number - today.number) < abs($1.day.number - today.number) }
      .map { Suggestion($0.shortID, meaning: "\($0.words), \(PlanDates.day($0.day, beside: today))") }
  }
}

extension CompletionKind {
  /// Any planned item's id.
  static var planItems: CompletionKind { .suggestions { PlanSuggestions(request: $0).ids { _ in true } } }

  /// The ids of items that `done` can tick, or with `--undo` open again.
  static var planItemsToTick: CompletionKind {
    .suggestions { request in
      let isUndone = request.words.contains("--undo")
      return PlanSuggestions(request: request).ids { $0.isCompleted == isUndone }
    }
  }

  /// The ids of meals that are yet to be eaten.
  static var plannedMeals: CompletionKind { .suggestions { PlanSuggestions(request: $0).ids { $0.kind.meal != nil && !$0.isCompleted } } }
}
