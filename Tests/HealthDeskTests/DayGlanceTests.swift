import HealthDesk
import HealthModel
import HealthStore
import Testing
import WeekPlan

/// A day and a week, each read at once.
@Suite struct DayGlanceTests {
  private let desk: DeskFixture
  private let noon = DeskFixture.noon
  private let settings = HealthSettings(zone: "Europe/Paris")

  init() throws { desk = try DeskFixture() }

  private func glance(countsAll: Bool = false) throws -> DayGlance {
    try DayGlance(desk.library, at: noon, countsAll: countsAll, dailyBytes: nil, settings: settings, folders: [])
  }

  private func meal(_ name: String, _ slot: MealSlot, kcal: Double, daysAgo: Int64 = 0, minutesAgo: Int64 = 0) -> Meal {
    let eatenAt = Moment(ms: noon.ms - daysAgo * 86_400_000 - minutesAgo * 60_000, utcOffsetMin: 60)
    let wish = MealWish(eatenAt: eatenAt, slot: slot, amount: nil, note: nil)
    return Meal(byHand: name, nutrition: Nutrition(energyKcal: kcal), wish: wish, now: noon)
  }

  @Test func anEmptyLibraryHasAnEmptyDay() throws {
    let glance = try glance()
    #expect(glance.week.count == 7 && glance.week.allSatisfy { $0 == nil } && glance.health == nil)
    #expect(glance.menu.day == noon.day && glance.menu.meals.isEmpty && glance.menu.total == Nutrition(energyKcal: 0))
    #expect(glance.note == nil && !glance.isSyncing)
    #expect(glance.sync.lastOkAtMs == nil && glance.sync.pending == 0)
  }

  @Test func mealsStandBesideThePlan() throws {
    let plan = PlanDesk(desk.library, at: noon)
    _ = try plan.add(PlanDraft([(.meal(.lunch), "Chili"), (.meal(.dinner), "Soup"), (.workout, "Run")], on: noon.day))
    _ = try plan.planner.apply([.setNote(day: noon.day, text: "Dentist")], title: "noted", week: plan.week, at: noon)
    try Diary(desk.library).log(meal("Chili", .lunch, kcal: 500, minutesAgo: 1), at: noon)
    try Diary(desk.library).log(meal("Apple", .snack, kcal: 52), at: noon)
    let glance = try glance()
    #expect(glance.menu.meals.map(\.name) == ["Chili", "Apple"] && glance.menu.total.energyKcal == 552)
    #expect(glance.menu.meals.indices.map { glance.menu.plan.isPlanned(meal: $0) } == [true, false])
    #expect(glance.menu.plan.uneaten.map(\.title) == ["Soup"])
    #expect(glance.menu.plan.done == 1 && glance.menu.plan.items.count == 3)
    #expect(glance.note == "Dentist")
    #expect(glance.sync.pending == 6, "two meals, three items and a note")
  }

  @Test func aSyncUnderWayIsSeen() throws {
    let lock = try LockFile.take(.sync, besideLibrary: desk.library.path, nowMs: noon.ms)
    #expect(try glance().isSyncing)
    withExtendedLifetime(lock) {}
  }

  @Test func numbersThatWaitAreCounted() throws {
    try PendingLookups(desk.library).add(DeskFixture.oats, text: "9520000000004", reason: "offline", atMs: noon.ms)
    #expect(try glance(countsAll: true).sync.lookups == 1)
  }

  @Test func aWeekHasSumsAndMeansOfTheDaysThatAreKnown() throws {
    let diary = Diary(desk.library)
    try diary.log(meal("Porridge", .breakfast, kcal: 300), at: noon)
    try diary.log(meal("Chili", .lunch, kcal: 500, daysAgo: 1), at: noon)
    try diary.log(meal("Last week", .lunch, kcal: 9, daysAgo: 2), at: noon)
    _ = try WeightLog(desk.library).log(kg: 72.4, on: noon.day, measuredAt: nil, at: noon)
    let plan = PlanDesk(desk.library, at: noon)
    let items = try plan.add(PlanDraft([(.workout, "Run"), (.meal(.breakfast), "")], on: noon.day))
    _ = try plan.change(.complete(true), [items[0].id])
    let week = try WeekGlance(desk.library, ISOWeek(of: noon.day), settings: settings)
    #expect(week.days.count == 7 && !week.isEmpty)
    #expect(week.values(.energyKcal) == [500, 300, nil, nil, nil, nil, nil])
    #expect(week.sum(.energyKcal) == 800 && week.mean(.energyKcal) == 400)
    #expect(week.values(.weightKg)[1] == 72.4 && week.sum(.weightKg) == nil && week.mean(.weightKg) == 72.4)
    #expect(week.planned == (done: 2, total: 2), "a meal of the slot stands for one that is planned without a name")
    #expect(week.sum(.steps) == nil)
    #expect(try WeekGlance(desk.library, ISOWeek(of: noon.day).adding(5), settings: settings).isEmpty)
  }
}
