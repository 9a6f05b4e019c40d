import AssistantProtocol
import HealthDesk
import HealthModel
import Settings

/// The laundry pets.
struct LaundryTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "laundry", title: "Laundry pets",
      description: "The laundry pets: what runs or waits in washer and dryer, the health of each pet, and the steps that are possible now.",
      output: OutputSchema.object([("pets", OutputSchema.list("a pet each, in the order of creation"))]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let pets = try LaundryDesk(session.open(), at: LocalClock.now).dashboard()
    return ToolAnswer(
      LaundryWords.dashboard(pets, within: nil).joined(separator: "\n"), .object([("pets", .array(pets.map(\.json)))]))
  }
}
