import FoodCatalog
import HealthDesk
import HealthModel
import HealthStore
import Testing

/// The state of the food picker: keys in, steps out.
@Suite struct FoodPickerTests {
  private let desk: DeskFixture
  private let noon = DeskFixture.noon
  private var soup = Meal(byHand: "Soup", nutrition: Nutrition(energyKcal: 100), wish: DeskFixture.wish(grams: 200), now: DeskFixture.noon)

  init() throws { desk = try DeskFixture() }

  private func hits(_ names: String...) throws -> FoodSearches.Result {
    for name in names {
      var meal = soup
      meal.id = name
      meal.name = name
      try desk.diary.log([meal], at: noon)
    }
    return try FoodSearches(desk.library, catalogue: FoodCatalog(path: desk.folder.file("none.db"))).search("soup", limit: 10)
  }

  @Test func typingSearches() {
    var picker = FoodPicker(now: noon)
    #expect(picker.press(.text("so")) == .search && picker.press(.text("up b")) == .search)
    #expect(picker.query == "soup b")
    #expect(picker.press(.eraseWord) == .search && picker.query == "soup ")
    #expect(picker.press(.backspace) == .search && picker.query == "soup")
    #expect(picker.press(.eraseAll) == .search && picker.query.isEmpty)
    #expect(picker.press(.backspace) == .none && picker.press(.enter) == .none && picker.press(.tab) == .none)
    #expect(picker.press(.text(String(repeating: "x", count: 900))) == .search && picker.query.count == 200)
    #expect(picker.press(.escape) == .leave)
  }

  @Test func arrowsSelectWithinTheHits() throws {
    var picker = FoodPicker(now: noon)
    picker.found(try hits("Soup 1", "Soup 2", "Soup 3"))
    #expect(picker.hits.count == 3 && !picker.hasCatalogue)
    #expect(picker.press(.up) == .none && picker.selected == 0)
    #expect(picker.press(.down) == .none && picker.selected == 1)
    #expect(picker.press(.pageDown) == .none && picker.selected == 2)
    #expect(picker.press(.enter) == .open(picker.hits[2]))
    picker.found(FoodSearches.Result.none)
    #expect(picker.selected == 0)
    _ = picker.press(.down)
    #expect(picker.selected == 0)
  }

  @Test func aBarcodeWithoutHitsIsLookedUp() throws {
    var picker = FoodPicker(query: "9520000000004", now: noon)
    #expect(picker.press(.enter) == .lookUp(try TypedBarcode("9520000000004")))
  }

  @Test func theAmountIsTypedInEitherUnit() throws {
    let food = LoggableFood.own(
      OwnFood(id: "x", name: "Soup", servingG: 250, nutrition: Nutrition(energyKcal: 40), createdAtMs: 0))
    var picker = FoodPicker(now: noon)
    picker.opened(food)
    #expect(picker.portion?.placeholder == "1" && picker.portion?.isGrams == false)
    #expect(picker.press(.enter) == .log(food, Amount(servings: 1)))
    _ = picker.press(.text(" 1,5 bowls"))
    #expect(picker.portion?.text == "1,5 bowls" && picker.press(.enter) == .none)
    #expect(picker.fault?.hasPrefix("Bowls isn't a known unit. Units are kcal") == true)
    _ = picker.press(.eraseWord)
    #expect(picker.portion?.text == "1,5 " && picker.fault == nil)
    #expect(picker.press(.enter) == .log(food, Amount(servings: 1.5)))
    _ = picker.press(.tab)
    #expect(picker.portion?.isGrams == true && picker.portion?.text == "" && picker.portion?.placeholder == "100")
    _ = picker.press(.text("300"))
    #expect(picker.press(.enter) == .log(food, Amount(grams: 300)))
    for (text, amount) in [("1/2 kg", Amount(grams: 500)), ("3 x 40", Amount(grams: 120)), ("2 servings", Amount(servings: 2))] {
      _ = picker.press(.eraseAll)
      _ = picker.press(.text(text))
      #expect(picker.press(.enter) == .log(food, amount))
    }
    _ = picker.press(.eraseAll)
    _ = picker.press(.text("1,250"))
    #expect(picker.press(.enter) == .none && picker.fault == "1,250 can be 1250 or 1.25. Type 1250 or 1.25.")
    _ = picker.press(.eraseAll)
    _ = picker.press(.text("0"))
    #expect(picker.press(.enter) == .none && picker.fault == "Grams must be above 0 and at most 100000.")
    #expect(picker.press(.escape) == .none && picker.portion == nil && picker.fault == nil)
  }

  /// The last amount of an entry is proposed, or the one that was asked for.
  @Test func theUsualAmountIsProposed() {
    var picker = FoodPicker(now: noon)
    picker.opened(.entry(soup))
    #expect(picker.portion?.placeholder == "200" && picker.portion?.hasOtherUnit == false)
    _ = picker.press(.tab)
    #expect(picker.portion?.isGrams == true)
    var other = FoodPicker(amount: Amount(grams: 50), now: noon)
    other.opened(.entry(soup))
    guard case .success(let meal)? = other.portion?.meal else {
      Issue.record("no meal")
      return
    }
    #expect(meal.nutrition.energyKcal == 25)
  }
}

extension FoodSearches.Result {
  fileprivate static let none = FoodSearches.Result(hits: [], correction: nil, hasCatalogue: true)
}
