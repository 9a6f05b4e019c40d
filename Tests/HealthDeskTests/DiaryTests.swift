import HealthDesk
import HealthModel
import HealthStore
import Testing

/// Meals that are logged, changed, deleted and taken back.
@Suite struct DiaryTests {
  private let desk: DeskFixture
  private let diary: Diary
  private let noon = DeskFixture.noon

  init() throws {
    desk = try DeskFixture()
    diary = Diary(desk.library)
  }

  @discardableResult
  private func log(_ name: String, kcal: Double = 100, grams: Double? = nil, at moment: Moment = DeskFixture.noon) throws -> Meal {
    let wish = MealWish(eatenAt: moment, slot: nil, amount: grams.map { Amount(grams: $0) }, note: nil)
    let meal = Meal(byHand: name, nutrition: Nutrition(energyKcal: kcal, proteinG: 10), wish: wish, now: moment)
    try diary.log(meal, at: moment)
    return meal
  }

  @Test func aMealWithAnEnergyThatNoMealHasIsNotLogged() throws {
    #expect(throws: FoodError.energy(kcal: 10_000)) { try log("Feast", kcal: 10_000) }
    #expect(throws: FoodError.energy(kcal: -1)) { try log("Fast", kcal: -1) }
    try log("Water", kcal: 0)
    #expect(try desk.eaten() == ["Water 0"])
  }

  @Test func anEditChangesWhatItNames() throws {
    let meal = try log("Porridge", grams: 100)
    let edit = MealEdit(name: "Oats", slot: .brunch, eatenAt: Moment(ms: noon.ms - 60_000, utcOffsetMin: 60), note: "warm")
    let changed = try diary.edit(String(meal.id.suffix(6)), edit, at: noon)
    #expect(changed.name == "Oats" && changed.slot == .brunch && changed.note == "warm" && changed.eatenAt.clock == "12:02")
    #expect(changed.nutrition == meal.nutrition && changed.amount == meal.amount && changed.id == meal.id)
    #expect(try diary.edit(meal.id, MealEdit(note: ""), at: noon).note == nil)
    #expect(try desk.diary.meals(on: noon.day).map(\.name) == ["Oats"])
  }

  @Test func anotherAmountScalesTheNutrition() throws {
    let meal = try log("Porridge", kcal: 100, grams: 100)
    let changed = try diary.edit(meal.id, MealEdit(amount: Amount(grams: 250)), at: noon)
    #expect(changed.nutrition.energyKcal == 250 && changed.nutrition.proteinG == 25)
    #expect(throws: FoodError.portion(.servingSizeUnknown(product: "Porridge"))) {
      try diary.edit(meal.id, MealEdit(amount: Amount(servings: 2)), at: noon)
    }
    #expect(throws: FoodError.energy(kcal: 100_000)) { try diary.edit(meal.id, MealEdit(amount: Amount(grams: 100_000)), at: noon) }
    #expect(try desk.eaten() == ["Porridge 250"])
  }

  @Test func figuresByHandReplaceThoseThatAreGiven() throws {
    let wish = DeskFixture.wish(grams: 100)
    let meal = try Meal(wish, of: DeskFixture.product(), now: noon)
    try diary.log(meal, at: noon)
    let changed = try diary.edit(meal.id, MealEdit(nutrition: Nutrition(fatG: 5)), at: noon)
    #expect(changed.nutrition.energyKcal == 370 && changed.nutrition.fatG == 5)
    #expect(changed.provenance == .manual)
  }

  @Test func entriesAreDeletedTogetherAndBroughtBackTogether() throws {
    let meals = [try log("Porridge"), try log("Chili")]
    let (found, failures) = diary.meals(matching: meals.map(\.id) + [meals[0].id, "nothing"])
    #expect(found.map(\.name) == ["Porridge", "Chili"] && failures.map(\.code) == [.notFound])
    try diary.delete(found, at: noon)
    #expect(try desk.eaten() == [])
    #expect(try desk.library.undo(at: noon).title == "deleted 2 meals")
    #expect(try desk.eaten() == ["Chili 100", "Porridge 100"])
  }

  @Test func aSingleDayIsShownEvenWithoutMeals() throws {
    let yesterday = Moment(ms: noon.ms - 86_400_000, utcOffsetMin: 60)
    try log("Porridge", at: yesterday)
    #expect(try diary.menus(from: noon.day, through: noon.day).map(\.meals.count) == [0])
    #expect(try diary.menus(from: noon.day.adding(-6), through: noon.day).map(\.day) == [yesterday.day])
    #expect(try diary.newestDay() == yesterday.day)
  }

  @Test func recentFoodsAreFoundByTheirWords() throws {
    try log("Oat porridge")
    try log("Chili sin carne", at: Moment(ms: noon.ms + 1000, utcOffsetMin: 60))
    #expect(try diary.recentFoods().map(\.name) == ["Chili sin carne", "Oat porridge"])
    guard case .one(let hit) = try diary.recentFood(named: "CARNE chili") else {
      Issue.record("no food was found")
      return
    }
    #expect(hit.name == "Chili sin carne")
    #expect(try diary.recentFood(named: "soup") == .none)
  }
}
