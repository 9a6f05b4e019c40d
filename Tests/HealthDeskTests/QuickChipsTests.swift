import HealthDesk
import HealthModel
import Testing
import WeekPlan

/// The quick lists and choices from them.
@Suite struct QuickChipsTests {
  private let quick: QuickChips

  init() throws { quick = try QuickChips(workouts: ["Run", "Run 10 km", "Yoga"], meals: ["dinner Chili", "lunch: Salad", "snack"]) }

  @Test func mealsHaveATypeAndMayHaveATitle() {
    #expect(quick.chips.map(\.title) == ["Run", "Run 10 km", "Yoga", "Chili", "Salad", "Snack"])
    #expect(quick.chips.map(\.kind.meal) == [nil, nil, nil, .dinner, .lunch, .snack])
  }

  @Test func wrongListsAreTold() {
    #expect(throws: QuickChipsError.notAMeal("Chili")) { try QuickChips(workouts: [], meals: ["Chili"]) }
    let error = #expect(throws: QuickChipsError.self) { try QuickChips(workouts: [" "], meals: []) }
    guard case .badTitle(" ", .workouts, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func itemsAreNamedByNumberOrBeginning() throws {
    #expect(try quick.chips(named: ["3", "1"]).map(\.title) == ["Yoga", "Run"])
    #expect(try quick.chips(named: ["run"]).map(\.title) == ["Run"], "the exact name comes before longer ones")
    #expect(try quick.chips(named: ["run", "10"]).map(\.title) == ["Run 10 km"])
    #expect(try quick.chips(named: ["sal"]).map(\.title) == ["Salad"])
    #expect(throws: QuickChipsError.noNumber(7)) { try quick.chips(named: ["1", "7"]) }
    #expect(throws: QuickChipsError.noName("swim")) { try quick.chips(named: ["Swim"]) }
    #expect(throws: QuickChipsError.noName("")) { try quick.chips(named: [" "]) }
    #expect(throws: QuickChipsError.several("ru", [1: "Run", 2: "Run 10 km"])) { try quick.chips(named: ["ru"]) }
  }
}
