@testable import FoodCatalog
import HealthModel

@testable import Products

/// The readers of Open Food Facts' dumps: one input as a dump in pieces, each of its lines as a row and as a serving in a label's words, each name as a
/// text to be searched, and the checks of each food's values. One that begins as FoodData Central's CSV files do is read as one. The first byte decides
/// how many bytes come at a time.
struct CatalogueFuzzer: Fuzzer {
  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    guard input.count > 1 else { return false }
    let piece = Int(input[0]) + 1
    var rest = UnsafeRawBufferPointer(rebasing: input[1...])
    let part: (UnsafeMutableRawBufferPointer) -> Int = { buffer in
      let count = min(piece, rest.count, buffer.count)
      buffer.copyBytes(from: rest.prefix(count))
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      return count
    }
    if ["fdc_id", "\"fdc_id\""].contains(where: { rest.starts(with: $0.utf8) }) { return readRecords(part) }
    let lines = DumpLines(part)
    let filter = FoodFilter(countries: piece % 2 == 0 ? [] : ["france"])
    var reader: (any DumpRowReader)?
    var text = SearchText()
    do {
      try lines.forEach { line in
        guard let line else { return }
        checkServing(String(decoding: line, as: UTF8.self))
        if reader == nil {
          reader =
            line.first == UInt8(ascii: "{")
            ? JSONRowReader(filter: filter) : try TabbedRowReader(header: line, filter: filter, name: "fuzz")
        }
        guard case .food(let row) = reader?.row(line) else { return }
        precondition(row.scans >= 0 && row.completeness.isFinite)
        let given = row.food.product.nutrition.per100g
        for (_, path) in Nutrition.fields { precondition((given.values[keyPath: path] ?? 0).isFinite) }
        row.food.product.servingText.map(checkServing)
        for scope in [NutritionChecks.Scope.per100g, .perServing(grams: row.food.product.servingG)] {
          guard let (nutrition, doubts) = given.checked(scope) else { continue }
          precondition(Set(doubts).count == doubts.count)
          for (_, path) in Nutrition.fields { precondition((nutrition[keyPath: path] ?? 0) >= 0) }
        }
        let words = text.words(row.food.product.name ?? "")
        precondition(words.allSatisfy { !$0.isEmpty && !$0.contains("\"") })
        precondition(!FoodQuery(row.food.product.name ?? "").expression.contains("\0"))
      }
    } catch is CatalogueError {
      return false
    } catch {
      preconditionFailure("an error that is no CatalogueError: \(error)")
    }
    return true
  }
  /// Reads branded foods of FoodData Central. `false` = there is none.
  private func readRecords(_ part: @escaping (UnsafeMutableRawBufferPointer) -> Int) -> Bool {
    var table: CSVTable?
    var isAny = false
    do {
      try CSVRecords(part).forEach { record in
        guard let record, !record.isEmpty else { return }
        guard let open = table else { return table = CSVTable(header: record, columns: USDAFood.columns, needed: ["fdc_id"]) }
        guard open.read(record) else { return }
        for column in USDAFood.columns.indices { precondition((open.number(column) ?? 0).isFinite && (open.integer(column) ?? 0) >= 0) }
        guard let food = USDAFood(open) else { return }
        isAny = true
        precondition(food.id > 0 && food.modifiedS >= 0 && (0...20_000).contains(food.servingG ?? 0))
        food.servingText.map(checkServing)
      }
    } catch {
      preconditionFailure("\(error)")
    }
    return isAny
  }

  /// A serving is known in grams that can be right, or not at all.
  private func checkServing(_ text: String) {
    guard let grams = ServingText.grams(text) else { return }
    precondition(grams.isFinite && (0...20_000).contains(grams), "\(text.debugDescription)")
  }
}
