import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import Products
import Testing

/// Totals say what they don't contain, and what isn't known is never zero.
@Suite struct UnknownTotalsTests {
  private static let whole = Nutrition(energyKcal: 100, proteinG: 1, carbsG: 2, fatG: 3)
  private static let bare = Nutrition(energyKcal: 250)
  private static let nothing = Nutrition()
  private static let withoutEnergy = Nutrition(proteinG: 1, carbsG: 2, fatG: 3)

  /// Meals, their energy as a cell of a table has it, and what stands beside their total.
  static let totals: [(id: String, meals: [Nutrition], eaten: String, unknowns: [String])] = [
    ("no meals", [], "–", []), ("all is known", [whole, whole], "200", []),
    ("no energy is known", [withoutEnergy], "?", ["1 meal without calories"]),
    ("nothing is known", [nothing], "?", ["1 meal without all macros", "1 meal without calories"]),
    ("some energy is known", [whole, withoutEnergy], "100 + ?", ["1 meal without calories"]),
    ("energy alone", [bare], "250", ["1 meal without all macros, 250 kcal unknown (?)"]),
    (
      "some of each", [whole, bare, nothing, withoutEnergy], "350 + ?",
      ["2 meals without all macros, 250 kcal unknown (?)", "2 meals without calories"]
    ),
    (
      "a macronutrient is missing", [Nutrition(energyKcal: 100, proteinG: 10, carbsG: 5)], "100",
      ["1 meal without all macros, 40 kcal unknown (?)"]
    ),
    ("zero is known", [Nutrition(energyKcal: 0, proteinG: 0, carbsG: 0, fatG: 0)], "0", []),
  ]

  @Test(arguments: totals.indices)
  func totalsSayWhatTheyLack(place: Int) {
    let one = UnknownTotalsTests.totals[place]
    let intake = DietIntake(one.meals)
    #expect(DietWords.eaten(intake) == one.eaten, "\(one.id)")
    #expect(intake.unknowns == one.unknowns, "\(one.id)")
    // The sum of days is that of their meals.
    #expect(DietIntake(adding: one.meals.map { DietIntake([$0]) }) == intake, "\(one.id)")
    #expect(DietIntake(adding: [DietIntake(), intake, DietIntake()]) == intake, "\(one.id)")
  }

  @Test func aDayOfUnknownMealsHasNoEnergy() throws {
    let meal = Meal(byHand: "Buffet", nutrition: Nutrition(), wish: DeskFixture.wish(), now: DeskFixture.noon)
    let day = DayMenu(day: DeskFixture.noon.day, meals: [meal])
    #expect(day.total == Nutrition(), "it was 0 kcal")
    #expect(day.intake.unknownJSON.text == #"{"meals_without_energy":1,"meals_without_macros":1,"kcal_without_macros":0}"#)
    #expect(DayMenu(day: DeskFixture.noon.day, meals: []).total == Nutrition(energyKcal: 0))
    let desk = try DeskFixture()
    try Diary(desk.library).log(meal, at: DeskFixture.noon)
    let figures = try DayFigures(desk.library, at: DeskFixture.noon, settings: HealthSettings(zone: "Europe/Paris"))
    func value(_ name: String) -> Double? { figures.figures.first { $0.name == name }?.value }
    #expect(value("eaten_kcal") == nil && value("meals") == 1 && value("meals_without_energy") == 1)
    let week = try WeekGlance(desk.library, .init(of: DeskFixture.noon.day), settings: HealthSettings(zone: "Europe/Paris"))
    #expect(week.sum(.energyKcal) == nil && week.intake.mealsWithoutEnergy == 1)
  }

  /// A day, and the workouts and minutes that are shown.
  @Test func aWornWatchCountsNoWorkouts() {
    func day(_ change: (inout DaySummary) -> Void) -> DaySummary {
      var summary = DaySummary(day: DeskFixture.noon.day, zone: "UTC")
      change(&summary)
      return summary
    }
    let cases: [(id: String, day: DaySummary, workouts: Int?, minutes: Double?)] = [
      ("a phone alone", day { $0.steps = 5000 }, nil, nil), ("a rest day", day { $0.heartAvgBpm = 61 }, 0, 0),
      ("only at night", day { $0.restingBpm = 52 }, 0, 0), ("exercise without a workout", day { $0.exerciseMin = 12 }, 0, 0),
      ("a workout of a phone", day { ($0.workouts, $0.workoutMin) = (1, 30) }, 1, 30),
      ("a workout of unknown length", day { ($0.workouts, $0.heartAvgBpm) = (1, 90) }, 1, nil),
      ("no workout, as another device says", day { $0.workouts = 0 }, 0, 0),
    ]
    for one in cases {
      #expect(one.day.countedWorkouts == one.workouts && one.day.countedWorkoutMin == one.minutes, "\(one.id)")
      #expect(one.day.json["workouts"] == JSON(number: one.workouts.map(Double.init)), "\(one.id)")
    }
  }

  /// Values that a user types, of a weight, and their doubts.
  static let typed: [(id: String, values: Nutrition, grams: Double?, doubts: [Doubt])] = [
    ("fine", Nutrition(energyKcal: 165, proteinG: 10, carbsG: 20, fatG: 5), 100, []),
    ("energy alone", Nutrition(energyKcal: 5000), nil, []), ("water", Nutrition(energyKcal: 0), nil, []),
    ("200 g of protein in 100 kcal", Nutrition(energyKcal: 100, proteinG: 200), nil, [.energyUnexplained]),
    ("the same of 100 g", Nutrition(energyKcal: 100, proteinG: 200), 100, [.macrosOver105g, .energyUnexplained]),
    ("fat in no energy", Nutrition(energyKcal: 10, fatG: 30), nil, [.energyUnexplained]),
    ("no energy given", Nutrition(proteinG: 10, carbsG: 20, fatG: 5), nil, []),
    ("more than pure fat", Nutrition(energyKcal: 1000), 100, [.energyTooHigh]),
    ("more sugars than carbs", Nutrition(energyKcal: 100, carbsG: 10, sugarsG: 20), nil, [.sugarsOverCarbs]),
    ("gum, with polyols", Nutrition(energyKcal: 156, carbsG: 65), 100, []),
  ]

  @Test(arguments: typed.indices)
  func typedValuesHaveTheDoubtsOfProducts(place: Int) {
    let one = UnknownTotalsTests.typed[place]
    #expect(one.values.typedDoubts(grams: one.grams) == one.doubts, "\(one.id)")
    let amount = one.grams.map { Amount(grams: $0) }
    let wish = MealWish(eatenAt: DeskFixture.noon, slot: nil, amount: amount, note: nil)
    let meal = Meal(byHand: "Soup", nutrition: one.values, wish: wish, now: DeskFixture.noon)
    #expect(meal.provenance == Provenance(source: "user", basis: .manual, doubts: one.doubts), "\(one.id)")
    #expect(meal.nutrition == one.values, "\(one.id): what is typed is never repaired")
  }

  @Test func anEditOfValuesIsCheckedAgain() throws {
    let meal = Meal(
      byHand: "Shake", nutrition: Nutrition(energyKcal: 100, proteinG: 200), wish: DeskFixture.wish(), now: DeskFixture.noon)
    let edited = try MealEdit(nutrition: Nutrition(proteinG: 20)).applied(to: meal)
    #expect(meal.provenance.doubts == [.energyUnexplained] && edited.provenance.doubts.isEmpty)
    let food = try OwnFoodDesk(DeskFixture().library).add(
      "Bar", OwnFoodValues(nutrition: Nutrition(energyKcal: 50, fatG: 60)), at: DeskFixture.noon)
    #expect(food.doubts == [.energyUnexplained] && LoggableFood.own(food).doubts == food.doubts)
  }
}
