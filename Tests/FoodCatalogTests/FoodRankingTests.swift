import Foundation
import HealthModel
import TestSupport
import Testing

@testable import FoodCatalog

/// 300 searches that are made by rule from the names of a real dump: the food that was meant is among the first ten. Skipped without the
/// project's shared data.
@Suite(.enabled(if: ProjectFiles.sharedData("openfoodfacts/off_dump_2024_1000rows.tsv") != nil)) struct FoodRankingTests {
  /// The rules, which are used in turn.
  private enum Rule: CaseIterable { case firstWord, twoWords, brandAndWord, typo, noAccents }

  @Test func theFoodThatWasMeantIsAmongTheFirstTen() throws {
    let fixture = try CatalogueFixture()
    let path = try #require(ProjectFiles.sharedData("openfoodfacts/off_dump_2024_1000rows.tsv"))
    _ = try fixture.importer.run(path)
    let foods = try named(in: path, fixture.catalog)
    var generator = SeededGenerator(seed: 21)
    var missed: [Rule: [String]] = [:]
    var counts: [Rule: Int] = [:]
    var turn = 0
    while turn < 300 {
      let rule = Rule.allCases[turn % Rule.allCases.count]
      let food = try #require(foods.randomElement(using: &generator))
      guard let query = query(for: food, by: rule, using: &generator) else { continue }
      turn += 1
      counts[rule, default: 0] += 1
      let found = try #require(try fixture.catalog.search(query, limit: 10))
      if !found.foods.contains(where: { $0.gtin == food.gtin }) {
        missed[rule, default: []].append("\(query) for \(food.product.name ?? "")")
      }
    }
    let typos = missed[.typo]?.count ?? 0
    let others = missed.values.reduce(0) { $0 + $1.count } - typos
    #expect(typos * 5 <= counts[.typo] ?? 0, "\(missed[.typo] ?? [])")
    #expect(others * 20 <= turn - (counts[.typo] ?? 0), "\(others): \(missed)")
  }

  /// The foods that have a name of a word at least, which another food may have as well.
  private func named(in path: String, _ catalog: FoodCatalog) throws -> [CatalogueFood] {
    let lines = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self).split(separator: "\n").dropFirst()
    let foods = try lines.compactMap { line in
      try line.split(separator: "\t", omittingEmptySubsequences: false).first.flatMap { GTIN(digits: $0) }.flatMap { try catalog.food($0) }
    }
    return foods.filter { words($0.product.name).contains { $0.count >= 3 } }
  }

  private func words(_ text: String?) -> [String] {
    (text ?? "").split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// `nil` when the food's texts don't allow such a query.
  private func query(for food: CatalogueFood, by rule: Rule, using generator: inout SeededGenerator) -> String? {
    let words = words(food.product.name)
    let long = words.filter { $0.count >= 3 }
    switch rule {
    case .firstWord: return words.count <= 2 ? long.first : nil
    case .twoWords: return long.count >= 2 ? long.prefix(2).joined(separator: " ") : nil
    case .brandAndWord:
      guard let brand = self.words(food.product.brand).first(where: { $0.count >= 3 }) else { return nil }
      return long.first.map { "\(brand) \($0)" }
    case .noAccents:
      let plain = long.prefix(3).joined(separator: " ").folding(options: [.diacriticInsensitive], locale: nil)
      return plain.isEmpty ? nil : plain.lowercased()
    case .typo:
      guard let place = words.indices.filter({ words[$0].count >= 5 && words[$0].allSatisfy(\.isLetter) }).randomElement(using: &generator)
      else { return nil }
      var letters = Array(words[place])
      let at = Int.random(in: 1..<letters.count - 1, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: letters.swapAt(at, at + 1)
      case 1: letters.remove(at: at)
      default: letters.insert(letters[at], at: at)
      }
      var typed = words
      typed[place] = String(letters)
      return typed.joined(separator: " ") == words.joined(separator: " ") ? nil : typed.prefix(4).joined(separator: " ")
    }
  }
}
