import ArgumentParser
import HealthDesk

/// `hsync foods delete-catalogue`.
struct FoodsDeleteCatalogueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete-catalogue", abstract: "Delete the catalogue from this machine.",
    discussion: "Logged meals keep their values. hsync foods import makes a new catalogue.")

  func run() throws {
    guard try CatalogueDesk.atStart.catalogue.delete() else { throw CommandError(.no, "there is no catalogue") }
    Output.line("deleted the catalogue")
  }
}
