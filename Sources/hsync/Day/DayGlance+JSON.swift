import HealthDesk
import HealthModel
import HealthSync

extension DayGlance {
  /// As in the JSON contract (`docs/json.md`).
  var json: JSON {
    let plan = JSON.object([("items", .array(menu.plan.items.map(\.json))), ("note", JSON(note))])
    let queue = JSON.object([("pending", JSON(sync.pending)), ("rejected", JSON(sync.refused)), ("lookups", JSON(sync.lookups))])
    return .object([
      ("day", .string(menu.day.description)), ("meals", .array(menu.meals.map(\.json))), ("total", menu.total.json),
      ("unknown", menu.intake.unknownJSON),
      ("steps", JSON(number: health?.steps)), ("active_kcal", JSON(number: health?.activeKcal)),
      ("workouts", JSON(number: health?.countedWorkouts.map(Double.init))), ("workout_min", JSON(number: health?.countedWorkoutMin)),
      ("sleep_min", JSON(number: health?.sleepMin)), ("plan", plan), ("queue", queue),
      ("last_sync_ms", sync.lastOkAtMs.map { JSON($0) } ?? .null), ("sync_failure", failure),
    ])
  }

  private var failure: JSON {
    guard let failure = sync.failure else { return .null }
    return .object([
      ("code", .string(failure.error.code.rawValue)), ("message", .string(failure.error.message)), ("since_ms", JSON(failure.sinceMs)),
    ])
  }
}
