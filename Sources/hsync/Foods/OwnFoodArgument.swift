import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore

/// The argument that names an own food.
struct OwnFoodArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The food: its name, its barcode, or the end of its id.", valueName: "name"), completion: .ownFoods)
  var words: [String]

  /// The name as it was typed; words are joined by blanks.
  var name: String { words.joined(separator: " ") }
}

extension CompletionKind {
  /// The names of own foods.
  static var ownFoods: CompletionKind {
    .suggestions { request in
      guard let library = request.library, let foods = try? OwnFoodDesk(library).all() else { return [] }
      return foods.map { Suggestion($0.name, meaning: $0.gtin?.description ?? Quantity.energy($0.nutrition.energyKcal)) }
    }
  }
}
