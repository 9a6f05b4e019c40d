import HealthDesk
import HealthModel
import HealthStore
import Testing
import WeekPlan

/// A plan that is added to, changed, and eaten.
@Suite struct PlanDeskTests {
  private let desk: DeskFixture
  private let plan: PlanDesk
  private let noon = DeskFixture.noon

  init() throws {
    desk = try DeskFixture()
    plan = PlanDesk(desk.library, at: DeskFixture.noon)
  }

  @discardableResult
  private func add(_ kind: PlanItem.Kind, _ text: String, on day: Day? = nil, weekly: Bool = false) throws -> PlanItem {
    let draft = try PlanDraft([(kind, text)], on: day ?? noon.day, repeats: weekly ? .weekly(until: nil) : nil)
    return try #require(plan.add(draft).first)
  }

  private func undone() throws -> String { try desk.library.undo(at: noon).title }

  @Test func itemsAreAddedAsOneChange() throws {
    let items = try plan.add(PlanDraft([(.workout, " Run 5 km "), (.meal(.dinner), "")], on: noon.day))
    #expect(items.map(\.words) == ["Run 5 km", "Dinner"])
    #expect(try undone() == "planned 2 items")
    #expect(try plan.planner.items(from: noon.day, through: noon.day).isEmpty)
    try add(.meal(.dinner), "Chili")
    #expect(try undone() == "planned Chili")
    #expect(throws: PlanError.self) { try PlanDraft([(.workout, " ")], on: noon.day) }
  }

  @Test func eachChangeIsToldAndTakenBack() throws {
    let tomorrow = noon.day.adding(1)
    let item = try add(.workout, "Run")
    let cases: [(PlanChange, title: String, day: Day, isDone: Bool)] = [
      (.complete(true), "done Run", noon.day, true), (.complete(false), "reopened Run", noon.day, false),
      (.move(to: tomorrow), "moved Run", tomorrow, false), (.rename("Swim", wholeSeries: false), "renamed Run", noon.day, false),
      (.remove(wholeSeries: false), "removed Run", noon.day, false),
    ]
    for (change, title, day, isDone) in cases {
      if change == .complete(false) { _ = try plan.change(.complete(true), [item.id]) }
      let changed = try #require(plan.change(change, [item.shortID]).first)
      #expect(changed.reference == item.shortID && !changed.isUnchanged)
      #expect(changed.item?.day == day && changed.item?.isCompleted == isDone, "\(title)")
      #expect(try undone() == title)
      if change == .complete(false) { _ = try undone() }
    }
  }

  @Test func anItemThatIsNamedTwiceCountsOnce() throws {
    let run = try add(.workout, "Run")
    let yoga = try add(.workout, "Yoga")
    let changed = try plan.change(.complete(true), [run.id, run.shortID, yoga.shortID])
    #expect(changed.map { $0.item?.title } == ["Run", "Yoga"])
    #expect(try undone() == "done 2 planned items")
    _ = try plan.change(.complete(true), [run.id])
    #expect(try plan.change(.complete(true), [run.id]).map(\.isUnchanged) == [true])
  }

  @Test func oneIDThatIsNotThereChangesNothing() throws {
    let run = try add(.workout, "Run")
    #expect(throws: PlanFailure.self) { try plan.change(.complete(true), [run.id, "zzzzzzzz"]) }
    #expect(try plan.planner.items(from: noon.day, through: noon.day).map(\.isCompleted) == [false])
  }

  @Test func ofAWeeklyItemTheWeekThatIsMeantChanges() throws {
    let series = try add(.workout, "Yoga", weekly: true)
    let next = PlanDesk(desk.library, at: noon, week: plan.week.adding(1))
    _ = try next.change(.complete(true), [series.shortID])
    let weeks = try PlannedWeek.weeks(2, from: plan.week, in: plan.planner)
    #expect(weeks.map { $0.items.map(\.isCompleted) } == [[false], [true]])
  }

  @Test func aDayHasANote() throws {
    #expect(try plan.note(of: noon.day) == nil)
    #expect(try plan.setNote("Dentist", on: noon.day))
    #expect(try !plan.setNote("Dentist", on: noon.day))
    #expect(try plan.note(of: noon.day) == "Dentist")
    #expect(try undone() == "wrote the note of Tue 10 Feb")
    #expect(try !plan.setNote("", on: noon.day))
  }

  @Test func aWeekIsCopiedWithoutWhatTheOtherHas() throws {
    let run = try add(.workout, "Run")
    try add(.workout, "Yoga", weekly: true)
    _ = try plan.change(.complete(true), [run.id])
    _ = try plan.setNote("Dentist", on: noon.day)
    let next = plan.week.adding(1)
    let copied = try plan.copyWeek(from: plan.week, to: next)
    #expect(copied.items.map { "\($0.title) \($0.day) \($0.isCompleted)" } == ["Run \(noon.day.adding(7)) false"])
    #expect(copied.notes == [noon.day.adding(7)])
    let again = try plan.copyWeek(from: plan.week, to: next)
    #expect(again.items.isEmpty && again.notes.isEmpty)
    #expect(try undone() == "copied week \(plan.week.number) to week \(next.number)")
  }

  @Test func workoutsWithoutAnImportAreNotTicked() throws {
    let run = try add(.workout, "Run")
    let results = try plan.match(from: noon.day, through: noon.day, isDryRun: false)
    #expect(results == [.notDone(run)])
  }

  @Test func aPlannedMealIsLoggedAsTheRecentFoodOfItsName() throws {
    let diary = Diary(desk.library)
    let earlier = Moment(ms: noon.ms - 86_400_000, utcOffsetMin: 60)
    let wish = MealWish(eatenAt: earlier, slot: .dinner, amount: nil, note: nil)
    try diary.log(Meal(byHand: "Chili", nutrition: Nutrition(energyKcal: 500), wish: wish, now: earlier), at: earlier)
    let item = try add(.meal(.dinner), "Chili")
    let planned = try PlannedMealLog(item.shortID, in: plan)
    #expect(planned.meal == .dinner)
    #expect(try planned.usualTime(by: desk.clock) == noon)
    let now = MealWish(eatenAt: noon, slot: .dinner, amount: Amount(servings: 2), note: nil)
    let meal = try planned.recentFood(now, in: diary)
    #expect(try planned.log(meal).isCompleted)
    #expect(try desk.eaten() == ["Chili 1000"])
    #expect(throws: PlannedMealError.self) { try PlannedMealLog(item.shortID, in: plan) }
    #expect(try undone() == "logged Chili")
    #expect(try desk.eaten() == [])
  }

  @Test func aPlannedMealOfAnotherDayHasTheUsualTimeOrNone() throws {
    let past = try PlannedMealLog(add(.meal(.lunch), "Salad", on: noon.day.adding(-1)).id, in: plan)
    let time = try past.usualTime(by: desk.clock)
    #expect(time.day == noon.day.adding(-1) && time.clock == "12:30")
    let item = try add(.meal(.lunch), "Soup", on: noon.day.adding(1))
    let coming = try PlannedMealLog(item.id, in: plan)
    #expect(throws: PlannedMealError.isYetToCome(coming.item, today: noon.day)) { try coming.usualTime(by: desk.clock) }
    #expect(throws: PlannedMealError.noRecentFood(coming.item)) {
      try coming.recentFood(DeskFixture.wish(), in: Diary(desk.library))
    }
    let run = try add(.workout, "Run")
    #expect(throws: PlannedMealError.isWorkout(run)) { try PlannedMealLog(run.id, in: plan) }
  }
}
