import AssistantProtocol
import HealthModel
import HealthStore
import Settings

/// Takes back the last change of today.
struct UndoTool: AssistantAction {
  var permissions: Set<AssistantPermission> { Set(AssistantPermission.allCases) }

  var tool: AssistantTool {
    AssistantTool(
      "undo", title: "Undo",
      description: "Takes back the last change of today, if it is the one that is named. Each write names its own in undo.",
      arguments: [ToolArgument("change", .text(most: 1000), required: true, "The change's title, from undo.arguments of the write.")],
      output: OutputSchema.object([
        ("undone", OutputSchema.text("the change's title")), ("records", OutputSchema.count("records affected")),
      ]),
      effect: .changes)
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let now = LocalClock.now
    let library = try session.open()
    guard let last = try library.lastChange(at: now) else { throw CommandError(.no, "nothing to undo today") }
    guard last.title == arguments["change"].string else {
      throw CommandError(.no, "the last change is another one: \(last.title.onOneLine)", hint: "the user can take it back: hsync undo")
    }
    let allowed = session.permissions.reduce(into: Set<String>()) { $0.formUnion($1.kinds) }
    guard last.kinds.isSubset(of: allowed) else {
      throw CommandError(
        .noPermission, "the last change isn't of a kind that is allowed: \(last.title.onOneLine)",
        hint: "the user can take it back: hsync undo")
    }
    let change = try library.undo(at: now)
    return ToolAnswer("undone: \(change.title)", .object([("undone", .string(change.title)), ("records", JSON(change.count))]))
  }
}
