import GRDB
import Testing
import TestSupport

@testable import HealthStore

/// `docs/schema.md` against a real file.
@Suite struct SchemaDocumentTests {
  private let store: StoreFixture
  private let document: String

  init() throws {
    store = try StoreFixture()
    document = String(decoding: try ProjectFiles.bytes(ProjectFiles.root + "/docs/schema.md"), as: UTF8.self)
  }

  /// `table.column` of the first cells of the tables under each `### table`.
  private var documented: Set<String> {
    var table: Substring?
    var found: Set<String> = []
    for line in document.split(separator: "\n") {
      if line.hasPrefix("## ") { table = nil }
      if line.hasPrefix("### ") { table = line.dropFirst(4) }
      guard let table, line.hasPrefix("| `"), let cell = line.split(separator: "|").first else { continue }
      for column in cell.split(separator: "`") where column.contains(where: \.isLetter) { found.insert("\(table).\(column)") }
    }
    return found
  }

  @Test func everyColumnIsDocumentedAndNoOther() throws {
    let real = try store.text(
      """
      SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
      WHERE t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite_%'
      """)
    #expect(Set(real).subtracting(documented).sorted() == [])
    #expect(documented.subtracting(real).sorted() == [])
  }

  @Test func itNamesTheVersionAndTheApplication() {
    #expect(document.contains("Version \(Schema.version)."))
    #expect(document.contains("`application_id` \(Schema.applicationID)"))
  }

  @Test func itsRangesAreThoseOfTheTable() throws {
    let constraints = try #require(store.text("SELECT sql FROM sqlite_schema WHERE name = 'meal'").first)
    for column in ["energy_kcal", "protein_g", "carbs_g", "fat_g", "sugars_g", "saturated_fat_g", "fiber_g", "salt_g", "utc_offset_min"] {
      let row = try #require(document.split(separator: "\n").first { $0.hasPrefix("| `\(column)`") })
      let range = try #require(row.split(separator: "|").dropFirst().first?.split(separator: ", ").last)
      let said = range.trimmingPrefix(" ").replacing("–", with: "-").split(separator: " ")[0]
      #expect(constraints.contains("\"\(column) must be \(said)\""), "\(column) \(said)")
    }
  }

  @Test func itsExamplesRun() throws {
    try store.meals.log([StoreFixture.meal("…")], at: StoreFixture.noon)
    let blocks = document.split(separator: "```").filter { $0.hasPrefix("sql\n") || $0.hasPrefix("sh\n") }
    let sql = blocks.map { block in
      block.hasPrefix("sql\n") ? String(block.dropFirst(4)) : String(block.split(separator: "\"")[1])
    }
    try store.shell(sql.joined(separator: ";\n"), zone: "CET-1CEST,M3.5.0,M10.5.0/3")
    #expect(
      try store.text("SELECT name, day, slot FROM meal WHERE day < '2026-03-01' ORDER BY eaten_at_ms")
        == ["Soup|2026-02-10|lunch", "Soup|2026-02-10|dinner"])
    #expect(try store.text("SELECT energy_kcal FROM meal WHERE name = 'Apple'") == ["52.0"])
    #expect(try store.text("SELECT id, kg, measured_at_ms FROM weight WHERE day < '2026-03-01'") == ["2026-02-10|81.9|NULL"])
    #expect(try store.text("SELECT kg, id = day, measured_at_ms IS NULL FROM weight WHERE day > '2026-03-01'") == ["81.2|1|0"])
    #expect(
      try store.text("SELECT type, meal_type, title, completed, length(short_id) FROM planner_item ORDER BY title")
        == ["meal|dinner|Chili|0|8", "workout|NULL|Run|1|8", "workout|NULL|Yoga|0|8"])
    #expect(try store.dump("day_note") == ["2026-02-13|guests at seven|NULL"])
    #expect(try store.queued().count == 10)
  }
}
