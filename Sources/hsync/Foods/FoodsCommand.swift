import ArgumentParser

/// `hsync foods`: the food catalogue of this machine.
struct FoodsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "foods",
    abstract: "Keep the catalogue of Open Food Facts on this machine, search it, and show a food.",
    discussion: """
      The dumps are at https://world.openfoodfacts.org/data. With a catalogue, barcodes are looked up without a network.
      """,
    subcommands: [
      FoodsSearchCommand.self, FoodsShowCommand.self, FoodsImportCommand.self, FoodsUpdateCommand.self, FoodsStatusCommand.self,
      FoodsDeleteCatalogueCommand.self,
    ])
}
