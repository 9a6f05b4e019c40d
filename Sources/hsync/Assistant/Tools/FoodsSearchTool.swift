import AssistantProtocol
import HealthDesk
import HealthModel

/// A search for foods by name.
struct FoodsSearchTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "foods_search", title: "Search foods",
      description: "Searches foods by the beginnings of words of their names and brands: own foods and what the user logged "
        + "first, then the product file and the catalogue on this machine. The barcode of a hit is for the tools foods_show and log.",
      arguments: [
        ToolArgument("words", .text(most: 200), required: true, "Words of a name or a brand."),
        ToolArgument("limit", .integer(1...100), "The most foods (default: 10)."),
      ],
      output: OutputSchema.object([
        ("foods", OutputSchema.list("gtin, name, brand, energy_kcal per 100 g, and found_in; the best first")),
        ("correction", OutputSchema.optionalText("the words searched for instead of misspelt ones")),
        ("has_catalogue", OutputSchema.flag("whether there is a catalogue on this machine")),
      ]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let words = arguments["words"].string ?? ""
    guard !words.allSatisfy(\.isWhitespace) else { throw CommandError(.usage, "words is empty") }
    let result = try session.searches(in: session.open()).search(words, limit: Int(arguments["limit"].int ?? 10))
    var lines = result.correction.map { ["also searched for: \($0)"] } ?? []
    if result.hits.isEmpty { lines.append("no food was found for \(words.printable)") }
    lines += FoodsSearchCommand.lines(of: result.hits, within: nil)
    if !result.hasCatalogue { lines.append("there is no catalogue on this machine; the user can add one: hsync foods import FILE") }
    lines += Attribution.sentences(result.hits.map(\.attribution))
    return ToolAnswer(
      lines.map(\.printable).joined(separator: "\n"),
      .object([
        ("foods", .array(result.hits.map(\.json))), ("correction", JSON(result.correction)), ("has_catalogue", .bool(result.hasCatalogue)),
      ]))
  }
}
