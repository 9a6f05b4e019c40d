import HealthDesk
import HealthModel
import Products

/// A food with the provenance of its values, as lines and as JSON.
struct FoodCard {
  let product: Product

  var lines: [String] {
    var facts = [product.gtin.description]
    if let quantity = product.quantity { facts.append("contents \(quantity)") }
    if let serving = product.servingText {
      facts.append("serving \(serving)")
    } else if let grams = product.servingG {
      facts.append("serving \(Quantity.grams(grams))")
    }
    let title = [product.name, product.brand].compactMap(\.self).joined(separator: " · ")
    return [title, facts.joined(separator: ", ")] + values + product.doubtLines + ["from \(FoodCard.words(product.origin))"]
  }

  /// One line per value that is known; what the source gave instead stands behind it.
  private var values: [String] {
    let (nutrition, unit) = product.per100g.map { ($0, "per 100 g") } ?? (product.perServing ?? Nutrition(), "per serving")
    var columns = Columns([.left, .right, .left])
    for (name, path) in Nutrition.fields {
      let value = nutrition[keyPath: path]
      let given = product.per100g == nil ? value : product.given.map { $0.values[keyPath: path] } ?? value
      guard value != nil || given != nil else { continue }
      let energyKj = name == "energy_kcal" ? product.given?.energyKj : nil
      let isChanged = value != given
      let source = given.map { FoodCard.words($0, name) } ?? energyKj.map { "\(Quantity.rounded($0, steps: 10)) kJ" }
      columns.add([
        FoodCard.title(name), value.map { FoodCard.words($0, name) } ?? "?", isChanged ? source.map { "given as \($0)" } ?? "computed" : "",
      ])
    }
    let lines = columns.lines(indent: 2)
    return lines.isEmpty ? ["no nutrition is known"] : ["\(unit):"] + lines
  }

  var json: JSON {
    let given: JSON =
      product.given.map { .members(($0.values.json.members ?? []) + [JSON.Member("energy_kj", JSON(number: $0.energyKj))]) } ?? .null
    return .object([
      ("gtin", .string(product.gtin.description)), ("name", .string(product.name)), ("brand", JSON(product.brand)),
      ("quantity", JSON(product.quantity)),
      ("serving", .object([("text", JSON(product.servingText)), ("grams", JSON(number: product.servingG))])),
      ("nutrition", product.per100g?.json ?? .null), ("per_serving", product.perServing?.json ?? .null), ("given", given),
      ("doubts", .array(product.doubts.map { .object([("code", .string($0.rawValue)), ("field", JSON($0.field))]) })),
      ("source", .string(product.source)), ("revision", JSON(product.revision)), ("found_in", .string(product.origin.rawValue)),
    ])
  }

  private static func title(_ field: String) -> String {
    field.split(separator: "_").dropLast().joined(separator: " ")
  }

  private static func words(_ value: Double, _ field: String) -> String {
    field == "energy_kcal" ? "\(Quantity.rounded(value, steps: 10)) kcal" : "\(Quantity.rounded(value, steps: 100)) g"
  }

  /// The place where a product was found, in words that follow "from".
  static func words(_ origin: ProductOrigin) -> String {
    switch origin {
    case .override: "your own values"
    case .history: "an earlier entry"
    case .file: "the product file"
    case .catalogue: "the catalogue"
    case .cache: "an earlier answer of Open Food Facts"
    case .network: "Open Food Facts"
    }
  }
}
