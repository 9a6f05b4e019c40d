import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync queue`: what the backend refused.
@Suite struct QueueCommandTests {
  @Test func theListTellsWhatAndWhy() throws {
    let setting = try RefusingBackend()
    let list = try setting.person.hsync.run("queue")
    #expect(list.status == 0)
    for word in ["Soup, 2026-02-10 12:00", "Cake, 2026-02-10 12:00", "gtin isn't a product number", "meal/\(setting.soup.suffix(6))"] {
      #expect(list.out.contains(word), "\(list.out)")
    }
    let rows = try setting.person.hsync.run("queue", "list", "--json").lines.map { try JSON(parsing: $0) }
    #expect(Set(rows.compactMap { $0["id"].string }) == [setting.soup, setting.cake])
    #expect(try setting.person.hsync.run("today").out.contains("2 records refused by the backend: hsync queue"))
    #expect(try setting.person.hsync.run("sync", "status").out.contains("2 records by the backend: hsync queue"))
  }

  @Test func showPrintsTheRecord() throws {
    let setting = try RefusingBackend()
    let shown = try setting.person.hsync.run("queue", "show", String(setting.soup.suffix(6)))
    #expect(shown.out.contains("reason   gtin isn't a product number (form)"), "\(shown.out)")
    #expect(shown.out.contains("    \"protein_g\": 20000,\n"))
    let json = try JSON(parsing: setting.person.hsync.run("queue", "show", "meal/\(setting.cake)", "--json").out)
    #expect(json["record"]["name"].string == "Cake")
  }

  @Test func retrySendsAgain() throws {
    let setting = try RefusingBackend()
    let hsync = setting.person.hsync
    #expect(try hsync.run("queue", "retry", setting.soup).out == "queued again: Soup, 2026-02-10 12:00\n")
    #expect(try hsync.run("queue", "--json").lines.count == 1)
    // It is still wrong.
    #expect(try hsync.run("sync").status == 65)
    #expect(try hsync.run("queue", "--json").lines.count == 2)
    #expect(try hsync.run("queue", "retry", "--all").lines.count == 2)
    #expect(try hsync.run("queue").out == "there are no refused records\n")
  }

  @Test func dropBringsTheBackendsVersionBackOrDeletes() throws {
    let setting = try RefusingBackend()
    let hsync = setting.person.hsync
    let list = try hsync.run("queue", "--json").out
    let dropped = try hsync.run(["queue", "delete", "-", "--yes"], input: Array(list.utf8))
    #expect(dropped.status == 0, "\(dropped.err)")
    #expect(dropped.out.contains("dropped: Soup, 2026-02-10 12:00; the backend's version was restored"))
    #expect(dropped.out.contains("dropped: Cake, 2026-02-10 12:00; deleted here"))
    #expect(try setting.meals() == ["Soup 5.0"])
    #expect(try hsync.run("sync").out == "Sync Complete: Synced 0 records\n")
    #expect(try hsync.run("undo").out == "undone: dropped 2 refused records\n")
    #expect(try setting.meals() == ["Cake 30000.0", "Soup 20000.0"])
    #expect(try hsync.run("sync").status == 65)
  }

  @Test func nothingIsDroppedUnasked() throws {
    let setting = try RefusingBackend()
    let hsync = setting.person.hsync
    let unasked = try hsync.run("queue", "delete", setting.soup)
    #expect(unasked.status == 64 && unasked.err.contains("--yes"), "\(unasked.err)")
    let no = try hsync.runOnTerminal(["queue", "delete", setting.soup], typing: "n\n")
    #expect(no.status == 1 && no.out.contains("nothing was changed"), "\(no.out)")
    #expect(try setting.meals() == ["Cake 30000.0", "Soup 20000.0"])
    let yes = try hsync.runOnTerminal(["queue", "delete", setting.soup], typing: "y\n")
    #expect(yes.status == 0 && yes.out.contains("would be replaced by the backend's version"), "\(yes.out)")
    #expect(try setting.meals() == ["Cake 30000.0", "Soup 5.0"])
  }

  @Test func nothingIsDroppedWhenTheBackendIsAway() throws {
    let setting = try RefusingBackend()
    setting.backend.crash()
    let outcome = try setting.person.hsync.run("queue", "delete", setting.soup, setting.cake, "--yes")
    #expect(outcome.status == 75, "\(outcome.err)")
    #expect(try setting.meals() == ["Cake 30000.0", "Soup 20000.0"])
    #expect(try setting.person.hsync.run("queue", "--json").lines.count == 2)
  }

  @Test(
    arguments: [
      (["queue", "show", "nothing"], 1), (["queue", "retry"], 64), (["queue", "retry", "x", "--all"], 64),
      (["queue", "delete", "nothing", "--yes"], 1), (["queue", "delete"], 64), (["queue", "nonsense"], 64),
    ] as [([String], Int32)])
  func badInput(arguments: [String], status: Int32) throws {
    let outcome = try Household().hsync.run(arguments)
    #expect(outcome.status == status, "\(outcome.err)")
    #expect(outcome.out.isEmpty && !outcome.err.isEmpty)
  }

  @Test func aLineThatNamesNothingIsRefused() throws {
    let person = try Household()
    let outcome = try person.hsync.run(["queue", "retry", "-"], input: Array("{\"x\":1}\n".utf8))
    #expect(outcome.status == 65, "\(outcome.err)")
    #expect(try person.hsync.run(["queue", "delete", "-", "--yes"], input: []).status == 1)
  }

  @Test func anEmptyQueueIsNoError() throws {
    let person = try Household()
    #expect(try person.hsync.run("queue").out == "there are no refused records\n")
    #expect(try person.hsync.run("queue", "--json").out == "")
    #expect(try person.hsync.run("queue", "retry", "--all").status == 0)
  }
}
