import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

@Suite struct SyncedTableTests {
  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  /// A record with every known key, and the same with others added.
  private let record = """
    {"day":"2026-02-10","eaten_at_ms":1770721380000,"utc_offset_min":60,"slot":"lunch","name":"Crème \\"brûlée\\" }","brand":null,\
    "gtin":"9520000000004","amount":{"servings":1.5,"grams":null},"nutrition":{"energy_kcal":250,"protein_g":8.25,"carbs_g":40,\
    "fat_g":0,"sugars_g":null,"saturated_fat_g":null,"fiber_g":0.001,"salt_g":0.1},"provenance":{"source":"product_file",\
    "revision":"3","basis":"100g","doubts":["energy_mismatch","new_doubt"]},"note":"a\\nb","created_at_ms":1770721380005}
    """

  private func apply(_ json: String, to id: String = "r") throws -> Bool {
    try store.library.write { db in try SyncedTable.meal.apply(json, to: id, in: db) }
  }

  private func encoded(_ id: String = "r") throws -> String {
    try store.library.read { db in try #require(try SyncedTable.meal.json(of: id, in: db)) }
  }

  private func with(_ change: (JSON) -> JSON) throws -> String { change(try JSON(parsing: record)).text }

  @Test(arguments: SyncedTable.all.map(\.kind))
  func theListNamesTheTablesColumns(kind: String) throws {
    let table = try #require(SyncedTable.all.of(kind: kind))
    let listed = ["\(table.key) TEXT"] + table.columns.map { "\($0.name) \($0.type.declaration)" } + ["extra TEXT"]
    #expect(try store.text("SELECT name || ' ' || type FROM pragma_table_info('\(table.name)')") == listed)
  }

  @Test(arguments: SyncedTable.all.map(\.kind))
  func theFilesTriggersAreThoseOfTheList(kind: String) throws {
    let table = try #require(SyncedTable.all.of(kind: kind))
    let real = try store.text("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = '\(table.name)'")
    for trigger in table.triggers { #expect(real.contains(trigger)) }
  }

  @Test(arguments: SyncedTable.all.map(\.name))
  func aSyncedTableHasNoKeyButItsPrimaryOne(name: String) throws {
    #expect(try store.text("SELECT origin FROM pragma_index_list('\(name)') WHERE \"unique\"") == ["pk"])
    #expect(try store.text("SELECT wr, strict FROM pragma_table_list('\(name)')") == ["1|1"])
  }

  @Test func aRowsJSONIsTheMealsWithoutItsID() throws {
    let meal = StoreFixture.meal("r", gtin: 9_520_000_000_004)
    try store.meals.log([meal], at: StoreFixture.noon)
    let members = try #require(meal.json.members).filter { $0.key != "id" }
    #expect(try encoded() == JSON.members(members).text)
  }

  @Test func aRecordComesOutAsItWentIn() throws {
    #expect(try apply(record))
    #expect(try encoded() == record)
    #expect(try store.text("SELECT extra FROM meal") == ["NULL"])
  }

  @Test func aRecordReplacesTheRowThatIsThere() throws {
    #expect(try apply(record))
    let other = record.replacing("lunch", with: "dinner").replacing("\"note\":", with: "\"mood\":\"good\",\"note\":")
    #expect(try apply(other))
    #expect(try JSON(parsing: encoded()).isEquivalent(to: JSON(parsing: other)))
    #expect(try apply(record))
    #expect(try encoded() == record)
  }

  @Test(arguments: [
    #"{"mood":"good"}"#, #"{"mood":null}"#, #"{"deep":{"a":null,"b":[1.50,{"c":12345678901234567890}]},"list":[]}"#,
    #"{"e\"scap\\ed":"}"}"#,
    #"{"amount":{"pieces":3}}"#, #"{"amount":{"pieces":null},"nutrition":{"iron_mg":1.0},"provenance":{"by":{"x":1}},"z":{}}"#,
    #"{"id":"another"}"#, #"{"extra":{"extra":1}}"#, #"{"":0}"#, #"{"a.b":{"$":1}}"#,
  ])
  func whatANewerSchemaAddedSurvives(added: String) throws {
    let added = try JSON(parsing: added)
    let json = try with { merged($0, added) }
    #expect(try apply(json))
    #expect(try JSON(parsing: encoded()).isEquivalent(to: JSON(parsing: json)))
    #expect(try store.text("SELECT extra FROM meal") != ["NULL"])
    // And an edit by this version keeps it.
    var meal = try store.meals.meal(matching: "r")
    meal.name = "Edited"
    try store.meals.update(meal, at: StoreFixture.noon)
    let edited = try with { merged(merged($0, .object([("name", .string("Edited"))])), added) }
    #expect(try JSON(parsing: encoded()).isEquivalent(to: JSON(parsing: edited)))
    // And numbers keep their digits.
    for digits in ["1.50", "12345678901234567890"] where json.contains(digits) { #expect(try encoded().contains(digits)) }
  }

  @Test func aKnownKeyInExtraNeverHidesTheColumn() throws {
    #expect(try apply(record))
    try store.shell(#"UPDATE meal SET extra = '{"name":"other","amount":5,"nutrition":{"energy_kcal":1},"new":1}'"#)
    let json = try JSON(parsing: encoded())
    #expect(json["name"].string == "Crème \"brûlée\" }")
    #expect(json["amount"]["servings"].double == 1.5)
    #expect(json["nutrition"]["energy_kcal"].double == 250)
    #expect(json["new"].int == 1)
    #expect(try #require(json.members).count == 13)
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{}", "\"x\"", #"{"day":"2026-02-10"}"#,
  ])
  func whatIsNoRecordIsNotWritten(json: String) throws {
    #expect(try !apply(json))
    #expect(try store.dump("meal") == [])
  }

  @Test(arguments: [
    ("energy_kcal\":250", "energy_kcal\":\"250\""), ("energy_kcal\":250", "energy_kcal\":true"), ("energy_kcal\":250", "energy_kcal\":-5"),
    ("energy_kcal\":250", "energy_kcal\":[]"), ("energy_kcal\":250", "energy_kcal\":1e999"), ("\"lunch\"", "\"elevenses\""),
    ("\"lunch\"", "null"), ("\"lunch\"", "5"), ("\"2026-02-10\"", "\"2026-02-11\""), ("1770721380000", "1.5"),
    ("1770721380000", "99999999999999999999"), ("60,", "6000,"), ("\"a\\nb\"", "{}"), ("[\"energy_mismatch\",\"new_doubt\"]", "{}"),
    ("[\"energy_mismatch\",\"new_doubt\"]", "null"), ("\"name\"", "\"nom\""),
  ])
  func aRecordThatDoesNotFitIsNotWritten(old: String, new: String) throws {
    #expect(try apply(record))
    let before = try store.dump("meal")
    #expect(record.contains(old))
    #expect(try !apply(record.replacing(old, with: new)))
    #expect(try !apply(record.replacing(old, with: new), to: "other"))
    #expect(try store.dump("meal") == before)
  }

  @Test func aRefusedRecordLeavesTheTransactionGoingOn() throws {
    try store.library.write { (db: Database) throws in
      #expect(try SyncedTable.meal.apply(record, to: "a", in: db))
      #expect(try !SyncedTable.meal.apply(record.replacing("250", with: "-1"), to: "b", in: db))
      #expect(try SyncedTable.meal.apply(record, to: "c", in: db))
    }
    #expect(try store.text("SELECT id FROM meal ORDER BY id") == ["a", "c"])
  }

  @Test func aBooleanIsOneInTheTableAndTrueInJSON() throws {
    let table = SyncedTable(
      kind: "plan", table: "plan", since: 1, noun: SyncedTable.Noun("plan"), key: "code",
      columns: [SyncedColumn("done", .boolean, required: true), SyncedColumn("shared", .boolean), SyncedColumn("steps", .json)],
      recency: .always)
    try store.run(
      "CREATE TABLE plan(code TEXT PRIMARY KEY NOT NULL, done INTEGER, shared INTEGER, steps TEXT, extra TEXT) STRICT, WITHOUT ROWID")
    for trigger in table.triggers { try store.run(trigger) }
    for json in [#"{"done":true,"shared":null,"steps":null}"#, #"{"done":false,"shared":true,"steps":{"a":[1,2.50]}}"#] {
      try store.library.write { (db: Database) throws in
        #expect(try table.apply(json, to: "p", in: db))
        #expect(try table.json(of: "p", in: db) == json)
        #expect(try !table.apply(json.replacing("done\":", with: "done\":1,\"x\":"), to: "p", in: db))
      }
    }
    #expect(try store.text("SELECT kind, id, lane FROM outbox") == ["plan|p|0"])
    for name in table.triggerNames { try store.run("DROP TRIGGER \(name)") }
    #expect(try store.text("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'plan'") == [])
  }

  @Test func aKindsRecencyMayGoByItsStart() throws {
    let table = SyncedTable(
      kind: "walk", table: "walk", since: 1, noun: SyncedTable.Noun("walk"),
      columns: [SyncedColumn("start_ms", .integer, required: true)], recency: .ms("start_ms"))
    try store.run("CREATE TABLE walk(id TEXT PRIMARY KEY NOT NULL, start_ms INTEGER, extra TEXT) STRICT, WITHOUT ROWID")
    for trigger in table.triggers { try store.run(trigger) }
    try store.run("INSERT INTO walk SELECT 'new', CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER), NULL")
    try store.run("INSERT INTO walk VALUES ('old', 1000, NULL), ('none', NULL, NULL)")
    #expect(try store.text("SELECT id, lane FROM outbox ORDER BY id") == ["new|0", "none|0", "old|1"])
  }

  /// `b` laid over `a`, object by object.
  private func merged(_ a: JSON, _ b: JSON) -> JSON {
    guard let members = a.members, let added = b.members else { return b }
    let kept = members.map { member in
      JSON.Member(member.key, added.contains { $0.key == member.key } ? merged(member.value, b[member.key]) : member.value)
    }
    return .members(kept + added.filter { new in !members.contains { $0.key == new.key } })
  }
}
