import HealthModel
import Testing
import WeekPlan

@Suite struct PlanItemTests {
  @Test func anItemsJSONHasAllItsKeys() throws {
    let day = try #require(Day("2026-02-10"))
    var item = PlanItem(id: "a", shortID: "k7m2p4xq", kind: .meal(.dinner), title: "Chili", day: day, createdAtMs: 5)
    #expect(
      item.json.text
        == #"{"id":"a","short_id":"k7m2p4xq","type":"meal","meal_type":"dinner","title":"Chili","day":"2026-02-10","completed":false,"#
        + #""completed_at_ms":null,"created_at_ms":5,"repeat":null,"repeat_until":null,"repeat_of":null}"#)
    item.kind = .workout
    (item.isCompleted, item.completedAtMs) = (true, 7)
    item.repeats = .weekly(until: day.adding(7))
    item.repeatOf = "s"
    #expect(item.json["meal_type"].isNull && item.json["completed"].bool == true && item.json["completed_at_ms"].int == 7)
    #expect(
      item.json["repeat"].string == "weekly" && item.json["repeat_until"].string == "2026-02-17" && item.json["repeat_of"].string == "s")
    #expect(!item.isSeries)
  }

  @Test(arguments: [("workout", nil), ("meal", "breakfast"), ("meal", "snack")] as [(String, String?)])
  func aKindIsItsTwoWords(type: String, meal: String?) throws {
    let kind = try #require(PlanItem.Kind(type: type, mealType: meal))
    #expect(kind.type == type && kind.meal?.rawValue == meal)
  }

  @Test(arguments: [("workout", "lunch"), ("meal", nil), ("meal", "brunch"), ("note", nil), ("", nil)] as [(String, String?)])
  func otherWordsAreNoKind(type: String, meal: String?) { #expect(PlanItem.Kind(type: type, mealType: meal) == nil) }

  @Test func mealsHaveTheirTitles() {
    #expect(PlannedMeal.allCases.map(\.title) == ["Breakfast", "Lunch", "Dinner", "Snack"])
    #expect(PlannedMeal.allCases.map(\.slot) == [.breakfast, .lunch, .dinner, .snack])
  }

  @Test func aShortIDIsEightOfItsLetters() {
    let ids = (0..<1000).map { _ in ShortID.make() }
    #expect(ids.allSatisfy(ShortID.isWellFormed) && Set(ids).count == 1000)
    #expect(Set(ids.joined()) == Set(ShortID.alphabet))
    for text in ["", "k7m2p4x", "k7m2p4xqq", "K7M2P4XQ", "k7m2p4xo", "k7m2p4x1"] { #expect(!ShortID.isWellFormed(text)) }
  }
}
