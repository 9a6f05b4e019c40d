import Foundation
import HealthModel
import TestSupport

/// A household whose backend has refused records: a meal that it took before, and one that it never took. The library and the
/// backend have the same bounds for numbers; a product number of 0 is the backend's to refuse alone.
struct RefusingBackend {
  let backend: RunningBackend
  let person: Household
  /// Taken with 5 g of protein, then edited to 20,000 g and a product number that is none.
  let soup: String
  /// Never taken.
  let cake: String

  init() throws {
    backend = try RunningBackend()
    person = try Household()
    try person.logIn(to: backend)
    soup = try RefusingBackend.log("Soup", protein: "5", person)
    guard try person.hsync.run("sync").status == 0 else { throw SetUpError(description: "the first sync failed") }
    cake = try RefusingBackend.log("Cake", protein: "5", person)
    // By the shell, for hsync itself reads product numbers as numbers.
    for (id, protein) in [(soup, 20_000), (cake, 30_000)] {
      try person.sqlite("UPDATE meal SET protein_g = \(protein), gtin = '0' WHERE id = '\(id)'")
    }
    guard try person.hsync.run("sync").status == 65 else { throw SetUpError(description: "nothing was refused") }
  }

  private static func log(_ name: String, protein: String, _ person: Household) throws -> String {
    let outcome = try person.hsync.run(
      "log", "--name", name, "--kcal", "250", "--protein", protein, "--yes", "--at", "2026-02-10 12:00", "--json")
    guard let id = (try? JSON(parsing: outcome.out))?["id"].string else { throw SetUpError(description: outcome.err) }
    return id
  }

  /// `name protein` of all meals, by name.
  func meals() throws -> [String] { try person.sqlite("SELECT name || ' ' || protein_g FROM meal ORDER BY name").lines }
}
