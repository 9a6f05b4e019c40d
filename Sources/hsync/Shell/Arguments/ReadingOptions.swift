import ArgumentParser
import FoodScan

/// The options of commands that scan: the codes read in photos, and the engines.
struct ReadingOptions: ParsableArguments {
  @Option(help: "Kinds of code to read, with commas between.")
  var symbologies = SymbologyList.retail

  @Option(
    help: ArgumentHelp(
      "Who reads: fit, our own reader; zbar, libzbar's image scanner; both, our own with libzbar proposing codes.", valueName: "ENGINE"))
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
