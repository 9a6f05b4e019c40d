import AssistantProtocol
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// A day at a glance.
struct DayTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "day", title: "A day",
      description: "A day at a glance: steps, active energy, workouts, sleep, the meals with their total, the plan, and the state of sync.",
      arguments: [ToolArgument("day", .text(most: 20), "today, yesterday, -2 or 2026-02-10 (default: today).")],
      output: OutputSchema.object([
        ("day", OutputSchema.text("YYYY-MM-DD, local")), ("meals", OutputSchema.list("the meals in the order in which they were eaten")),
        ("total", OutputSchema.record("nutrition of all meals; known values only")),
        ("unknown", OutputSchema.record("what the total doesn't contain: meals without energy, without macros")),
        ("steps", OutputSchema.number("count")),
        ("active_kcal", OutputSchema.number("kcal")), ("workouts", OutputSchema.number("count")),
        ("workout_min", OutputSchema.number("minutes")),
        ("sleep_min", OutputSchema.number("minutes")), ("plan", OutputSchema.record("items and note")),
        ("queue", OutputSchema.record("records that wait for sync")), ("last_sync_ms", OutputSchema.number("ms since 1970, UTC")),
        ("sync_failure", OutputSchema.record("why the last sync failed", optional: true)),
      ]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let today = LocalClock.now.day
    let glance = try DayTool.glance(of: session.day("day", in: arguments, today: today) ?? today, in: session)
    return ToolAnswer(DayTool.lines(of: glance).joined(separator: "\n"), glance.json)
  }

  /// The day; of another one than today as of its noon.
  static func glance(of day: Day, in session: AssistantSession) throws -> DayGlance {
    let now = LocalClock.now
    return try DayGlance(
      session.open(), at: day == now.day ? now : LocalClock.moment(on: day, hour: 12, minute: 0), countsAll: true,
      dailyBytes: Configuration.atStart.dailyBytes, settings: session.health, folders: Configuration.atStart.healthFolders)
  }

  /// Only what is known.
  private static func lines(of glance: DayGlance) -> [String] {
    var figures: [String] = []
    if let health = glance.health {
      if let steps = health.steps { figures.append(Quantity.count(Int(nearest: steps), "step")) }
      if let energy = health.activeKcal { figures.append("\(Quantity.energy(energy)) active") }
      if let workouts = health.countedWorkouts {
        figures.append(
          Quantity.count(workouts, "workout") + (workouts > 0 ? health.workoutMin.map { " (\(Quantity.minutes($0)))" } ?? "" : ""))
      }
      if let sleep = health.sleepMin { figures.append("\(Quantity.minutes(sleep)) sleep") }
    }
    let known = figures.isEmpty ? "no health data is known" : figures.joined(separator: ", ")
    let note = glance.note.map { ["note: \($0.onOneLine)"] } ?? []
    let plan = glance.menu.plan.items.map { "  planned: \($0.words.onOneLine)\($0.isCompleted ? " (done)" : "")" }
    return ["\(glance.menu.day.title): \(known)"] + glance.menu.mealLines(within: nil) + plan + note
  }
}
