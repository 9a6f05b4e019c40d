import Foundation
import HealthModel
import TestSupport
import Testing
import Usage

/// `docs/json.md` and the programs say the same.
@Suite struct JSONContractTests {
  private let page: String

  init() throws { page = try ProjectFiles.jsonPage() }

  /// The keys as the page lists them: `{"day", "meals"}`.
  private func listed(_ json: JSON) -> String { "{" + keys(json).map { "\"\($0)\"" }.joined(separator: ", ") + "}" }

  private func keys(_ json: JSON) -> [String] { json.members?.map(\.key) ?? [] }

  /// The first cells of the table under a heading, without their backticks.
  private func tableKeys(under heading: String) throws -> [String] {
    let start = try #require(page.range(of: "## " + heading + "\n"))
    return page[start.upperBound...].split(separator: "\n").prefix { !$0.hasPrefix("## ") }
      .filter { $0.hasPrefix("| `") }
      .map { String($0.split(separator: "`")[1]) }
  }

  @Test func aMealIsAsDocumented() throws {
    let meal = try JSON(parsing: Household().hsync.run("log", "--name", "Soup", "--kcal", "250", "--json").out)
    #expect(try keys(meal) == tableKeys(under: "A meal"))
    #expect(keys(meal["amount"]) == ["servings", "grams"])
    #expect(keys(meal["nutrition"]) == Nutrition.fields.map(\.name))
    #expect(keys(meal["provenance"]) == ["source", "revision", "basis", "doubts"])
    for key in keys(meal["nutrition"]) + keys(meal["provenance"]) { #expect(page.contains("\"\(key)\""), "\(key)") }
  }

  @Test func aScanIsAsDocumented() throws {
    let person = try Household(["HSYNC_PRODUCTS": ProjectFiles.root + "/samples/products.tsv"])
    let photos = try FileManager.default.contentsOfDirectory(atPath: ProjectFiles.root + "/samples/photos").sorted()
    let outcome = try person.hsync.run(["scan", "--json", "--log", ProjectFiles.root + "/samples/photos/" + photos[0], "nothing.jpg"])
    let rows = try outcome.lines.map { try JSON(parsing: $0) }
    #expect(try keys(rows[0]) == tableKeys(under: "`scan --json`"))
    #expect(keys(rows[1]["error"]) == ["code", "exit_code", "message", "hint"])
    let barcode = try #require(rows[0]["barcodes"].array?.first)
    for key in keys(barcode) + keys(barcode["product"]) + keys(rows[0]["product"]) { #expect(page.contains("`\(key)`"), "\(key)") }
  }

  @Test(arguments: [["meals", "--json"], ["today", "--json"], ["sync", "status", "--json"]])
  func documentsAreAsDocumented(arguments: [String]) throws {
    let person = try Household()
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    let json = try JSON(parsing: person.hsync.run(arguments).out)
    let listed = "{" + keys(json).map { "\"\($0)\"" }.joined(separator: ", ") + "}"
    #expect(page.contains(listed), "\(listed)")
  }

  @Test func aSyncIsAsDocumented() throws {
    let backend = try RunningBackend()
    let person = try Household()
    try person.logIn(to: backend)
    for arguments in [["sync", "--dry-run", "--json"], ["sync", "--json"]] {
      let outcome = try person.hsync.run(arguments)
      #expect(outcome.status == 0, "\(outcome.err)")
      let listed = "{" + keys(try JSON(parsing: outcome.out)).map { "\"\($0)\"" }.joined(separator: ", ") + "}"
      #expect(page.contains(listed), "\(listed)")
    }
  }

  /// The JSON of quarantine, conflicts and the schedule.
  @Test func whatStandsAroundSyncIsAsDocumented() throws {
    let setting = try RefusingBackend()
    let hsync = setting.person.hsync
    try setting.person.sqlite(
      "INSERT INTO conflict(kind, id, lost_json, won_hlc, won_dev, at) VALUES ('meal', 'gone', NULL, 9, '77aa', 1)")
    let commands = [
      ["queue", "--json"], ["queue", "show", setting.soup, "--json"], ["queue", "retry", setting.soup, "--json"],
      ["queue", "delete", setting.cake, "--yes", "--json"], ["conflicts", "--json"], ["conflicts", "show", "1", "--json"],
      ["conflicts", "restore", "1", "--json"], ["conflicts", "delete", "1", "--json"], ["schedule", "--json"],
      ["sync", "status", "--json"],
    ]
    for arguments in commands {
      let outcome = try hsync.run(arguments)
      let json = try JSON(parsing: #require(outcome.lines.first, "\(arguments): \(outcome.err)"))
      #expect(page.contains(listed(json)), "\(listed(json))")
      if json["last_run"] != .null { #expect(page.contains(listed(json["last_run"])), "\(listed(json["last_run"]))") }
    }
  }

  /// The JSON of health data, with the sample week imported.
  @Test func healthDataIsAsDocumented() throws {
    let person = try Household()
    func printed(_ arguments: String...) throws -> JSON {
      let outcome = try person.hsync.run(arguments)
      #expect(outcome.status == 0, "\(outcome.err)")
      return try JSON(parsing: outcome.lines.first ?? "")
    }

    let export = ProjectFiles.root + "/samples/health/export.zip"
    let weights = try [printed("import", export, "--json"), printed("sources", "--json"), printed("weight", "--json")]
    let entry = try printed("weight", "list", "--from", "2026-03-01", "--to", "2026-03-31", "--json")
    let day = try #require(printed("summary", "--from", "2026-03-26", "--to", "2026-03-26", "--json").array?.first)
    #expect(try keys(day) == tableKeys(under: "`summary --json`"))
    let explained = try printed("summary", "--explain", "2026-03-26", "--json")
    let check = try #require(printed("summary", "--check", "--from", "2026-03-26", "--to", "2026-03-26", "--json").array?.first)
    let sum = try #require(explained["sums"].array?.first)
    let part = try #require(sum["parts"].array?.dropFirst().first)
    let documented =
      weights + [
        weights[1]["last_import"], entry, day["coverage"], explained, sum, part, check, try printed("summary", "--rebuild", "--json"),
      ] + [explained["sleep"], explained["workouts"], explained["readings"], part["left_out"]].compactMap { $0.array?.first }
    for json in documented { #expect(page.contains(listed(json)), "\(listed(json))") }
    let head = try person.hsync.run("summary", "--from", "2026-03-26", "--to", "2026-03-26", "--csv").lines.first
    #expect(head == keys(day).prefix { $0 != "zone" }.joined(separator: ","))
  }

  @Test func aPlanIsAsDocumented() throws {
    let person = try Household()
    try person.imported(
      person.writeExport([
        """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Watch" \
        creationDate="2026-02-10 08:30:00 +0000" startDate="2026-02-10 08:00:00 +0000" endDate="2026-02-10 08:30:00 +0000"/>
        """
      ]))
    let item = try JSON(parsing: person.planned("add workout Run --day 2026-02-10 --json").out)
    #expect(try keys(item) == tableKeys(under: "A planned item"))
    let soup = try person.add("meal lunch Soup --day 2026-02-10")
    let lines = [
      "2026-W07 --json", "export 2026-W07", "quick --json", "note Rest --day 2026-02-10 --json", "copy-week 2026-W07 2026-W08 --json",
      "match --week 2026-W07 --json", "log \(soup) --kcal 250 --json",
    ]
    for line in lines {
      let json = try JSON(parsing: #require(person.planned(line).lines.first))
      #expect(page.contains(listed(json)), "\(line): \(listed(json))")
      if let day = json["days"].array?.first { #expect(page.contains(listed(day)), "\(listed(day))") }
      if let workout = json["workouts"].array?.first { #expect(page.contains(listed(workout)), "\(listed(workout))") }
      #expect(json["item"].isNull || keys(json["item"]) == keys(item))
    }
    let applied = try JSON(parsing: person.planned("apply - --json", input: item.text).out)
    let imported = try JSON(
      parsing: person.planned("import - --week 2026-W09 --json", input: person.planned("export 2026-W07 --format phone").out).out)
    for json in [applied, imported] { #expect(page.contains(listed(json)), "\(listed(json))") }
  }

  /// Settings, and what the doctor finds.
  @Test func housekeepingIsAsDocumented() throws {
    let person = try Household()
    let commands = [
      ["config", "--json"], ["config", "get", "health.zone", "--json"], ["config", "set", "health.zone", "UTC", "--json"],
      ["config", "delete", "health.zone", "--json"], ["config", "path", "--json"], ["doctor", "--offline", "--json"],
    ]
    for arguments in commands {
      let outcome = try person.hsync.run(arguments)
      #expect(outcome.status == 0, "\(arguments): \(outcome.err)")
      let json = try JSON(parsing: #require(outcome.lines.first, "\(arguments): \(outcome.err)"))
      #expect(page.contains(listed(json)), "\(listed(json))")
      for element in json["settings"].array ?? json["checks"].array ?? [] {
        #expect(page.contains(listed(element)), "\(listed(element))")
        for name in ["check", "type", "verdict"].compactMap({ element[$0].string }) { #expect(page.contains("`\(name)`"), "\(name)") }
      }
    }
  }

  /// Backups, exports, and the log of events.
  @Test func whatIsKeptIsAsDocumented() throws {
    let person = try Household()
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    let backup = person.home.file("backup.db")
    let commands = [
      ["backup", backup, "--json"], ["restore", backup, "--yes", "--json"], ["export", person.home.file("out"), "--json"],
      ["events", "--stats", "--json"], ["events", "--delete", "--json"],
    ]
    for arguments in commands {
      let outcome = try person.hsync.run(arguments)
      let json = try JSON(parsing: outcome.out)
      #expect(page.contains(listed(json)), "\(arguments): \(listed(json)) \(outcome.err)")
    }
  }

  /// The table of exit codes is the one that the programs use.
  @Test func exitCodesAreListed() {
    for kind in ErrorKind.allCases { #expect(page.contains("\n| \(kind.exitCode) |"), "\(kind)") }
  }
}
