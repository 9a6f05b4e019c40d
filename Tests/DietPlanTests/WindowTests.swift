import DietPlan
import HealthModel
import Testing

@Suite struct WindowTests {
  @Test(
    "D-MEAL-4, D-MEAL-10: meals outside 12:00–18:00, and which get a warning",
    arguments: [
      (720, .inside, false), (1080, .inside, false), (719, .before(minutes: 1), true), (0, .before(minutes: 720), true),
      (1081, .after(minutes: 1), false), (1200, .after(minutes: 120), false), (1201, .after(minutes: 121), true),
      (1439, .after(minutes: 359), true),
    ] as [(Int, MealPlacement, Bool)])
  func placement(minute: Int, placement: MealPlacement, isWarned: Bool) {
    #expect(EatingWindow.preset.placement(ofMinute: minute) == placement && placement.isWarned == isWarned)
  }

  @Test("D-MEAL-4: the clock that showed the meal's time decides, on a day of 23 hours too")
  func localClock() {
    // 12:00 on 2026-03-29 in Berlin is 10:00 UTC.
    let noon = Moment(ms: 1_774_742_400_000 + 10 * 3_600_000, utcOffsetMin: 120)
    #expect(Diet.berlin.moment(on: Diet.day("2026-03-29"), minute: 720) == noon)
    #expect(EatingWindow.preset.placement(of: noon) == .inside)
    #expect(EatingWindow.preset.placement(of: Moment(ms: noon.ms, utcOffsetMin: 60)) == .before(minutes: 60))
  }

  @Test("D-MEAL-4: a meal outside the window never breaks the streak")
  func streak() throws {
    let eaten = Diet.berlin.moment(on: Diet.nth(8), minute: 1430)
    let meal = Meal(
      id: "m", eatenAt: eaten, slot: .snack, name: "Toast", amount: Amount(servings: 1), nutrition: Nutrition(energyKcal: 200),
      provenance: .manual, createdAtMs: eaten.ms)
    let day = try #require(DietDay(Diet.nth(8), history: Diet.history(), log: DietLog(meals: [meal])))
    #expect(EatingWindow.preset.placement(of: eaten).isWarned && day.streak.days == 1)
  }

  @Test("D-PROFILE-5: a window is 6 hours long and doesn't cross midnight")
  func windows() {
    #expect(EatingWindow.preset == EatingWindow(startMin: 720) && EatingWindow.preset.faults == [])
    #expect(EatingWindow(startMin: 0).faults == [] && EatingWindow(startMin: 1079).faults == [])
    for odd in [
      EatingWindow(startMin: 1080), EatingWindow(startMin: -1), EatingWindow(startMin: 900, endMin: 899),
      EatingWindow(startMin: .min, endMin: .max),
    ] {
      #expect(odd.faults == [.windowLeavesDay(odd)])
    }
    #expect(EatingWindow(startMin: 720, endMin: 1020).faults == [.windowLength(minutes: 300, needed: 360)])
    #expect(EatingWindow(startMin: 720, endMin: 1110).faults == [.windowLength(minutes: 390, needed: 360)])
  }

  @Test("D-PROFILE-5: 2 to 5 different eating times inside the window")
  func mealTimes() {
    let window = EatingWindow.preset
    #expect(window.presetMealTimes == [720, 900, 1080] && window.faults(ofMealTimes: window.presetMealTimes) == [])
    #expect(window.faults(ofMealTimes: [720, 1080]) == [] && window.faults(ofMealTimes: [720, 800, 900, 1000, 1080]) == [])
    #expect(window.faults(ofMealTimes: [720]) == [.mealCount(1, allowed: 2...5)])
    #expect(window.faults(ofMealTimes: [720, 780, 840, 900, 960, 1020]) == [.mealCount(6, allowed: 2...5)])
    // 19:00 is after 18:00.
    #expect(window.faults(ofMealTimes: [720, 1140]) == [.mealTimeOutside(minute: 1140, window: window)])
    #expect(window.faults(ofMealTimes: [720, 720]) == [.mealTimeRepeated(minute: 720)])
  }
}
