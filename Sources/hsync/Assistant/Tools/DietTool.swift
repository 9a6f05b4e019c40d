import AssistantProtocol
import DietPlan
import HealthDesk
import HealthModel
import Settings

/// A day of the diet plan.
struct DietTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "diet", title: "The diet plan",
      description:
        "A day of the diet plan: its phase, the target, what was eaten and what remains, macros, the streak, and the weight with its "
        + "trend.",
      arguments: [ToolArgument("day", .text(most: 20), "today, yesterday, -2 or 2026-02-10 (default: today).")],
      output: OutputSchema.object([
        ("day", OutputSchema.text("YYYY-MM-DD")),
        ("phase", OutputSchema.optionalText("gentle_start, diet or maintenance; null = the day has none")),
        ("day_of_phase", OutputSchema.number("1…14")), ("days_to_switch", OutputSchema.number("days until the phase changes")),
        ("cycle", OutputSchema.number("from 1")), ("maintenance_kcal", OutputSchema.count("kcal")),
        ("target_kcal", OutputSchema.count("kcal, the day's target")), ("goal", OutputSchema.record("protein_g, carbs_g and fat_g")),
        ("eaten", OutputSchema.record("energy_kcal, and grams, which are null when no meal states them")),
        ("remaining_kcal", OutputSchema.number("kcal; negative beyond the target")),
        ("smileys", OutputSchema.record("a sign for each macro, or null")),
        ("ring_degrees", OutputSchema.record("degrees of 360 for each macro")),
        ("streak_days", OutputSchema.count("days with a log, in a row")), ("weight", OutputSchema.record("kg, average_kg and trend_kg")),
      ]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let diet = DietSession(try session.open())
    let today = diet.now.day
    // Nothing is noted as shown: the user hasn't seen it.
    let glance = try diet.desk.glance(on: session.day("day", in: arguments, today: today) ?? today, today: today)
    return ToolAnswer(glance.lines(within: nil).joined(separator: "\n"), glance.day.json)
  }
}
