import Foundation
import HealthModel
import TestSupport
import Testing
import WeekPlan

/// `hsync plan`: what one item goes through. 2026-02-09 is the Monday of 2026-W07.
@Suite struct PlanCommandTests {
  private let person: Household

  init() throws { person = try Household() }

  @Test func anAddedItemIsToldWithItsDayAndId() throws {
    let outcome = try person.planned("add workout Run 5 km --day 2026-11-27")
    let line = try #require(outcome.out.wholeMatch(of: /added Run 5 km on Fri 27 Nov( 2026)? \(([2-9a-z]{8})\)\n/))
    let json = try JSON(parsing: person.planned("2026-W48 --json --items").out)
    #expect(json["short_id"].string == String(line.2))
    #expect(json["title"].string == "Run 5 km")
    #expect(json["type"].string == "workout")
    #expect(outcome.err.isEmpty)
  }

  @Test func aMealIsCalledAfterItsTypeUnlessItHasATitle() throws {
    try person.planned("add meal dinner --day 2026-02-10")
    try person.planned("add meal lunch Lentil soup --day 2026-02-10")
    let shown = try person.planned("2026-W07").out
    #expect(shown.contains("  Dinner\n") && shown.contains("  Lunch: Lentil soup\n"), "\(shown)")
    let items = try person.planned("2026-W07 --json --items").lines.map { try JSON(parsing: $0) }
    #expect(items.map { $0["meal_type"].string } == ["lunch", "dinner"], "newest first")
  }

  @Test(arguments: [("mon", "2026-02-09"), ("Friday", "2026-02-13"), ("sun", "2026-02-15"), ("2026-02-11", "2026-02-11")])
  func weekdaysAreThoseOfTheWeek(day: String, expected: String) throws {
    try person.planned("add workout Run --week 2026-W07 --day \(day)")
    #expect(try person.items("2026-W07") == ["\(expected) Run"])
  }

  @Test func daysAndWeeksMayBeCountedFromToday() throws {
    let today = try #require(JSON(parsing: person.hsync.run("today", "--json").out)["day"].string.flatMap { Day($0) })
    for (words, offset) in [("today", 0), ("tomorrow", 1), ("yesterday", -1), ("+2", 2), ("-3", -3)] {
      let item = try JSON(parsing: person.planned("add workout Run --day \(words) --json").out)
      #expect(item["day"].string == today.adding(offset).description, "\(words)")
    }
    let monday = ISOWeek(of: today)
    for (words, offset) in [("", 0), ("this", 0), ("next", 1), ("last", -1), ("+2", 2), ("-1", -1), (today.adding(70).description, 10)] {
      #expect(try JSON(parsing: person.planned("\(words) --json").out)["week"].string == monday.adding(offset).description, "\(words)")
    }
  }

  @Test func severalAreTickedOffAtOnceAndOpenedAgain() throws {
    let ids = try ["Run", "Swim", "Yoga"].map { try person.add("workout \($0) --day 2026-02-10") }
    let outcome = try person.planned("done \(ids[0]) \(ids[2].prefix(7))")
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines[0].hasPrefix("done Run on Tue 10 Feb") && outcome.lines[0].hasSuffix("(\(ids[0]))"))
    #expect(try Set(person.items("2026-W07")) == ["2026-02-10 Run*", "2026-02-10 Swim", "2026-02-10 Yoga*"])
    #expect(try person.planned("done \(ids[0])").out.hasPrefix("unchanged: Run"))
    #expect(try person.planned("done --undo \(ids[0])").out.hasPrefix("reopened Run"))
    #expect(try Set(person.items("2026-W07")) == ["2026-02-10 Run", "2026-02-10 Swim", "2026-02-10 Yoga*"])
    let rows = try person.planned("2026-W07 --json --items").out
    #expect(try person.planned("done -", input: rows).lines.count == 3, "lines of --json name items, too")
    #expect(try person.items("2026-W07").allSatisfy { $0.hasSuffix("*") })
  }

  @Test func oneIsRenamedMovedAndRemoved() throws {
    let id = try person.add("workout Run --day 2026-02-10")
    #expect(try person.planned("edit \(id) Long run, 15 km").out.hasPrefix("renamed to Long run, 15 km on Tue 10 Feb"))
    #expect(try person.planned("move \(id) fri --week 2026-W07").out.hasPrefix("moved Long run, 15 km to Fri 13 Feb"))
    #expect(try person.items("2026-W07") == ["2026-02-13 Long run, 15 km"])
    #expect(try person.planned("move \(id) 2026-02-17").status == 0)
    #expect(try person.items("2026-W07").isEmpty)
    #expect(try person.items("2026-W08") == ["2026-02-17 Long run, 15 km"])
    #expect(try person.planned("delete \(id)").out.hasPrefix("removed Long run, 15 km on Tue 17 Feb"))
    #expect(try person.items("2026-W08").isEmpty)
  }

  /// Each change is taken back by `hsync undo`, the last first.
  @Test func everyChangeIsUndone() throws {
    let id = try person.add("workout Run --day 2026-02-10")
    var before = [try person.items("2026-W07")]
    for line in ["done \(id)", "edit \(id) Walk", "move \(id) 2026-02-12", "delete \(id)"] {
      try person.planned(line)
      before.append(try person.items("2026-W07"))
    }
    for expected in before.dropLast().reversed() {
      let outcome = try person.hsync.run("undo")
      #expect(outcome.status == 0, "\(outcome.err)")
      #expect(try person.items("2026-W07") == expected, "\(outcome.out)")
    }
    #expect(try person.hsync.run("undo").out == "undone: planned Run\n")
    #expect(try person.items("2026-W07").isEmpty)
  }

  @Test func aWeeklyItemStandsInEveryWeekAndChangesInOne() throws {
    let added = try person.planned("add workout Run --day 2026-02-10 --weekly --until 2026-03-10")
    #expect(added.out.hasPrefix("added Run every Tue from 10 Feb") && added.out.contains(" through 10 Mar"), "\(added.out)")
    let id = try #require(added.out.firstMatch(of: /\((\w{8})\)/)).1
    #expect(try person.items("2026-W06").isEmpty)
    #expect(try person.items("2026-W11") == ["2026-03-10 Run"])
    #expect(try person.items("2026-W12").isEmpty)
    try person.planned("done \(id) --week 2026-W08")
    try person.planned("edit \(id) Intervals --week 2026-W09")
    try person.planned("delete \(id) --week 2026-W10")
    try person.planned("move \(id) thu --week 2026-W07")
    let weeks = try (7...11).map { try person.items("2026-W\($0 < 10 ? "0" : "")\($0)") }
    #expect(weeks == [["2026-02-12 Run"], ["2026-02-17 Run*"], ["2026-02-24 Intervals"], [], ["2026-03-10 Run"]])
    #expect(try person.planned("2026-W11").out.contains("Run (weekly)"))
    try person.planned("delete \(id) --week 2026-W11 --all")
    #expect(try person.items("2026-W07 --weeks 5").isEmpty)
  }

  @Test func aNoteIsWrittenShownAndRemoved() throws {
    let nothing = try person.plan("note --day 2026-02-10")
    #expect(nothing.status == 1 && nothing.err.contains("hint: "))
    #expect(try person.planned("note Dentist at 9 --day 2026-02-10").out.hasPrefix("noted on Tue 10 Feb"))
    #expect(try person.planned("note --day 2026-02-10").out == "Dentist at 9\n")
    #expect(try person.planned("2026-W07").out.contains("  note: Dentist at 9\n"))
    try person.planned("note - --day 2026-02-10", input: "  bring:\n the card\n\n")
    #expect(try person.planned("note --day 2026-02-10").out == "bring:\n the card\n")
    #expect(try JSON(parsing: person.planned("note --day 2026-02-10 --json").out)["note"].string == "bring:\n the card")
    #expect(try person.planned("note --delete --day 2026-02-10").out.hasPrefix("removed the note of Tue 10 Feb"))
    #expect(try person.plan("note --day 2026-02-10").status == 1)
    #expect(try person.plan("note --delete --day 2026-02-10").status == 0, "a second time changes nothing")
    #expect(try person.plan("note   - --day 2026-02-10", input: " \n").status == 64)
  }

  @Test func aWeekIsCopiedOnceWithoutWhatIsDoneOrRepeated() throws {
    let id = try person.add("workout Run --day 2026-02-10")
    _ = try person.add("meal dinner Soup --day 2026-02-11")
    _ = try person.add("workout Yoga --day 2026-02-12 --weekly")
    try person.planned("note Rest --day 2026-02-15")
    try person.planned("done \(id)")
    let outcome = try person.planned("copy-week 2026-W07 2026-W08")
    #expect(outcome.out == "copied 2 items and 1 note from 2026-W07 to 2026-W08\n")
    #expect(try person.items("2026-W08") == ["2026-02-17 Run", "2026-02-18 Soup", "2026-02-19 Yoga"])
    #expect(try person.planned("note --day 2026-02-22").out == "Rest\n")
    let again = try person.planned("copy-week 2026-W07 2026-W08")
    #expect(again.out == "nothing to copy: 2026-W08 already has everything from 2026-W07\n")
    #expect(try person.plan("copy-week 2026-W07 2026-W07").status == 64)
  }

  @Test func chipsAreListedAndPlannedByNumberOrName() throws {
    let list = try person.planned("quick").lines
    #expect(list.count == 10)
    #expect(list[0].contains("1") && list[0].contains("workout") && list[0].hasSuffix("Run"))
    #expect(list[6].hasSuffix("Porridge") && list[6].contains("breakfast"))
    #expect(try person.planned("quick 1 7 --day 2026-02-10").lines.count == 2)
    #expect(try person.planned("quick yog --day 2026-02-11").out.hasPrefix("added Yoga on Wed 11 Feb"))
    #expect(try Set(person.items("2026-W07")) == ["2026-02-10 Run", "2026-02-10 Porridge", "2026-02-11 Yoga"])
    #expect(try JSON(parsing: person.planned("quick --json").lines[9])["meal_type"].string == "snack")
    #expect(try person.plan("quick 11").status == 1)
    #expect(try person.plan("quick tennis").status == 1)
    let several = try person.plan("quick s")
    #expect(several.status == 64)
    #expect(several.err.contains("5 Strength") && several.err.contains("4 Swim"), "\(several.err)")
  }

  @Test func theListsOfChipsAreTheUsers() throws {
    for arguments in [["plan.quick_workouts", "Long climb"], ["plan.quick_meals", "lunch Left overs", "snack"]] {
      let outcome = try person.hsync.run(["config", "set"] + arguments)
      #expect(outcome.status == 0, "\(outcome.err)")
    }
    let list = try person.planned("quick").lines
    #expect(list.count == 3 && zip(list, ["Long climb", "Left overs", "Snack"]).allSatisfy { $0.hasSuffix($1) }, "\(list)")
    try person.planned("quick long climb --day 2026-02-10")
    try person.planned("quick 3 2 --day 2026-02-11")
    #expect(try Set(person.items("2026-W07")) == ["2026-02-10 Long climb", "2026-02-11 Snack", "2026-02-11 Left overs"])
    try person.home.write(Array("[plan]\nquick_meals = [\"tea\"]\n".utf8), to: ".config/hsync/config.toml")
    let wrong = try person.plan("quick")
    #expect(wrong.status == 0 && wrong.err.contains("plan.quick_meals in "), "it only shows: \(wrong.err)")
    #expect(try person.plan("quick 1").status == 78)
  }

  /// Styles are for terminals, unless NO_COLOR is set; lines are as wide as the terminal at most.
  @Test(arguments: [40, 80, 200])
  func aTerminalIsHeeded(width: Int) throws {
    let id = try person.add("workout A long run along the river to the old mill and back by the railway line --day today")
    try person.planned("done \(id)")
    func shown(_ environment: [String: String]) throws -> String {
      let hsync = Program("hsync", home: person.home, environment: person.hsync.environment.merging(environment) { $1 })
      return try hsync.runOnTerminal(["plan"], typing: "", columns: width).out
    }
    let styled = try shown(["TERM": "xterm"])
    #expect(styled.contains("\u{1B}[1m") && styled.contains("\u{1B}[2m"))
    let plain = try shown(["TERM": "xterm", "NO_COLOR": "1"])
    #expect(!plain.contains("\u{1B}"))
    #expect(styled.replacing(/\u{1B}\[[0-9]*m/, with: "") == plain)
    #expect(plain.split(whereSeparator: \.isNewline).allSatisfy { $0.count <= width })
    #expect(plain.contains("  today") && plain.contains("✓") && plain.contains(id))
    #expect(try !person.planned("").out.contains("\u{1B}"), "none in a pipe")
  }

  /// An item that a bare SQL shell plans is a whole one.
  @Test func whatAShellInsertsIsShown() throws {
    try person.planned("")
    try person.sqlite("INSERT INTO planner_item(type, title, day) VALUES ('workout', 'Run', '2026-02-10')")
    let item = try JSON(parsing: person.planned("2026-W07 --json --items").out)
    let id = try #require(item["short_id"].string)
    #expect(try person.planned("done \(id.prefix(5))").out.hasPrefix("done Run on Tue 10 Feb"))
  }
}
