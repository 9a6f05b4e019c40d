import AssistantProtocol
import DietPlan
import HealthDesk
import HealthModel

/// The explanation of a number of the diet plan.
struct DietWhyTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "diet_why", title: "Explain the diet plan",
      description: "Why a number of the diet plan is what it is: a topic with the values of a day and the studies behind it.",
      arguments: [
        ToolArgument("topic", .choice(DietTopic.allCases.map(\.rawValue)), required: true, "What to explain."),
        ToolArgument("day", .text(most: 20), "The day whose numbers are explained: today, yesterday, -2 or 2026-02-10 (default: today)."),
      ],
      output: OutputSchema.object([
        ("topic", OutputSchema.text("the topic")), ("title", OutputSchema.text("the question")),
        ("bullets", OutputSchema.list("the answer as sentences", of: "string")),
        ("studies", OutputSchema.list("the publications", of: "string")),
      ]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    guard let topic = arguments["topic"].string.flatMap(DietTopic.init(rawValue:)) else {
      throw CommandError(.usage, "topic isn't one of the diet plan's")
    }
    let diet = DietSession(try session.open())
    let why = try diet.desk.why(topic, on: session.day("day", in: arguments, today: diet.now.day) ?? diet.now.day)
    return ToolAnswer(why.lines(within: nil).joined(separator: "\n"), why.json)
  }
}
