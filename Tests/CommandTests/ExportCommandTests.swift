import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync export` as it is typed, and what other tools make of it.
@Suite struct ExportCommandTests {
  private let person: Household
  private var folder: String { person.home.file("out") }

  init() throws {
    person = try Household()
    for name in ["Soup", "Bread, \"dark\""] { #expect(try person.hsync.run("log", "--name", name, "--kcal", "250").status == 0) }
    #expect(try person.hsync.run("weight", "log", "81.4").status == 0)
    #expect(try person.hsync.run("import", HealthExportFixture.sample, "--quiet").status == 0)
  }

  private func text(_ name: String) throws -> String { String(decoding: try ProjectFiles.bytes(folder + "/" + name), as: UTF8.self) }

  private func count(_ table: String) throws -> Int {
    try #require(Int(person.sqlite("SELECT count(*) FROM \(table)").out.trimmingCharacters(in: .newlines)))
  }

  @Test(arguments: ["json", "csv"]) func everythingIsInTheFolder(format: String) throws {
    let outcome = try person.hsync.run("export", folder, "--format", format, "--json")
    #expect(outcome.status == 0, "\(outcome.err)")
    let manifest = try JSON(parsing: outcome.out)
    #expect(try manifest == JSON(parsing: text("manifest.json")))
    #expect(manifest["format"].int == 1 && manifest["form"].string == format)
    let fileEnding = format == "json" ? "ndjson" : "csv"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let counts = try #require(manifest["counts"].members)
    let named = counts.map { count in "\(count.key).\(fileEnding)" }
    #expect(Set(files) == Set(named + ["manifest.json"]))
    for (kind, table) in [
      ("meal", "meal"), ("weight", "weight"), ("day_summary", "day_summary"), ("workout", "workout"), ("sample", "sample"),
    ] {
      #expect(manifest["counts"][kind].int.map { Int($0) } == (try count(table)), "\(kind)")
    }
    #expect(try count("sample") > 1000)
    for file in files {
      let rights = try FileManager.default.attributesOfItem(atPath: folder + "/" + file)[.posixPermissions] as? Int
      #expect(rights == 0o600, "\(file)")
    }
    #expect(try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int == 0o700)
    for member in counts where format == "json" {
      let lines = try text("\(member.key).ndjson").split(separator: "\n")
      #expect(Int64(lines.count) == member.value.int, "\(member.key)")
      for line in lines.prefix(50) { #expect(try JSON(parsing: String(line))["kind"].string == member.key) }
    }
    #expect(try person.hsync.run("export", person.home.file("more")).out.hasPrefix("exported 2 meals, "))
  }

  /// The sqlite3 shell reads the CSV, jq the JSON, with the same sums as the library.
  @Test func otherToolsReadIt() throws {
    #expect(try person.hsync.run("export", folder, "--format", "csv", "--quiet").status == 0)
    let sqlite = Program("/usr/bin/sqlite3", home: person.home)
    let sql = "SELECT count(*), CAST(round(sum(value)) AS INTEGER) FROM sample WHERE type = 'step_count'"
    let imported = try sqlite.run(["-batch", ":memory:", ".import --csv '\(folder)/sample.csv' sample", sql])
    #expect(
      try imported.out == person.sqlite("SELECT count(*), CAST(round(sum(value)) AS INTEGER) FROM samples WHERE type = 'step_count'").out,
      "\(imported.err)")
    let meals = try sqlite.run(["-batch", ":memory:", ".import --csv '\(folder)/meal.csv' meal", "SELECT name FROM meal ORDER BY rowid"])
    #expect(meals.lines == ["Soup", "Bread, \"dark\""])
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/jq") else { return }
    let shell = Program("/bin/sh", home: person.home, environment: ["HSYNC_OFFLINE": "1"])
    let jq = "'\(Program.folder)/hsync' export | jq -s 'map(select(.kind == \"sample\" and .type == \"step_count\").value) | length'"
    let counted = try shell.run("-c", jq)
    let rows = try #require(imported.out.split(separator: "|").first)
    #expect(counted.out == rows + "\n", "\(counted.err)")
  }

  @Test func standardOutputEndsWithItsSum() throws {
    let outcome = try person.hsync.run("export", "-", "--only", "meal,weight", "--only", "workout")
    #expect(outcome.status == 0)
    let rows = try outcome.lines.map { try JSON(parsing: $0) }
    #expect(Set(rows.compactMap { $0["kind"].string }) == ["meal", "weight", "workout", "export"])
    let last = try #require(rows.last)
    #expect(last["kind"].string == "export" && last["counts"]["meal"].int == 2)
    let counts = try #require(last["counts"].members).compactMap(\.value.int)
    #expect(Int64(rows.count) == counts.reduce(1, +))
    let csv = try person.hsync.run("export", "--only", "weight", "--format", "csv")
    #expect(csv.lines.first == "id,day,kg,measured_at_ms,utc_offset_min,source,extra")
  }

  @Test func whatCannotBeIsSaid() throws {
    let cases: [([String], Int32, String)] = [
      (["export", "-", "--format", "csv"], 64, "choose one: --only meal"),
      (["export", "-", "--only", "meals"], 64, "there is no kind meals"),
      (["export", "-", "--json"], 64, "leave --json out"), (["export", person.home.path], 73, "already exists"),
      (["export", person.home.file("no/such")], 73, "no such folder"), (["export", folder, "--format", "xml"], 64, "json"),
    ]
    for (arguments, status, words) in cases {
      let outcome = try person.hsync.run(arguments)
      #expect(outcome.status == status, "\(arguments): \(outcome.err)")
      #expect(outcome.err.contains(words), "\(arguments): \(outcome.err)")
    }
    #expect(try person.hsync.runOnTerminal(["export"], typing: "").status == 64)
    #expect(!FileManager.default.fileExists(atPath: folder))
    // An empty folder is as good as none.
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    #expect(try person.hsync.run("export", folder + "/", "--only", "meal").status == 0)
    #expect(try text("meal.ndjson").split(separator: "\n").count == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: person.home.path).filter { $0.hasSuffix(".new") } == [])
  }

  @Test func anInterruptLeavesNothing() throws {
    let export = try person.hsync.start(["export", folder])
    export.signal(SIGTERM)
    let outcome = export.wait()
    #expect([0, 130, 128 + SIGTERM].contains(outcome.status))
    #expect(FileManager.default.fileExists(atPath: folder) == (outcome.status == 0))
    #expect(try FileManager.default.contentsOfDirectory(atPath: person.home.path).filter { $0.hasSuffix(".new") } == [])
  }

  /// A hundred thousand samples more take no more memory.
  @Test func memoryIsFlat() throws {
    let small = try person.hsync.run("export", folder, "--only", "sample", "--quiet")
    try person.sqlite(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO sample SELECT (SELECT min(id) FROM health_type), i * 1000, 1, 1000, i, 1, 0, 0, 0, (SELECT min(n) FROM health_import) FROM n
      """)
    let large = try person.hsync.run("export", person.home.file("large"), "--only", "sample", "--quiet")
    #expect(large.status == 0)
    let grown = large.peakBytes - small.peakBytes
    #expect(grown < 12 << 20, "\(grown) bytes more")
  }
}
