import ArgumentParser

/// `hsync foods`: the food catalogue of this machine, and the user's own foods.
struct FoodsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "foods",
    abstract: "Search foods, show them, give them your own values, and keep the catalogue of Open Food Facts on this machine.",
    discussion: """
      The dumps are at https://world.openfoodfacts.org/data. With a catalogue, barcodes are looked up without a network.
      """,
    subcommands: [
      FoodsSearchCommand.self, FoodsShowCommand.self, FoodsOverrideCommand.self, FoodsAddCommand.self, FoodsEditCommand.self,
      FoodsDeleteCommand.self, FoodsRecipeCommand.self, FoodsListCommand.self, FoodsImportCommand.self, FoodsUpdateCommand.self,
      FoodsStatusCommand.self,
      FoodsDeleteCatalogueCommand.self,
    ])
}
