import ArgumentParser
import FoodScan

/// The options of commands that scan: the codes read in photos, and the engines.
struct ReadingOptions: ParsableArguments {
  @Option(help: "Kinds of code to read, separated by commas.")
  var symbologies = SymbologyList.retail

  @Option(
    help: ArgumentHelp(
      "The barcode reader: fit, hsync's own; zbar, libzbar's image scanner; both, hsync's own with candidates from libzbar.",
      valueName: "ENGINE"))
  var engine: EngineChoice = .both

  /// The recipe for each photo.
  var recipe: ScanRecipe {
    var recipe = ScanRecipe()
    recipe.engine = engine
    recipe.symbologies = symbologies.symbologies
    return recipe
  }
}

extension EngineChoice: ExpressibleByArgument {}
