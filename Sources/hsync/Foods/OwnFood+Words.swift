import HealthDesk
import HealthModel
import HealthStore

extension OwnFood {
  /// `Lentil soup: 45 kcal, protein 3.2 g per 100 g`.
  var line: String {
    let values = [Quantity.energy(nutrition.energyKcal), Quantity.macros(nutrition)].filter { !$0.isEmpty }.joined(separator: ", ")
    let basis = isPerServing ? "serving" + (servingG.map { " of \(Quantity.grams($0))" } ?? "") : "100 g"
    return "\(name.onOneLine): \(values) per \(basis)"
  }

  /// A line for each reason why its values are doubtful.
  var doubtLines: [String] { doubts.map { Terminal.styled("  ? \($0.sentence)", .warning) } }

  /// The food as in the JSON contract (`docs/json.md`).
  var json: JSON {
    .object([
      ("id", .string(id)), ("gtin", JSON(gtin?.description)), ("name", .string(name)), ("brand", JSON(brand)), ("quantity", JSON(quantity)),
      ("serving", .object([("text", JSON(servingText)), ("grams", JSON(number: servingG))])),
      ("basis", .string((isPerServing ? Provenance.Basis.perServing : .per100g).rawValue)), ("nutrition", nutrition.json),
      ("parts", .array(parts.map(\.json))),
      ("created_at_ms", JSON(createdAtMs)),
    ])
  }
}

/// The sentence of the error with the command that helps.
extension OwnFoodError: UserFacingError {
  package var message: String { sentence }

  package var hint: Hint? {
    switch self {
    case .notKnown, .notLookedUp: "give the food whole: --name NAME --kcal N"
    case .noValues: "give its energy: --kcal N"
    case .energyPer100g(let kcal):
      "for kJ give \(Quantity.rounded(kcal / 4.184, steps: 1)); for values of a serving: --per serving"
    case .nutrient, .energy: "give the values of 100 g, or with --per serving those of a serving"
    case .servingUnknown: "give it: --serving GRAMS"
    case .serving: "give the grams of one serving: --serving 40"
    case .weight: "give grams above 0: 'red lentils=200', or --total 800"
    case .exists(let name): "change it: hsync foods edit \(name.onOneLine.shellWord) --kcal N"
    case .unknown: "see them: \(.foods)"
    case .several(_, let ids): "give the end of an id: \(ids.prefix(5).map { String($0.suffix(6)) }.joined(separator: ", "))"
    }
  }
}
