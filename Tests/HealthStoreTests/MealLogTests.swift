import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

@Suite struct MealLogTests {
  private let store: StoreFixture
  private let noon = StoreFixture.noon

  init() throws { store = try StoreFixture() }

  private func error(_ body: () throws -> Void) -> StoreError? {
    do {
      try body()
      return nil
    } catch { return error as? StoreError }
  }

  private var userTables: [String] {
    get throws { try store.dump("meal") + store.dump("outbox") + store.dump("change") + store.dump("change_row") }
  }

  @Test func aMealIsReadAsItWasLogged() throws {
    let full = StoreFixture.meal("a", gtin: 9_520_000_000_004)
    let bare = Meal(
      id: "b", eatenAt: noon, slot: .snack, name: "Apple", amount: Amount(), nutrition: Nutrition(), provenance: .manual, createdAtMs: 1)
    try store.meals.log([full, bare], at: noon)
    #expect(try store.meals.meals(on: noon.day) == [full, bare])
    #expect(try store.meals.meal(matching: "a") == full)
    #expect(try store.queued() == ["meal|a", "meal|b"])
  }

  @Test func severalMealsAreLoggedAllOrNone() throws {
    var bad = StoreFixture.meal("bad")
    bad.nutrition.energyKcal = 10_000
    let before = try userTables
    let refused = error { try store.meals.log([StoreFixture.meal("good"), bad], at: noon) }
    #expect(refused?.kind == .badData)
    #expect(refused?.message == "energy_kcal must be 0-9999")
    #expect(try userTables == before)
  }

  @Test func anIDIsNeverUsedTwice() throws {
    try store.meals.log([StoreFixture.meal("a")], at: noon)
    #expect(error { try store.meals.log([StoreFixture.meal("a", "Other")], at: noon) }?.kind == .badData)
    #expect(try store.text("SELECT name FROM meal") == ["Porridge"])
  }

  @Test func daysAreTheLocalOnes() throws {
    let late = Moment(ms: 1_770_764_400_000, utcOffsetMin: 60)  // 2026-02-11 00:00 in Paris, the 10th in UTC
    try store.meals.log([StoreFixture.meal("b", at: late), StoreFixture.meal("a")], at: noon)
    let tenth = try #require(Day("2026-02-10"))
    #expect(try store.meals.meals(on: tenth).map(\.id) == ["a"])
    #expect(try store.meals.meals(on: tenth.adding(1)).map(\.id) == ["b"])
    #expect(try store.meals.meals(from: tenth, through: tenth.adding(1)).map(\.id) == ["a", "b"])
    #expect(try store.meals.meals(from: tenth.adding(1), through: tenth).isEmpty)
  }

  @Test func aDaysMealsComeInTheOrderOfEating() throws {
    try store.meals.log(
      [StoreFixture.meal("late", at: StoreFixture.later(60_000)), StoreFixture.meal("z"), StoreFixture.meal("a")], at: noon)
    #expect(try store.meals.meals(on: noon.day).map(\.id) == ["a", "z", "late"])
  }

  @Test func totalsKeepTheUnknownUnknown() {
    var other = StoreFixture.meal("b")
    other.nutrition = Nutrition(energyKcal: 100.5, fatG: 3)
    #expect(
      MealLog.totals([StoreFixture.meal("a"), other])
        == Nutrition(energyKcal: 350.5, proteinG: 8.25, carbsG: 40, fatG: 3, saltG: 0.1))
    #expect(MealLog.totals([]) == Nutrition())
  }

  @Test func anEditReplacesTheEntryAndIsQueued() throws {
    var meal = StoreFixture.meal("a")
    try store.meals.log([meal], at: noon)
    try store.run("DELETE FROM outbox")
    meal.name = "Granola"
    meal.eatenAt = Moment(ms: noon.ms - 86_400_000, utcOffsetMin: 60)
    try store.meals.update(meal, at: noon)
    #expect(try store.meals.meals(on: noon.day.adding(-1)) == [meal])
    #expect(try store.queued() == ["meal|a"])
  }

  @Test func anEditThatChangesNothingIsNoChange() throws {
    try store.meals.log([StoreFixture.meal("a")], at: noon)
    let before = try userTables
    try store.meals.update(StoreFixture.meal("a"), at: noon)
    #expect(try userTables == before)
  }

  @Test func whatIsGoneCanNeitherBeEditedNorDeleted() throws {
    try store.meals.log([StoreFixture.meal("a")], at: noon)
    let before = try userTables
    #expect(error { try store.meals.update(StoreFixture.meal("x"), at: noon) }?.kind == .no)
    #expect(error { try store.meals.delete([StoreFixture.meal("a"), StoreFixture.meal("x")], at: noon) }?.kind == .no)
    #expect(try userTables == before)
  }

  @Test func aMealIsFoundByItsIDOrTheEndOfIt() throws {
    let ids = ["0197a000-0000-7000-8000-00000000abcd", "0197a000-0000-7000-8000-00000001abcd", "a%_b"]
    try store.meals.log(ids.map { StoreFixture.meal($0) }, at: noon)
    #expect(try store.meals.meal(matching: ids[0]).id == ids[0])
    #expect(try store.meals.meal(matching: "1ABCD").id == ids[1])
    #expect(try store.meals.meal(matching: "a%_b").id == "a%_b")
    #expect(error { _ = try store.meals.meal(matching: "%__b") }?.kind == .no)
    #expect(error { _ = try store.meals.meal(matching: "beef") }?.kind == .no)
    #expect(error { _ = try store.meals.meal(matching: "bcd") }?.kind == .usage)
    #expect(error { _ = try store.meals.meal(matching: "") }?.kind == .usage)
    let ambiguous = try #require(error { _ = try store.meals.meal(matching: "abcd") })
    #expect(ambiguous.kind == .usage)
    let hint = try #require(ambiguous.hint).words(String.init(describing:))
    #expect(ids.prefix(2).allSatisfy { hint.contains($0) })
  }

  @Test func recentFoodsAreTheLatestEntryOfEach() throws {
    try store.meals.log(
      [
        StoreFixture.meal("1", "Porridge", at: noon), StoreFixture.meal("2", "Crème", at: StoreFixture.later(1)),
        StoreFixture.meal("3", "Bar", at: StoreFixture.later(2), gtin: 9_520_000_000_004),
        StoreFixture.meal("4", "PORRIDGE", at: StoreFixture.later(3)), StoreFixture.meal("5", "CRÈME", at: StoreFixture.later(4)),
        StoreFixture.meal("6", "New name of the bar", at: StoreFixture.later(5), gtin: 9_520_000_000_004),
        StoreFixture.meal("7", "Bar", at: StoreFixture.later(6)),
      ], at: noon)
    #expect(try store.meals.recentFoods(limit: 10).map(\.id) == ["7", "6", "5", "4"])
    #expect(try store.meals.recentFoods(limit: 2).map(\.id) == ["7", "6"])
    #expect(try store.meals.recentFoods(limit: 0).isEmpty)
  }

  @Test func aRowThatAShellWroteOddlyIsStillRead() throws {
    try store.shell(
      "INSERT INTO meal(id, name, gtin, doubts) VALUES ('odd', 'Soup', '049000042566', '[\"all_zero\", 5, null]')")
    let meal = try store.meals.meal(matching: "odd")
    #expect(meal.gtin?.description == "0049000042566")
    #expect(meal.provenance.doubts == [.allZero])
  }
}
