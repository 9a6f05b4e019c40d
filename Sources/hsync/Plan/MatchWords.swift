import HealthDesk
import HealthModel
import WeekPlan

/// The result of comparing a planned workout with those that were done, in words and as JSON.
struct MatchWords {
  let result: WorkoutMatch.Result
  let today: Day

  /// `done Run on Fri 27 Nov (k7m2p9qa): running, 18:02, 43 min, My Watch`; `nil` when it wasn't found to be done.
  var line: String? {
    guard case .matched(let item, let workout) = result else { return nil }
    return "done \(item.line(beside: today)): \(workout.words)"
  }

  /// The reason why the user must decide whether it was done, with all candidates; `nil` when it is clear.
  var doubt: CommandError? {
    switch result {
    case .several(let item, let workouts):
      CommandError(
        .no, "\(item.line(beside: today)) may be any of \(workouts.map(\.words).joined(separator: "; "))",
        hint: "if it was done: hsync plan done \(item.shortID)\(week(item))")
    case .shared(let item, let workout, let others):
      CommandError(
        .no, "\(workout.words) may be \(([item] + others).map { $0.line(beside: today) }.joined(separator: " or "))",
        hint: "if it was the first: hsync plan done \(item.shortID)\(week(item))")
    case .matched, .notDone, .unknownActivity: nil
    }
  }

  /// `{"result", "item", "workouts"}`.
  var json: JSON {
    let (name, item, workouts): (String, PlanItem, [DoneWorkout]) =
      switch result {
      case .matched(let item, let workout): ("done", item, [workout])
      case .several(let item, let workouts): ("several", item, workouts)
      case .shared(let item, let workout, _): ("shared", item, [workout])
      case .notDone(let item): ("not_done", item, [])
      case .unknownActivity(let item): ("unknown_activity", item, [])
      }
    return .object([("result", .string(name)), ("item", item.json), ("workouts", .array(workouts.map(MatchWords.json)))])
  }

  /// Returns the week of a weekly item, which must be passed to `done` unless it is the current one.
  private func week(_ item: PlanItem) -> String {
    let week = ISOWeek(of: item.day)
    return item.repeats == nil || week == ISOWeek(of: today) ? "" : " --week \(week)"
  }

  /// Returns the value rounded to hundredths: a value divided by 60 needs no more digits.
  private static func hundredths(_ value: Double?) -> JSON { JSON(number: value.map { ($0 * 100).rounded() / 100 }) }

  private static func json(_ workout: DoneWorkout) -> JSON {
    .object([
      ("id", .string(workout.id)), ("activity", .string(workout.activity)), ("start_ms", JSON(workout.startedAt.ms)),
      ("end_ms", JSON(workout.endMs)), ("utc_offset_min", JSON(workout.startedAt.utcOffsetMin)),
      ("duration_min", hundredths(workout.durationMin)), ("distance_m", hundredths(workout.distanceM)),
      ("source", .string(workout.source)),
    ])
  }
}
