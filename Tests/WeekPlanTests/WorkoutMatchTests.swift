import HealthModel
import Testing

@testable import WeekPlan

@Suite struct WorkoutMatchTests {
  private func done(_ id: String, _ activity: String = "running", at ms: Int64 = 1_770_721_380_000) -> DoneWorkout {
    DoneWorkout(id: id, activity: activity, startedAt: Moment(ms: ms, utcOffsetMin: 60), endMs: ms + 1_800_000, source: "Watch")
  }

  @Test(arguments: [
    ("Run", "running"), ("Easy run 5k", "running"), ("MORNING JOG", "running"), ("Half marathon", "running"), ("bike to work", "cycling"),
    ("Leg day", "traditional_strength_training"), ("leg-day", "functional_strength_training"), ("Water polo", "water_polo"),
    ("HIIT", "high_intensity_interval_training"), ("Rowing machine", "rowing"), ("Yoga with Anna", "yoga"), ("Walk the dog", "walking"),
    ("Stair climbing", "stair_climbing"), ("football", "soccer"), ("football", "american_football"), ("Table tennis", "table_tennis"),
    ("High intensity interval training", "high_intensity_interval_training"), ("Underwater hockey", "underwater_hockey"),
    ("evening kite skiing", "kite_skiing"),
  ])
  func aTitleNamesAnActivity(title: String, activity: String) { #expect(ActivityNames(title: title).fit(activity)) }

  @Test(arguments: [
    ("Run", "cycling"), ("Table tennis", "tennis"), ("Stair climbing", "climbing"), ("Brunch with Rowan", "rowing"), ("Something", "other"),
    ("other", "other"), ("", "running"), ("", ""), ("Runner's meeting", "running"), ("Crunch", "running"),
  ])
  func aTitleDoesNotNameAnother(title: String, activity: String) { #expect(!ActivityNames(title: title).fit(activity)) }

  @Test func oneWorkoutOfTheDayMatches() {
    let items = [Plan.item("a"), Plan.item("b", "Yoga"), Plan.item("c", "Paint the fence"), Plan.item("d", "Run", "2026-02-11")]
    #expect(
      WorkoutMatch.results(planned: items, done: [done("w"), done("v", "cycling")])
        == [.matched(items[0], done("w")), .notDone(items[1]), .unknownActivity(items[2]), .notDone(items[3])])
  }

  @Test func theDayIsTheLocalOne() {
    // 2026-02-10 23:30 UTC is 00:30 of the 11th an hour east.
    let night = done("w", at: 1_770_766_200_000)
    #expect(night.day == Plan.day("2026-02-11"))
    let items = [Plan.item("a"), Plan.item("b", "Run", "2026-02-11")]
    #expect(WorkoutMatch.results(planned: items, done: [night]) == [.notDone(items[0]), .matched(items[1], night)])
  }

  @Test func aWorkoutIsFoundByEachOfItsNames() {
    let workout = DoneWorkout(
      id: "w", activity: "ausführen", otherNames: ["running"], startedAt: Moment(ms: 1_770_721_380_000, utcOffsetMin: 60),
      endMs: 1_770_723_180_000, source: "Phone")
    let items = [Plan.item("a"), Plan.item("b", "Yoga")]
    #expect(WorkoutMatch.results(planned: items, done: [workout]) == [.matched(items[0], workout), .notDone(items[1])])
  }

  @Test func severalWorkoutsAreAQuestion() {
    let (late, early) = (done("a", at: 1_770_721_380_000), done("b", at: 1_770_700_000_000))
    #expect(WorkoutMatch.results(planned: [Plan.item("a")], done: [late, early]) == [.several(Plan.item("a"), [early, late])])
  }

  @Test func oneWorkoutTicksOneItem() {
    let (a, b) = (Plan.item("a"), Plan.item("b", "Long run"))
    #expect(
      WorkoutMatch.results(planned: [a, b], done: [done("w")]) == [.shared(a, done("w"), with: [b]), .shared(b, done("w"), with: [a])])
  }

  @Test func whatIsTickedAndMealsAreLeftOut() {
    var ticked = Plan.item("a")
    ticked.isCompleted = true
    var meal = Plan.item("m", "Run up the hill cake")
    meal.kind = .meal(.snack)
    #expect(WorkoutMatch.results(planned: [ticked, meal], done: [done("w")]) == [])
    #expect(WorkoutMatch.results(planned: [ticked, Plan.item("b")], done: [done("w")]) == [.matched(Plan.item("b"), done("w"))])
  }
}
