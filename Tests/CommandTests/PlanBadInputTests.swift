import Foundation
import HealthModel
import TestSupport
import Testing

/// Invalid input to a plan command gives one sentence and the right exit code, and nothing is written.
@Suite struct PlanBadInputTests {
  private let person: Household

  init() throws { person = try Household() }

  private static let mistakes: [(String, Int32)] = [
    ("add workout", 64), ("add meal", 64), ("add meal tea", 64), ("add workout Run --day someday", 64),
    ("add workout Run --day 2026-02-30", 64), ("add workout Run --week 2026-W54", 64), ("add workout Run --until fri", 64),
    ("add workout Run --day 2026-02-10 --weekly --until 2026-02-09", 64), ("someweek", 64), ("--nonsense", 64), ("this next", 64),
    ("--items", 64), ("this --weeks 0", 64), ("done", 64), ("done zzzzzzzz", 1), ("delete zzzzzzzz", 1), ("edit zzzzzzzz Run", 1),
    ("edit zzzzzzzz", 64),
    ("move zzzzzzzz fri", 1), ("move zzzzzzzz someday", 64), ("move zzzzzzzz", 64), ("move --nonsense zzzzzzzz fri", 64),
    ("log zzzzzzzz", 1),
    ("log zzzzzzzz --protein 5", 64), ("log zzzzzzzz 9521234543213 --kcal 5", 64), ("note --delete text", 64), ("copy-week someweek", 64),
    ("copy-week this next last", 64), ("copy-week this this", 64), ("apply nothing.ndjson", 66), ("apply .", 66),
    ("import nothing.json", 66),
    ("export --format pdf", 64), ("export --format phone --weeks 2", 64), ("match --day someday", 64), ("quick 99", 1),
  ]

  @Test(arguments: mistakes)
  func aMistakeIsSaidAndWritesNothing(line: String, status: Int32) throws {
    try person.planned("add workout Swim --day 2026-02-10")
    let before = try person.sqlite("SELECT * FROM planner_item; SELECT * FROM day_note; SELECT * FROM outbox").out
    let outcome = try person.plan(line)
    #expect(outcome.status == status, "\(outcome.err)")
    #expect(outcome.out.isEmpty)
    #expect(!outcome.err.isEmpty && !outcome.err.contains("Fatal"))
    #expect(try person.sqlite("SELECT * FROM planner_item; SELECT * FROM day_note; SELECT * FROM outbox").out == before)
  }

  @Test(arguments: ["", " ", "\t \n", "\u{2003}"])
  func anEmptyTextIsNeverInserted(text: String) throws {
    let outcome = try person.hsync.run("plan", "add", "workout", text)
    #expect(outcome.status == 64, "\(outcome.err)")
    #expect(outcome.err.contains("hint: "))
    #expect(try person.planned("").out.contains("No workouts yet"))
    let id = try person.add("workout Run")
    #expect(try person.hsync.run("plan", "edit", id, text).status == 64)
  }

  @Test func aTextIsTrimmedAndKeptWhole() throws {
    #expect(try person.hsync.run("plan", "add", "workout", "  Long\nrun  ", "--day", "2026-02-10").status == 0)
    #expect(try person.items("2026-W07") == ["2026-02-10 Long run"])
    #expect(try person.hsync.run("plan", "add", "workout", String(repeating: "x", count: 501)).status == 64)
    #expect(try person.hsync.run("plan", "add", "workout", String(repeating: "é", count: 500)).status == 0)
  }

  @Test func anUnknownIdNamesTheCommandThatListsThem() throws {
    let outcome = try person.plan("done zzzzzzzz")
    #expect(outcome.err.contains("zzzzzzzz") && outcome.err.contains("hint: ") && outcome.err.contains("hsync plan"))
  }

  /// The beginning of two ids is refused with both, and a wrong one among several changes none.
  @Test func anAmbiguousBeginningListsTheCandidates() throws {
    try person.planned("")
    for (id, title) in [("abcdefgh", "Run"), ("abcdefgj", "Swim")] {
      try person.sqlite("INSERT INTO planner_item(short_id, type, title, day) VALUES ('\(id)', 'workout', '\(title)', '2026-02-10')")
    }
    let outcome = try person.plan("done abcdefg")
    #expect(outcome.status == 64, "\(outcome.err)")
    #expect(outcome.err.contains("abcdefgh") && outcome.err.contains("abcdefgj"), "\(outcome.err)")
    #expect(try person.plan("done abcdefgh zzzzzzzz").status == 1)
    #expect(try Set(person.items("2026-W07")) == ["2026-02-10 Run", "2026-02-10 Swim"])
    try person.planned("done ABCDEFGH")
    #expect(try person.items("2026-W07").contains("2026-02-10 Run*"))
  }

  /// A title from elsewhere neither breaks a line nor steers the terminal.
  @Test func controlCharactersArentShown() throws {
    try person.planned("")
    try person.sqlite(
      "INSERT INTO planner_item(type, title, day) VALUES ('workout', 'Run' || char(27) || '[31mred' || char(10) || 'x', '2026-02-10')")
    let shown = try person.planned("2026-W07").out
    #expect(!shown.contains("\u{1B}") && shown.contains("Run [31mred x\n"), "\(shown)")
  }

  @Test(arguments: ["", "{", "[1,2]", #"{"days":5}"#, "not json", #"{"days":{"mon":{"workouts":7}}}"#])
  func aBrokenPhoneDocumentChangesNothing(text: String) throws {
    try person.planned("add workout Swim --day 2026-02-10")
    let before = try person.sqlite("SELECT * FROM planner_item").out
    let outcome = try person.plan("import - --week 2026-W07", input: text)
    #expect(outcome.status == 65, "\(outcome.status) \(outcome.err)")
    #expect(!outcome.err.isEmpty && outcome.out.isEmpty)
    #expect(try person.sqlite("SELECT * FROM planner_item").out == before)
  }
}
