import AssistantProtocol
import HealthDesk
import HealthModel
import HealthStore
import Settings
import Usage
import WeekPlan

/// Applies edits to the plan, or shows what they would do.
struct PlanApplyTool: AssistantAction {
  var permissions: Set<AssistantPermission> { [.plan] }

  var tool: AssistantTool {
    AssistantTool(
      "plan_apply", title: "Change the plan",
      description:
        "Applies edits to the plan, all or none. By default it is a dry run, which shows what would change and writes nothing; show that to "
        + "the user, then call it again with dry_run false. Edits are as in hsync plan apply: {\"op\":\"add\",\"type\":\"workout\",\"title\":\"Run\","
        + "\"day\":\"fri\"}, {\"op\":\"add\",\"type\":\"meal\",\"meal_type\":\"dinner\",\"title\":\"Dal\",\"day\":\"2026-02-10\"}, "
        + "{\"op\":\"done\",\"id\":\"k7m2\"}, also undone, rename, move, rm, note and copy_week.",
      arguments: [
        ToolArgument("edits", .objects(most: 500), required: true, "The edits, in order."),
        ToolArgument("dry_run", .flag, "Whether to write nothing (default: true)."),
        ToolArgument("week", .text(most: 20), "The week of mon…sun in the edits (default: this)."),
      ],
      output: OutputSchema.object([
        ("dry_run", OutputSchema.flag("whether nothing was written")), ("added", OutputSchema.count("items")),
        ("changed", OutputSchema.count("items")),
        ("removed", OutputSchema.count("items")), ("notes", OutputSchema.count("notes")), ("copied", OutputSchema.count("items")),
        ("unchanged", OutputSchema.count("edits")),
        ("already_planned", OutputSchema.count("edits among these that add what a day has already")),
        ("items", OutputSchema.list("items that are new or changed, as they are then")),
        ("undo", OutputSchema.record("How to take it back; null = nothing was written.", optional: true)),
      ]), effect: .changes)
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let now = LocalClock.now
    let week = try arguments["week"].string.map { try PlanWords.week($0, today: now.day) } ?? ISOWeek(of: now.day)
    let isDryRun = arguments["dry_run"].bool ?? true
    let lines = (arguments["edits"].array ?? []).map(\.text).joined(separator: "\n")
    let script = try PlanScript(parsing: lines.utf8, week: week, today: now.day)
    guard !script.edits.isEmpty else { throw CommandError(.usage, "edits is empty") }
    let library = try session.open()
    let outcomes: [PlanOutcome]
    do {
      let planner = Planner(library)
      outcomes =
        isDryRun
        ? try planner.rehearse(script.edits, week: week, at: now)
        : try planner.apply(script.edits, title: "applied \(Quantity.count(script.edits.count, "line")) to the plan", week: week, at: now)
    } catch let failure as PlanFailure {
      let error = script.located(failure)
      throw CommandError(error.kind, error.message, hint: [error.advice, "nothing was written"].compactMap(\.self).joined(separator: "; "))
    }
    let report = PlanReport(outcomes, isRehearsal: isDryRun)
    let isChanged = !isDryRun && outcomes.contains { !$0.isUnchanged }
    let undo = isChanged ? AssistantSession.undo(try library.lastChange(at: now)?.title ?? "") : nil
    let end = isDryRun ? "nothing was written: to apply it, call this again with dry_run false" : undo?.sentence
    return ToolAnswer(
      (report.lines(beside: now.day) + [end].compactMap(\.self)).joined(separator: "\n"),
      .members((report.json.members ?? []) + [JSON.Member("undo", undo?.json ?? .null)]))
  }
}
