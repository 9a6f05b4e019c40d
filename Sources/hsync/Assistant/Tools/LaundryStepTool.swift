import AssistantProtocol
import HealthDesk
import HealthModel
import LaundryPet
import Settings

/// A step of a laundry pet.
struct LaundryStepTool: AssistantAction {
  var permissions: Set<AssistantPermission> { [.laundry] }

  var tool: AssistantTool {
    AssistantTool(
      "laundry_step", title: "A step of the laundry",
      description:
        "Records that the user started the wash or the dryer, folded the laundry, or cancelled; or snoozes the notice. It starts "
        + "no machine. Only the steps in actions of the tool laundry are possible.",
      arguments: [
        ToolArgument("pet", .text(most: 200), required: true, "The pet: its name or id, or a unique beginning of one."),
        ToolArgument("step", .choice(PetEvent.allCases.map(\.rawValue)), required: true, "What was done."),
      ], output: OutputSchema.object([("pet", OutputSchema.record("the pet afterwards")), ("undo", OutputSchema.undo)]), effect: .changes)
  }

  func run(_ arguments: JSON, in session: AssistantSession) async throws -> ToolAnswer {
    guard let event = arguments["step"].string.flatMap(PetEvent.init(rawValue:)) else { throw CommandError(.usage, "step isn't one") }
    let (library, now) = (try session.open(), LocalClock.now)
    let pet = try await LaundrySteps.make(event, of: arguments["pet"].string ?? "", in: library, at: now)
    let undo = AssistantSession.undo(try library.lastChange(at: now)?.title ?? "")
    return ToolAnswer(LaundryWords.line(pet, after: event) + "\n" + undo.sentence, .object([("pet", pet.json), ("undo", undo.json)]))
  }
}
