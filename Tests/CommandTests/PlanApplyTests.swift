import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync plan apply`: plans from scripts, all of it or nothing.
@Suite struct PlanApplyTests {
  private let person: Household

  init() throws { person = try Household() }

  @Test func aScriptDoesEverythingThatTheCommandsDo() throws {
    let run = try person.add("workout Run --day 2026-02-10")
    let swim = try person.add("workout Swim --day 2026-02-10")
    let script = """
      # the week from Monday
      {"op":"add","type":"workout","title":"Strength","day":"fri"}
      {"op":"add","type":"meal","meal_type":"dinner","title":"Chili","day":"2026-02-11"}

      {"op":"add","type":"workout","title":"Yoga","day":"mon","repeat":"weekly"}
      {"op":"done","id":"\(run)"}
      {"op":"rename","id":"\(run)","title":"Long run"}
      {"op":"move","id":"\(run)","day":"sat"}
      {"op":"rm","id":"\(swim.prefix(7))"}
      {"op":"note","day":"sun","text":"rest"}
      {"op":"copy_week","from":"2026-W07","to":"2026-W09"}
      """
    let outcome = try person.planned("apply - --week 2026-W07", input: script)
    #expect(outcome.out == "3 added, 3 changed, 1 removed, 2 notes, 3 copied\n")
    #expect(
      try person.items("2026-W07") == ["2026-02-09 Yoga", "2026-02-11 Chili", "2026-02-13 Strength", "2026-02-14 Long run*"])
    #expect(try person.items("2026-W08") == ["2026-02-16 Yoga"])
    #expect(try person.hsync.run("undo").status == 0)
    #expect(try Set(person.items("2026-W07")) == ["2026-02-10 Run", "2026-02-10 Swim"])
    #expect(try person.items("2026-W09").isEmpty)
  }

  /// The output of `--json --items` is valid input for `apply`: changed lines change items, unchanged ones nothing.
  @Test func itemsGoThroughAPipeAndComeBack() throws {
    _ = try person.add("workout Run --day 2026-02-10")
    _ = try person.add("meal lunch Soup --day 2026-02-11")
    _ = try person.add("workout Yoga --day 2026-02-12 --weekly")
    let rows = try person.planned("2026-W07 --json --items").out
    #expect(try person.planned("apply -", input: rows).out == "3 unchanged\n")
    #expect(try person.sqlite("SELECT count(*) FROM planner_item").out == "3\n", "an unchanged week of a series makes no row")
    let edited = rows.replacing("\"Run\"", with: "\"Walk\"").replacing("2026-02-11", with: "2026-02-13")
    #expect(try person.planned("apply -", input: edited).out == "2 changed, 1 unchanged\n")
    #expect(try person.items("2026-W07") == ["2026-02-10 Walk", "2026-02-12 Yoga", "2026-02-13 Soup"])
    // Another library, a copy: the items are added there with their ids.
    let other = try Household()
    #expect(try other.planned("apply -", input: try person.planned("2026-W07 --json --items").out).status == 0)
    #expect(try other.items("2026-W07") == person.items("2026-W07"))
  }

  static let wrong: [(String, String)] = [
    (#"{"op":"add","type":"workout","title":"","day":"fri"}"#, "text"),
    (#"{"op":"add","type":"workout","title":"Run","day":"someday"}"#, "someday"),
    (#"{"op":"add","type":"workout","titel":"Run"}"#, "titel"), (#"{"op":"jump"}"#, "jump"),
    (#"{"op":"done","id":"zzzzzzzz"}"#, "zzzzzzzz"),
    (#"{"op":"add","type":"meal","title":"Chili"}"#, "meal_type"), ("{", "JSON"), ("7", "JSON"), ("[]", "JSON"), ("Run on friday", "JSON"),
    (#"{"op":"add","type":"workout","title":7}"#, "title"), ("\u{1}", "JSON"),
  ]

  @Test(arguments: wrong)
  func aWrongLineIsNamedAndNothingIsWritten(line: String, word: String) throws {
    let script = """
      {"op":"add","type":"workout","title":"Before","day":"mon"}
      # a remark

      \(line)
      {"op":"add","type":"workout","title":"After","day":"mon"}
      """
    let outcome = try person.plan("apply - --week 2026-W07", input: script)
    #expect([1, 64, 65].contains(outcome.status), "\(outcome.status) \(outcome.err)")
    #expect(outcome.err.hasPrefix("hsync: line 4: ") && outcome.err.contains(word), "\(outcome.err)")
    #expect(outcome.err.contains("nothing was written"))
    #expect(outcome.out.isEmpty)
    #expect(try person.sqlite("SELECT count(*) FROM planner_item").out == "0\n")
  }

  @Test func bytesThatArentUTF8AreRefused() throws {
    let outcome = try person.hsync.run(["plan", "apply", "-"], input: [0x7B, 0xFF, 0xFE, 0x7D, 0x0A])
    #expect(outcome.status == 65, "\(outcome.err)")
    #expect(outcome.err.contains("line 1"))
  }

  @Test(arguments: ["", "\n\n", "# only a remark\n"])
  func anEmptyScriptDoesNothing(script: String) throws {
    let outcome = try person.plan("apply -", input: script)
    #expect(outcome.status == 0)
    #expect(outcome.out == "nothing to apply\n")
  }

  @Test func linesMayEndAsWindowsEndsThem() throws {
    let script = "{\"op\":\"add\",\"type\":\"workout\",\"title\":\"Run\",\"day\":\"2026-02-10\"}\r\n\r\n# end\r\n"
    #expect(try person.planned("apply -", input: script).out == "1 added\n")
  }

  @Test func aRehearsalTellsEverythingAndWritesNothing() throws {
    let id = try person.add("workout Run --day 2026-02-10")
    let script = """
      {"op":"add","type":"workout","title":"Yoga","day":"2026-02-11"}
      {"op":"done","id":"\(id)"}
      """
    let outcome = try person.planned("apply - --dry-run", input: script)
    #expect(outcome.lines.count == 3)
    #expect(outcome.lines[0].hasPrefix("+ ○ Yoga on Wed 11 Feb") && outcome.lines[1].hasPrefix("~ ✓ Run on Tue 10 Feb"), "\(outcome.out)")
    #expect(outcome.lines[2] == "would be: 1 added, 1 changed")
    #expect(try person.items("2026-W07") == ["2026-02-10 Run"])
    #expect(try person.plan("apply - --dry-run", input: #"{"op":"done","id":"zzzz"}"#).status == 1)
    let json = try JSON(parsing: person.planned("apply - --dry-run --json", input: script).out)
    #expect(json["dry_run"].bool == true && json["added"].int == 1 && json["items"].array?.count == 2)
  }

  /// A reader in the middle of it sees nothing of it or all; a file does as well as a pipe.
  @Test func tenThousandLinesAreOneChange() throws {
    let lines = (0..<10_000).map { n in
      #"{"op":"add","type":"workout","title":"Run \#(n)","day":"\#(Day(number: 20_500 + n % 2000))"}"#
    }
    let file = try person.home.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "plan.ndjson")
    let outcome = try person.hsync.run("plan", "apply", file)
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.out == "10,000 added\n")
    #expect(try person.sqlite("SELECT count(*), count(DISTINCT short_id) FROM planner_item").out == "10000|10000\n")
    #expect(try person.hsync.run("undo").out == "undone: applied 10,000 lines to the plan\n")
    #expect(try person.sqlite("SELECT count(*) FROM planner_item").out == "0\n")
    // The last line is wrong: none of the others is there.
    try person.home.write(Array((lines.joined(separator: "\n") + "\n{\"op\":\"done\",\"id\":\"zzzzzzzz\"}\n").utf8), to: "plan.ndjson")
    let wrong = try person.hsync.run("plan", "apply", file)
    #expect(wrong.status == 1 && wrong.err.hasPrefix("hsync: line 10001: "), "\(wrong.err)")
    #expect(try person.sqlite("SELECT count(*) FROM planner_item").out == "0\n")
  }
}
