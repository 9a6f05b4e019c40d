import ArgumentParser
import FoodScan

/// What is read in photos and by whom, shared by all commands that scan.
struct ReadingOptions: ParsableArguments {
  @Option(help: "Kinds of code to read, with commas between.")
  var symbologies = SymbologyList.retail

  @Option(
    help: ArgumentHelp(
      "Who reads: fit, our own reader; zbar, libzbar's image scanner; both, our own with libzbar proposing codes.", valueName: "ENGINE"))
  var engine: EngineChoice = .both

  /// What is done with each photo.
  var recipe: ScanRecipe {
    var recipe = ScanRecipe()
    recipe.engine = engine
    recipe.symbologies = symbologies.symbologies
    return recipe
  }
}

extension EngineChoice: ExpressibleByArgument {}
