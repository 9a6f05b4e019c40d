import Foundation
import HealthDesk
import HealthModel
import HealthStore
import TestSupport
import Testing

@testable import hsync

/// Records are named by any unique part of their ids; lists of them go on after a bad one; kinds have plurals.
@Suite struct NamedRecordTests {
  private let person: Household

  init() throws { person = try Household() }

  private func meal(_ name: String) throws -> String {
    try JSON(parsing: person.hsync.run("log", "--name", name, "--kcal", "10", "--json").out)["id"].string ?? ""
  }

  @Test func deletingGoesOnAfterABadIDAndOneUndoBringsAllBack() throws {
    let (soup, bread) = (try meal("Soup"), try meal("Bread"))
    let outcome = try person.hsync.run("meals", "delete", soup, "00000000", bread)
    #expect(
      outcome.status == 1 && outcome.lines.count == 2 && outcome.err.hasPrefix("hsync: no meal has the id \"00000000\""), "\(outcome.err)")
    #expect(try person.sqlite("SELECT count(*) FROM meal").out == "0\n")
    #expect(try person.hsync.run("undo").status == 0)
    #expect(try person.sqlite("SELECT count(*) FROM meal").out == "2\n")
  }

  @Test func anyUniquePartNamesAMeal() throws {
    let id = try meal("Soup")
    for part in [id, String(id.suffix(6)), String(id.prefix(30)), String(id.dropFirst(9).prefix(20)).uppercased()] {
      let outcome = try person.hsync.run("meals", "edit", part, "--kcal", "11")
      #expect(outcome.status == 0, "\(part): \(outcome.err)")
    }
    _ = try meal("Bread")
    // Both were made in the same minutes: ids begin with the time.
    let several = try person.hsync.run("meals", "edit", String(id.prefix(4)), "--kcal", "11")
    #expect(several.status == 64 && several.err.contains("hint: one of: ") && several.err.contains("Soup") && several.err.contains("Bread"))
  }

  @Test func anyUniquePartNamesAPlannedItem() throws {
    let item = try JSON(parsing: person.hsync.run("plan", "add", "workout", "Run", "--day", "tomorrow", "--json").out)
    let (id, short) = (item["id"].string ?? "", item["short_id"].string ?? "")
    for part in [id, short, String(short.prefix(2)), String(short.suffix(5)), String(id.suffix(8))] {
      let outcome = try person.hsync.run("plan", "done", part)
      #expect(outcome.status == 0, "\(part): \(outcome.err)")
    }
  }

  @Test func anyUniquePartNamesAWaitingCode() throws {
    for code in ["9521234543213", "9521234500001"] { #expect(try person.hsync.run("log", code).status == 75) }
    let several = try person.hsync.run("pending", "delete", "95212345")
    #expect(several.status == 64 && several.err.contains("one of: "), "\(several.err)")
    #expect(try person.hsync.run("pending", "delete", "43213").status == 0)
    #expect(try person.hsync.run("pending", "--json").lines.count == 1)
  }

  @Test func theWeekOfAPlanMayBeAnOption() throws {
    let next = try person.hsync.run("plan", "next", "--json").out
    #expect(try person.hsync.run("plan", "--week", "next", "--json").out == next && !next.isEmpty)
    #expect(try person.hsync.run("plan", "next", "--week", "this").status == 64)
  }

  @Test func anItemOfOnesOwnIsMadeOnce() throws {
    let script = Array(#"{"id":"my-run","type":"workout","title":"Run","day":"fri"}"#.utf8)
    #expect(try person.hsync.run(["plan", "apply", "-", "--json"], input: script).out.contains("\"added\":1"))
    #expect(try person.hsync.run(["plan", "apply", "-", "--json"], input: script).out.contains("\"unchanged\":1"))
  }

  @Test(arguments: [
    (1, "day_summary", "1 day summary"), (8, "day_summary", "8 day summaries"), (1389, "meal", "1,389 meals"),
    (2, "samples", "2 groups of samples"),
    (3, "sleep_session", "3 sleep sessions"), (2, "planner_item", "2 planner items"), (2, "of_newer", "2 of newers"),
  ])
  func kindsHavePlurals(count: Int, kind: String, words: String) {
    #expect(RecordWords.count(count, of: kind) == words)
    if count > 1 { #expect(RecordWords.plural(kind) == words.split(separator: " ", maxSplits: 1)[1]) }
  }

  @Test(arguments: SyncedTable.all.map(\.kind) + [RecordKind.samples])
  func everyKindHasItsWords(kind: String) {
    #expect(RecordWords.lines[kind] != nil)
    #expect(SyncedTable.noun(of: kind) != nil)
  }

  private static let ages: [(Int64, String)] = [
    (0, "just now"), (5, "5 min ago"), (84_960, "59 days ago"), (144_000, "3 months ago"), (2_000_160, "3 years ago"),
  ]

  @Test(arguments: ages)
  func agesStayShort(minutes: Int64, words: String) { #expect(Age(ms: minutes * 60_000).words == words) }

  @Test func aDryRunTellsTheTitles() throws {
    try person.logIn(to: RunningBackend())
    _ = try meal("Soup of the day")
    let outcome = try person.hsync.run("sync", "--dry-run")
    #expect(outcome.out.contains("would send 1 meal\n") && outcome.out.contains("  Soup of the day, "), "\(outcome.out)")
  }

  @Test func theLogOfEventsCanBeTurnedOff() throws {
    try #require(person.hsync.run("config", "set", "analytics.log", "false").status == 0)
    try #require(person.hsync.run("today").status == 0)
    #expect(try person.hsync.run("events", "--json").out.isEmpty)
    try #require(person.hsync.run("config", "set", "analytics.log", "true").status == 0)
    try #require(person.hsync.run("today").status == 0)
    #expect(try !person.hsync.run("events", "--json").out.isEmpty)
  }
}
