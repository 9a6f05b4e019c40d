import AssistantProtocol
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// Logs a weight.
struct LogWeightTool: AssistantAction {
  var permissions: Set<AssistantPermission> { [.log] }

  var tool: AssistantTool {
    AssistantTool(
      "log_weight", title: "Log a weight",
      description: "Logs the weight of a day in kg; a second one by hand for the same day replaces it.",
      arguments: [
        ToolArgument("kg", .number(WeightEntry.range), required: true, "The weight in kg; 1 lb is 0.45359237 kg."),
        ToolArgument("day", .text(most: 20), "today, yesterday, -2 or 2026-02-10 (default: today)."),
        ToolArgument("confirmed", .flag, "Whether the user confirmed a day more than a year ago."),
      ], output: OutputSchema.object([("weight", OutputSchema.record("the entry")), ("undo", OutputSchema.undo)]), effect: .changes)
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let now = LocalClock.now
    let day = try session.day("day", in: arguments, today: now.day) ?? now.day
    guard day <= now.day else { throw CommandError(.usage, "\(day) is in the future") }
    if arguments["confirmed"].bool != true, let doubt = TimeDoubt(day, today: now.day) {
      throw CommandError(.badData, doubt.words(day), hint: "ask the user about that day, then give confirmed")
    }
    let library = try session.open()
    let entry = try WeightLog(library).log(kg: arguments["kg"].double ?? 0, on: day, measuredAt: day == now.day ? now : nil, at: now)
    let undo = AssistantSession.undo(try library.lastChange(at: now)?.title ?? "")
    return ToolAnswer(
      "logged \(Quantity.weight(entry.kg)) for \(entry.day)\n\(undo.sentence)", .object([("weight", entry.json), ("undo", undo.json)]))
  }
}
