import AssistantProtocol
import HealthDesk
import HealthModel
import Products
import Settings

/// A food with the provenance of its values.
struct FoodsShowTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "foods_show", title: "A food",
      description: "A food by its barcode: its values as they are used and as the source gave them, the source, and doubts about them. "
        + "Nothing is logged.",
      arguments: [ToolArgument("barcode", .text(most: 100), required: true, "The digits of a product's barcode.")],
      output: OutputSchema.object([
        ("gtin", OutputSchema.text("the number")), ("name", OutputSchema.text("the name")),
        ("brand", OutputSchema.optionalText("the brand")),
        ("quantity", OutputSchema.optionalText("the contents of the package")), ("serving", OutputSchema.record("text and grams")),
        ("nutrition", OutputSchema.record("per 100 g, as used", optional: true)),
        ("per_serving", OutputSchema.record("per serving, as used", optional: true)),
        ("given", OutputSchema.record("per 100 g, as the source has it", optional: true)),
        ("doubts", OutputSchema.list("code and field of each doubt")), ("source", OutputSchema.text("where the values are from")),
        ("revision", OutputSchema.optionalText("the source's revision")), ("found_in", OutputSchema.text("the place where it was found")),
      ]), isOpenWorld: true)
  }

  func run(_ arguments: JSON, in session: AssistantSession) async throws -> ToolAnswer {
    let finding = try await session.finder(in: session.open()).finding(of: TypedBarcode(arguments["barcode"].string ?? ""))
    let card = FoodCard(product: try finding.shownProduct())
    let attribution = Attribution.sentences([card.product.attribution])
    return ToolAnswer((card.lines + attribution).map(\.printable).joined(separator: "\n"), card.json)
  }
}
