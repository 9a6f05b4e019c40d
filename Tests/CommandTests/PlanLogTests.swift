import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync plan log` and `hsync plan match`: what was planned meets what was done.
@Suite struct PlanLogTests {
  private let person: Household

  init() throws { person = try Household() }

  private func meals(_ day: String) throws -> [JSON] {
    try JSON(parsing: person.hsync.run("meals", day, "--json").out)["meals"].array ?? []
  }

  @Test func aPlannedMealIsTheRecentFoodOfItsName() throws {
    for (name, kcal) in [("Chili", "520"), ("Chili con carne", "700")] {
      #expect(try person.hsync.run("log", "--name", name, "--kcal", kcal, "--yes", "--at", "2026-02-01 12:00").status == 0)
    }
    let id = try person.add("meal dinner chili --day 2026-02-10")
    let outcome = try person.planned("log \(id) --servings 2")
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines[0].hasPrefix("logged Chili, 2 servings, 1040 kcal, as dinner on Tue 2026-02-10 ["), "\(outcome.out)")
    #expect(outcome.lines[1].hasPrefix("done Dinner: chili on Tue 10 Feb") && outcome.lines[1].hasSuffix("(\(id))"))
    let meal = try #require(meals("2026-02-10").first)
    #expect(meal["slot"].string == "dinner" && meal["eaten_at_ms"].int == 1_770_750_000_000, "at 19:00 of its day: \(meal.text)")
    #expect(try person.items("2026-W07") == ["2026-02-10 chili*"])
    let again = try person.plan("log \(id)")
    #expect(again.status == 1 && again.err.contains("done already"))
    #expect(try meals("2026-02-10").count == 1)
    // One change: both come back, and both go.
    #expect(try person.hsync.run("undo").out == "undone: logged Chili\n")
    #expect(try meals("2026-02-10").isEmpty)
    #expect(try person.items("2026-W07") == ["2026-02-10 chili"])
  }

  @Test func byHandAndByBarcode() throws {
    let soup = try person.add("meal lunch Soup --day today")
    let muesli = try person.add("meal breakfast --day today")
    let document = try JSON(parsing: person.planned("log \(soup) --kcal 250 --at 00:00 --json").out)
    #expect(document["meal"]["name"].string == "Soup" && document["meal"]["slot"].string == "lunch")
    #expect(document["item"]["completed"].bool == true)
    let byCode = try person.planned("log \(muesli) 9521234543213 --grams 80 --products \(person.writeProducts())")
    #expect(byCode.out.hasPrefix("logged Oat Crunch, 80 g, 296 kcal, as breakfast ["), "\(byCode.out)")
    #expect(try meals("today").count == 2)
  }

  /// 12:30 is that of the planned day, not of today.
  @Test func aTimeAloneKeepsThePlannedDay() throws {
    let id = try person.add("meal dinner Chili --day 2026-02-10")
    #expect(try person.planned("log \(id) --kcal 500 --at 12:30").lines[0].contains("as dinner on Tue 2026-02-10 ["))
    #expect(try meals("2026-02-10").first?["eaten_at_ms"].int == 1_770_726_600_000)
  }

  @Test func whatCantBeLoggedLeavesItOpen() throws {
    let run = try person.add("workout Run --day 2026-02-10")
    let workout = try person.plan("log \(run)")
    #expect(workout.status == 64 && workout.err.contains("hint: hsync plan done \(run)"))
    let chili = try person.add("meal dinner Chili --day 2026-02-10")
    let unknown = try person.plan("log \(chili)")
    #expect(unknown.status == 1 && unknown.err.contains("hint: ") && unknown.err.contains("--kcal"))
    #expect(try person.plan("log \(chili) --kcal 10000").status == 65)
    #expect(try person.plan("log \(chili) 9521234543214").status == 65)
    #expect(try person.plan("log \(chili) 9521234543213").status == 75, "offline it waits to be looked up")
    let future = try person.add("meal dinner Chili --day +3")
    let early = try person.plan("log \(future) --kcal 500")
    #expect(early.status == 64 && early.err.contains("yet to come") && early.err.contains("--at"))
    #expect(try person.items("2026-W07").allSatisfy { !$0.hasSuffix("*") })
    #expect(try meals("2026-02-10").isEmpty)
  }

  // MARK: matching

  private func workout(_ type: String, _ start: String, _ end: String, source: String = "Watch") -> String {
    """
    <Workout workoutActivityType="HKWorkoutActivityType\(type)" duration="30" durationUnit="min" sourceName="\(source)" \
    creationDate="2026-02-10 \(end):00 +0000" startDate="2026-02-10 \(start):00 +0000" endDate="2026-02-10 \(end):00 +0000"/>
    """
  }

  @Test func aPlannedWorkoutIsTickedByTheImportedOne() throws {
    try person.imported(person.writeExport([workout("Running", "18:00", "18:30"), workout("Yoga", "07:00", "07:30")]))
    let run = try person.add("workout Easy run 5k --day 2026-02-10")
    _ = try person.add("workout Swim --day 2026-02-10")
    _ = try person.add("workout Run --day 2026-02-11")
    _ = try person.add("workout Morning yoga --day 2026-02-10 --weekly")
    let rehearsal = try person.planned("match --week 2026-W07 --dry-run")
    #expect(rehearsal.lines.count == 2)
    #expect(try person.items("2026-W07").allSatisfy { !$0.hasSuffix("*") })
    let outcome = try person.planned("match --week 2026-W07")
    #expect(outcome.out == rehearsal.out)
    #expect(
      outcome.lines.contains {
        $0.hasPrefix("done Easy run 5k on Tue 10 Feb") && $0.contains("(\(run)): running, ") && $0.hasSuffix("30 min, Watch")
      }, "\(outcome.out)")
    #expect(
      try Set(person.items("2026-W07")) == ["2026-02-10 Easy run 5k*", "2026-02-10 Swim", "2026-02-10 Morning yoga*", "2026-02-11 Run"])
    #expect(try person.items("2026-W08") == ["2026-02-17 Morning yoga"])
    #expect(try person.planned("match --week 2026-W07").out == "nothing to tick off\n")
    #expect(try person.hsync.run("undo").out == "undone: ticked off 2 workouts\n")
    #expect(try person.items("2026-W07").allSatisfy { !$0.hasSuffix("*") })
  }

  @Test func moreThanOneCandidateIsAnErrorThatListsThem() throws {
    try person.imported(
      person.writeExport([workout("Running", "08:00", "08:30"), workout("Running", "18:00", "18:30"), workout("Yoga", "12:00", "12:30")]))
    let run = try person.add("workout Run --day 2026-02-10")
    _ = try person.add("workout Yoga --day 2026-02-10")
    let outcome = try person.plan("match --day 2026-02-10")
    #expect(outcome.status == 1)
    #expect(outcome.err.contains("(\(run)) may be any of running, 08:00") && outcome.err.contains("; running, 18:00"), "\(outcome.err)")
    #expect(outcome.err.contains("hint: if it was done: hsync plan done \(run)"))
    #expect(try Set(person.items("2026-W07")) == ["2026-02-10 Run", "2026-02-10 Yoga*"], "the clear one is ticked all the same")
  }

  @Test func oneWorkoutForTwoPlannedOnesIsAnErrorToo() throws {
    try person.imported(person.writeExport([workout("Running", "08:00", "08:30")]))
    let ids = try ["Run", "Long run"].map { try person.add("workout \($0) --day 2026-02-10") }
    let outcome = try person.plan("match --day 2026-02-10")
    #expect(outcome.status == 1)
    #expect(ids.allSatisfy(outcome.err.contains))
    let rows = try person.plan("match --day 2026-02-10 --json").lines.map { try JSON(parsing: $0) }
    #expect(rows.map { $0["result"].string } == ["shared", "shared"])
    #expect(rows.allSatisfy { $0["workouts"].array?.count == 1 })
  }

  /// A workout recorded by both watch and phone counts once.
  @Test func aWorkoutOfTwoSourcesIsOne() throws {
    try person.imported(
      person.writeExport([workout("Running", "08:00", "08:30"), workout("Running", "08:01", "08:30", source: "Phone")]))
    _ = try person.add("workout Run --day 2026-02-10")
    #expect(try person.planned("match --day 2026-02-10").lines.count == 1)
  }
}
