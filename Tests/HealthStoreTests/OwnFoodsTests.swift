import HealthModel
import TestSupport
import Testing

@testable import HealthStore

/// The foods with the user's own values in a library.
@Suite struct OwnFoodsTests {
  private let store: StoreFixture
  private let foods: OwnFoods
  private let noon = StoreFixture.noon

  init() throws {
    store = try StoreFixture()
    foods = OwnFoods(store.library)
  }

  private func food(_ name: String = "Soup", gtin: Int64? = nil, kcal: Double = 45) -> OwnFood {
    OwnFood(
      id: "0197e2a4-6f00-7000-8000-00000000abcd", gtin: gtin.flatMap { GTIN(number: $0) }, name: name, brand: "Mill", quantity: "350 g",
      servingText: "1 bowl", servingG: 250, isPerServing: gtin == nil, nutrition: Nutrition(energyKcal: kcal, proteinG: 3.25, saltG: 0),
      parts: gtin == nil ? [RecipePart(name: "Lentils", gtin: GTIN(number: 9_520_000_000_004), grams: 150.5)] : [], createdAtMs: 5)
  }

  @Test func aFoodComesOutAsItWentIn() throws {
    for food in [food(), food("Oats", gtin: 9_520_000_000_004)] {
      try foods.put(food, title: "added", at: noon)
      #expect(try foods.food(id: food.id) == food)
    }
    #expect(try foods.all().map(\.name) == ["Oats", "Soup"])
    #expect(try foods.food(of: #require(GTIN(number: 9_520_000_000_004)))?.name == "Oats")
    #expect(try foods.food(of: #require(GTIN(number: 9_520_000_000_011))) == nil)
    #expect(
      try store.queued() == ["product_override|0197e2a4-6f00-7000-8000-00000000abcd", "product_override|9520000000004"])
  }

  @Test func aChangeKeepsWhatANewerVersionAddedAndIsUndone() throws {
    try foods.put(food(), title: "added Soup", at: noon)
    try store.run(#"UPDATE product_override SET extra = '{"recipe":[1]}'"#)
    let edited = try foods.edit(food().id, title: "edited Soup", at: noon) { old in
      var new = old
      new.nutrition.energyKcal = 50
      return new
    }
    #expect(edited?.nutrition.energyKcal == 50)
    #expect(try store.text("SELECT energy_kcal, extra FROM product_override") == [#"50.0|{"recipe":[1]}"#])
    #expect(try foods.delete(food().id, title: "deleted Soup", at: noon)?.nutrition.energyKcal == 50)
    #expect(try foods.all().isEmpty)
    #expect(try foods.delete(food().id, title: "deleted Soup", at: noon) == nil)
    for title in ["deleted Soup", "edited Soup"] { #expect(try store.library.undo(at: noon).title == title) }
    #expect(try foods.food(id: food().id)?.nutrition.energyKcal == 45)
    #expect(try store.text("SELECT extra FROM product_override") == [#"{"recipe":[1]}"#])
  }

  @Test func anEditThatThrowsWritesNothing() throws {
    try foods.put(food(), title: "added Soup", at: noon)
    let error = StoreError(code: .notFound, message: "no", hint: nil)
    #expect(throws: error) { try foods.edit(food().id, title: "x", at: noon) { _ in throw error } }
    #expect(try store.text("SELECT title FROM change") == ["added Soup"])
    #expect(try foods.edit("none", title: "x", at: noon) { $0 } == nil)
  }

  @Test func valuesOutOfBoundsAreRefused() throws {
    for change in [
      { $0.name = "  " }, { $0.nutrition.energyKcal = 10_000 }, { $0.nutrition.fatG = -1 }, { $0.servingG = 0 }, { $0.servingG = 1e9 },
    ] as [(inout OwnFood) -> Void] {
      var food = food()
      change(&food)
      let wrong = food
      #expect(throws: StoreError.self) { try foods.put(wrong, title: "x", at: noon) }
    }
    #expect(try foods.all().isEmpty)
  }

  /// A plain shell needs a name and a value; a number must be the id.
  @Test func theShellAddsAFood() throws {
    try store.shell("INSERT INTO product_override(name, energy_kcal) VALUES ('Broth', 12)")
    let broth = try #require(try foods.all().first)
    #expect(broth.name == "Broth" && broth.nutrition == Nutrition(energyKcal: 12) && !broth.isPerServing && broth.createdAtMs > 0)
    try store.shell("INSERT INTO product_override(name, id, gtin) VALUES ('x', 'a', '9520000000004')", fails: true)
    try store.shell("INSERT INTO product_override(name, parts) VALUES ('x', '{}')", fails: true)
    try store.shell("INSERT INTO product_override(name, id, gtin) VALUES ('x', '952000000000x', '952000000000x')", fails: true)
    #expect(try store.number("SELECT count(*) FROM outbox WHERE kind = 'product_override'") == 1)
  }
}
