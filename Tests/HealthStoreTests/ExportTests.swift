import Foundation
import GRDB
import HealthModel
import TestSupport
import Testing

@testable import HealthStore

/// The content of an export, and the form of its lines.
@Suite struct ExportTests {
  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  /// Keeps what is written, by kind.
  private struct Pages: ExportSink {
    var lines: [String: String] = [:]
    var counts: [String: Int] = [:]
    private var kind = ""

    mutating func begin(_ kind: ExportKind) { self.kind = kind.name }
    mutating func write(_ bytes: [UInt8]) { lines[kind, default: ""] += String(decoding: bytes, as: UTF8.self) }
    mutating func end(_ kind: ExportKind, count: Int) { counts[kind.name] = count }
  }

  private func export(_ format: ExportFormat, _ kinds: [ExportKind] = ExportKind.all) throws -> Pages {
    var pages = Pages()
    let counts = try LibraryExport(store.library).write(kinds, as: format, into: &pages)
    #expect(counts.map(\.count) == kinds.map { pages.counts[$0.name] ?? -1 })
    return pages
  }

  private func rows(_ kind: String, _ pages: Pages) throws -> [JSON] {
    try (pages.lines[kind] ?? "").split(separator: "\n").map { try JSON(parsing: String($0)) }
  }

  /// A new synced kind is exported without a further word, and a new table of another sort isn't forgotten either.
  @Test func everyTableIsExportedOrLeftOutForAReason() throws {
    #expect(ExportKind.all.prefix(SyncedTable.all.count).map(\.name) == SyncedTable.all.map(\.kind))
    #expect(Set(ExportKind.all.map(\.name)).count == ExportKind.all.count)
    let exported: Set = [
      "sample", "sample_detail", "workout_statistic", "workout_event", "workout_detail", "workout_track", "activity_ring",
      "health_aggregate", "health_attachment", "health_import", "health_source", "pending_lookup", "conflict", "foreign_record",
    ]
    // Names that stand in the rows themselves.
    let names: Set = ["health_type", "health_unit", "health_device"]
    // The state of sync, undo data, notices that this machine planned, and data that can be computed or looked up again.
    let bookkeeping: Set = [
      "sync_state", "outbox", "version", "in_flight", "quarantine", "snapshot_seen", "backend", "sync_run", "change", "change_row",
      "product_answer", "notebook", "sample_group", "sample_chunk", "derived", "grdb_migrations", "watched_folder", "watched_photo",
      "watched_file", "sample_version", "workout_version", "browser_code", "browser_session",
      "notice", "notice_delivery", "notice_rest",
    ]
    let tables = try store.text("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    let known = exported.union(names).union(bookkeeping).union(SyncedTable.all.map(\.name))
    #expect(Set(tables).subtracting(known) == [])
  }

  @Test func aRecordIsItsJSONWithKindAndID() throws {
    try store.meals.log([StoreFixture.meal("a", #"Soup, "thick""#)], at: StoreFixture.noon)
    try store.run(#"UPDATE meal SET extra = '{"mood":"good"}' WHERE id = 'a'"#)
    let meal = try #require(rows("meal", export(.json)).first)
    #expect(meal["kind"].string == "meal" && meal["id"].string == "a" && meal["mood"].string == "good")
    let record = try #require(try store.library.read { try SyncedTable.meal.json(of: "a", in: $0) })
    let members = try #require(try JSON(parsing: record).members)
    #expect(meal == .members([JSON.Member("kind", .string("meal")), JSON.Member("id", .string("a"))] + members))
    let csv = try #require(export(.csv).lines["meal"]).split(separator: "\n").map(String.init)
    #expect(csv[0].hasPrefix("id,day,eaten_at_ms,utc_offset_min,slot,name,brand,"))
    #expect(csv[0].hasSuffix(",created_at_ms,extra"))
    #expect(csv[1].hasPrefix(#"a,2026-02-10,1770721380000,60,lunch,"Soup, ""thick""",Mill & Sons,"#), "\(csv[1])")
    #expect(csv[1].hasSuffix(#","with ""milk""",1770721380005,"{""mood"":""good""}""#), "\(csv[1])")
  }

  @Test func samplesHaveNamesAndOnlyVisibleOnesAreThere() throws {
    var batch = HealthBatches.batch([HealthBatches.sample(0, value: 10.25), HealthBatches.sample(5, value: 12, source: 1)])
    batch.samples.append(HealthBatches.sample(7, value: 0, type: 3, unit: 3))
    try HealthBatches.run([batch], into: store.library)
    let session = try ImportSession(
      store.library, file: "other.zip", origin: .appleHealth, settings: HealthBatches.settings, at: StoreFixture.noon, transactionSize: 1)
    try session.write(HealthBatches.batch([HealthBatches.sample(100)]))
    let pages = try export(.json)
    let samples = try rows("sample", pages)
    #expect(samples.count == 3)
    #expect(
      samples.first?.text
        == #"{"kind":"sample","type":"step_count","start_ms":1770681600000,"end_ms":1770681660000,"value":10.25,"unit":"count","#
        + #""said_unit":"count","source":"Watch","device":"Apple Watch","user_entered":false,"motion":null,"#
        + #""written_ms":1770681690000,"import":1}"#)
    #expect(samples.last?["value"] == .null && samples.last?["unit"] == .null)
    #expect(try rows("import", pages).map { $0["file"].string } == ["export.zip"])
    let csv = try #require(export(.csv).lines["sample"]).split(separator: "\n")
    #expect(csv[0] == "type,start_ms,end_ms,value,unit,said_unit,source,device,user_entered,motion,written_ms,import")
    #expect(csv[1] == "step_count,1770681600000,1770681660000,10.25,count,count,Watch,Apple Watch,0,,1770681690000,1")
    try session.abandon()
  }

  @Test func pointsOfTracksAreLines() throws {
    let points = [
      WorkoutTrack.Point(atMs: 1_770_700_000_000, latitude: 48.1, longitude: -2.5, elevationM: 12.5),
      WorkoutTrack.Point(atMs: 1_770_700_005_000, latitude: 48.100001, longitude: -2.5, elevationM: nil),
    ]
    try HealthBatches.run([HealthBatches.batch([])], into: store.library)
    try store.library.write { db in
      try db.execute(
        sql: "INSERT INTO workout_track VALUES ('route.gpx', 1, 'w', 2, 1, 2, 3.5, ?)", arguments: [Data(PackedTrack(points).bytes)])
    }
    #expect(
      try export(.csv).lines["track_point"]
        == """
        file,workout,at_ms,latitude,longitude,elevation_m
        route.gpx,w,1770700000000,48.1,-2.5,12.5
        route.gpx,w,1770700005000,48.100001,-2.5,

        """)
  }

  /// Whatever is in the texts, a line is a line, and both forms say the same.
  @Test func strangeTextsStayOnTheirLines() throws {
    let texts = ["plain", "a,b", "say \"hi\"", "two\nlines", "tab\tand\r", "emoji 🍜", "back\\slash", "\u{1}", "'", ""]
    for (n, text) in texts.enumerated() where !text.isEmpty {
      try store.library.write { db in
        try db.execute(sql: "INSERT INTO pending_lookup VALUES (?, ?, '', 5, '[]')", arguments: [n, text])
      }
    }
    let pages = try export(.json)
    #expect(try rows("pending_lookup", pages).map { $0["text"].string ?? "-" } == texts.dropLast())
    let csv = store.folder.file("pending.csv")
    try Data((export(.csv).lines["pending_lookup"] ?? "").utf8).write(to: URL(fileURLWithPath: csv))
    let sqlite = Program("/usr/bin/sqlite3", home: store.folder)
    let shell = try sqlite.run(["-batch", ":memory:", ".import --csv '\(csv)' t", "SELECT json_group_array(text) FROM t"])
    #expect(try JSON(parsing: shell.out).array?.map { $0.string ?? "-" } == Array(texts.dropLast()), "\(shell.err)")
  }

  @Test func numbersKeepTheirValues() {
    var lines = ExportLines(ExportKind("x", [ExportColumn("a", .real)], .trackPoints), .csv)
    lines.bytes = []
    for value in [0, -0.0, 1, -17, 0.1, 81.4, 1e15, 123_456_789.125, -1e-7, 9e300, .infinity, .nan] {
      lines.real(value)
      lines.endLine()
    }
    lines.integer(.min)
    lines.endLine()
    let texts = String(decoding: lines.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      texts == [
        "0", "0", "1", "-17", "0.1", "81.4", "1000000000000000.0", "123456789.125", "-1e-07", "9e+300", "", "", "-9223372036854775808", "",
      ])
  }

  /// `docs/export.md` has a table for each kind that isn't a record, with every column.
  @Test func theDocumentNamesEveryKindAndColumn() throws {
    let page = String(decoding: try ProjectFiles.bytes(ProjectFiles.root + "/docs/export.md"), as: UTF8.self)
    for kind in ExportKind.all.prefix(SyncedTable.all.count) { #expect(page.contains("`\(kind.name)`"), "\(kind.name)") }
    for kind in ExportKind.all.dropFirst(SyncedTable.all.count) {
      let start = try #require(page.range(of: "### \(kind.name)\n"), "\(kind.name)")
      let section = page[start.upperBound...].prefix(while: { $0 != "#" })
      let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
      let words = rows.flatMap { row in row.split(separator: "|")[0].split(separator: "`") }
      let documented = words.filter { $0.contains(where: \.isLetter) }.map(String.init)
      #expect(documented == kind.columns.map(\.name), "\(kind.name)")
    }
  }
}
