import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync import`: what it says, what it leaves in the library, and from where it reads.
@Suite struct ImportCommandTests {
  private let person: Household
  private let sample = HealthExportFixture.sample

  init() throws { person = try Household() }

  private func importJSON(_ arguments: String...) throws -> JSON {
    let outcome = try person.hsync.run(["import", "--json"] + arguments)
    #expect(outcome.status == 0, "\(outcome.err)")
    return try JSON(parsing: outcome.out)
  }

  /// The days without what names this device.
  private func days(_ household: Household) throws -> String {
    try household.value("SELECT day, steps, active_kcal, workouts, workout_min, sleep_min FROM day_summary ORDER BY day")
  }

  @Test func theReportSaysWhatBecameOfTheSample() throws {
    let outcome = try person.imported(sample)
    #expect(outcome.out.contains("Apple Health export"))
    #expect(outcome.out.contains("7 days changed, 2026-03-23 to 2026-03-29, in the zone Europe/Berlin"), "\(outcome.out)")
    #expect(outcome.out.contains("control character"), "\(outcome.out)")
    #expect(outcome.err.isEmpty, "\(outcome.err)")
  }

  @Test func everyRecordIsCounted() throws {
    let report = try importJSON(sample)
    let skipped = report["skipped"].members?.compactMap(\.value.int).reduce(0, +) ?? 0
    #expect(report["records"].int.map { $0 > 1500 } == true)
    #expect(report["records"].int == (report["added"].int ?? 0) + (report["duplicate"].int ?? 0) + Int64(skipped), "\(report)")
    #expect(skipped == 0, "\(report)")
    #expect(report["duplicate"].int.map { $0 > 0 } == true, "a walk was synced twice")
    #expect(report["workouts_added"].int == 4)
    #expect(report["origin"].string == "apple_health")
  }

  @Test func theReportIsAsDocumented() throws {
    let page = try ProjectFiles.jsonPage()
    let listed = "{" + (try importJSON(sample).members ?? []).map { "\"\($0.key)\"" }.joined(separator: ", ") + "}"
    #expect(page.contains(listed), "\(listed)")
  }

  /// A server in UTC, and a phone that isn't: said by the first import, with the command that mends it.
  @Test func anotherOffsetThanUTCIsSaidOnce() throws {
    func export(_ day: Int) -> [UInt8] {
      Array(
        """
        {"data":{"metrics":[{"name":"step_count","units":"count","data":[{"date":"2026-03-\(day) 08:00:00 +0530","qty":5}]}]}}
        """.utf8)
    }
    let first = try person.hsync.run(["import", "-"], input: export(14))
    #expect(
      first.out.contains(
        "  days begin at midnight in UTC, but the times in this file are +5:30; set the time zone: hsync config set health.zone Area/City\n"
      ),
      "\(first.out)")
    #expect(try !person.hsync.run(["import", "-"], input: export(15)).out.contains("midnight"))
    let other = try Household()
    let json = try JSON(parsing: try other.hsync.run(["import", "--json", "-"], input: export(14)).out)
    #expect(json["zone_notice"].string?.hasSuffix("+5:30; set the time zone") == true, "\(json)")
  }

  @Test func aSecondImportAddsNothing() throws {
    try person.imported(sample)
    let days = try days(person)
    let waiting = try person.value("SELECT count(*) || ' ' || max(hlc) FROM outbox")
    let again = try importJSON(sample)
    #expect(again["added"].int == 0)
    #expect(again["workouts_added"].int == 0)
    #expect(again["days_changed"].array == [])
    #expect(try self.days(person) == days)
    #expect(try person.value("SELECT count(*) || ' ' || max(hlc) FROM outbox") == waiting)
    #expect(try person.imported(sample).out.contains("no day changed"))
  }

  @Test func aDryRunReportsTheSameAndLeavesTheLibraryAsItWas() throws {
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    let before = try person.dump()
    let dry = try importJSON("--dry-run", sample)
    #expect(dry["dry_run"].bool == true)
    #expect(try person.dump() == before)
    let wet = try importJSON(sample)
    for key in ["records", "added", "duplicate", "workouts_added", "days_changed", "zone"] { #expect(dry[key] == wet[key], "\(key)") }
    #expect(try person.hsync.run("import", "--dry-run", sample).out.contains("would add 0 new"))
  }

  /// A bare XML, its folder, the folder around that, an archive, and both through a pipe come to the same.
  @Test func whereverTheExportLiesItIsTheSame() throws {
    let xml = HealthExportFixture.apple([
      HealthExportFixture.steps(100, "My Watch", "2026-02-10", "08:00", "08:10"), HealthExportFixture.weight("70.5", "2026-02-10"),
    ])
    let folder = person.home.file("unpacked/apple_health_export")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try person.home.write(xml, to: "unpacked/apple_health_export/exportação.xml")
    let zip = HealthExportFixture.archive([("apple_health_export/vienti.xml", xml)])
    let places: [(String, [UInt8])] = [
      (try person.home.write(xml, to: "anything.dat"), []), (folder, []), (person.home.file("unpacked"), []),
      (try person.home.write(zip, to: "no-name"), []), ("-", xml), ("-", zip),
    ]
    for (n, (place, input)) in places.enumerated() {
      let other = try Household()
      let outcome = try other.hsync.run(["import", place], input: input)
      #expect(outcome.status == 0, "\(n) \(place): \(outcome.err)")
      #expect(try days(other) == "2026-02-10|100.0||||", "\(n) \(place)")
    }
  }

  @Test func theSampleFromAPipe() throws {
    let outcome = try person.hsync.run(["import", "-"], input: ProjectFiles.bytes(sample))
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.out.contains("standard input"))
    #expect(outcome.out.contains("7 days changed"))
  }

  /// `hsync import <(unzip -p export.zip)`: a pipe can't be read again for what vanished, which is no reason not to import it.
  @Test func theShellsProcessSubstitution() throws {
    let first = try person.writeExport([
      HealthExportFixture.steps(100, "My Watch", "2026-02-10", "08:00", "08:10"),
      HealthExportFixture.steps(70, "My Watch", "2026-02-10", "09:00", "09:10"),
    ])
    let second = try person.writeExport([HealthExportFixture.steps(100, "My Watch", "2026-02-10", "08:00", "08:10")], to: "second.xml")
    for (file, added) in [(first, "2 new"), (second, "0 new")] {
      let outcome = try Program("/bin/bash", home: person.home).run("-c", "'\(Program.folder)/hsync' import <(cat '\(file)')")
      #expect(outcome.status == 0, "\(outcome.err)")
      #expect(outcome.out.contains(added), "\(outcome.out)")
    }
  }

  @Test func aBadFileAmongGoodOnesIsReportedAndTheOthersAreImported() throws {
    let text = try person.home.write(Array("not an export".utf8), to: "notes.txt")
    let missing = person.home.file("missing.zip")
    let outcome = try person.hsync.run("import", "--json", text, sample, missing, HealthExportFixture.sampleAutoExport)
    #expect(outcome.status == 66, "the highest of 65 and 66")
    let files = try outcome.lines.map { try JSON(parsing: $0) }
    #expect(files.compactMap { $0["added"].int }.count == 2, "\(outcome.out)")
    #expect(outcome.err.contains("notes.txt") && outcome.err.contains("missing.zip"))
    #expect(try person.summaries(from: "2026-03-23", to: "2026-03-30").count == 8)
  }

  /// A unit that isn't known for its type never becomes a number of a day; what can't be read at all is refused.
  @Test func whatIsntUnderstoodIsSaidAndCountsForNothing() throws {
    let item = #"{"date":"2026-02-10 08:00:00 +0000","qty":180}"#
    let section = #""audiograms":["\#(String(repeating: "x", count: 10_000))"]"#
    let metrics = #"[{"name":"weight_body_mass","units":"lbz","data":[\#(item)]},{"name":"step_count","units":"steps","data":[\#(item)]}]"#
    let file = try person.home.write(Array(#"{"version":2,"data":{\#(section),"metrics":\#(metrics)}}"#.utf8), to: "units.json")
    let outcome = try person.hsync.run(["import", "-"], input: ProjectFiles.bytes(file))
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.out.contains("  unit not known, left out of days: lbz (body_mass): 1\n"), "\(outcome.out)")
    #expect(try person.value("SELECT type || value || said_unit FROM samples") == "body_mass (unit lbz)180.0lbz")
    #expect(try person.value("SELECT count(*) FROM weight") == "0")
    let other = try person.home.write(Array(#"{"data":{"metrics":{"step_count":[\#(item)]}}}"#.utf8), to: "other.json")
    let refused = try person.hsync.run("import", other)
    #expect(refused.status == 65)
    #expect(refused.err.contains("other.json could be read: metrics not read: not a list"), "\(refused.err)")
  }

  @Test func quietSaysNothing() throws {
    let outcome = try person.hsync.run("import", "--quiet", sample)
    #expect(outcome.status == 0)
    #expect(outcome.out.isEmpty && outcome.err.isEmpty)
    let broken = try person.hsync.run("import", "--quiet", person.home.file("missing.zip"))
    #expect(broken.status == 66)
    #expect(broken.err.contains("missing.zip"))
  }

  @Test func progressIsForTerminals() throws {
    let piped = try person.hsync.run("import", sample)
    #expect(!(piped.out + piped.err).contains("\u{1B}"))
    #expect(!(piped.out + piped.err).contains("\r"))
    let shown = try Household().hsync.runOnTerminal(["import", sample], typing: "")
    #expect(shown.status == 0, "\(shown.out)")
    #expect(shown.out.contains("7 days changed"))
  }

  @Test func withoutAFileItSaysWhatItWants() throws {
    let outcome = try person.hsync.run("import")
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("file"))
  }

  /// Records that are gone from the phone are reported, and removed only on request.
  @Test func whatVanishedAtTheSourceIsToldAndRemovedOnRequest() throws {
    let kept = HealthExportFixture.steps(100, "My Watch", "2026-02-10", "08:00", "08:10")
    let later = HealthExportFixture.steps(50, "My Watch", "2026-02-12", "08:00", "08:10")
    let first = try person.writeExport([kept, HealthExportFixture.steps(70, "My Watch", "2026-02-11", "09:00", "09:10"), later])
    try person.imported(first)
    let second = try person.writeExport([kept, later], to: "later.xml")
    let told = try importJSON(second)
    #expect(told["vanished"].array?.map { $0["count"].int } == [1], "\(told)")
    #expect(told["vanished"].array?.first?["utc_day"].string == "2026-02-11")
    #expect(told["removed"].int == 0)
    #expect(try person.summaries(from: "2026-02-11", to: "2026-02-11")["2026-02-11"]?["steps"].double == 70)
    let applied = try importJSON("--apply-deletions", second)
    #expect(applied["removed"].int == 1, "\(applied)")
    #expect(applied["days_changed"].array == [.string("2026-02-11")], "\(applied)")
    #expect(
      try person.summaries(from: "2026-02-10", to: "2026-02-12").compactMapValues { $0["steps"].double } == [
        "2026-02-10": 100, "2026-02-12": 50,
      ])
    #expect(try importJSON(second)["vanished"].array == [])
  }

  @Test func aGrownExportTouchesOnlyWhatIsNew() throws {
    let old = HealthExportFixture.steps(100, "My Watch", "2026-02-10", "08:00", "08:10")
    try person.imported(try person.writeExport([old]))
    let grown = try importJSON(
      try person.writeExport([old, HealthExportFixture.steps(70, "My Watch", "2026-02-11", "09:00", "09:10")], to: "grown.xml"))
    #expect(grown["added"].int == 1)
    #expect(grown["days_changed"].array == [.string("2026-02-11")])
  }
}
