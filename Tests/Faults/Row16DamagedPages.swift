import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct Row16DamagedPages {
  /// Pages of the library are overwritten with noise, and a log that wasn't checkpointed is deleted.
  @Test func damage() async throws {
    try await FaultRow(16, "damaged pages in the library, a deleted log").holds {
      let backend = try RunningBackend()
      let token = try backend.addUser("ana")
      let device = try Household()
      try device.logIn(to: backend, token: token)
      var dice = SeededGenerator(seed: 16)
      var reported = 0
      for table in ["outbox", "version", "meal"] + (FaultScale.isFull ? ["sync_state", "in_flight", "backend"] : []) {
        _ = try device.value(Self.insert(400, "\(table)-"))
        try device.syncs()
        _ = try device.value("UPDATE meal SET note = 'edited before \(table) broke' WHERE id LIKE '\(table)-%'")
        let rows = try device.value("SELECT id, name, note FROM meal ORDER BY id")
        try Self.spoil(table, of: device, &dice)
        let run = try device.hsync.run("sync")
        try #require(run.status == 65 && run.err.contains("is damaged") && run.err.contains("hint: "), "\(table): \(run.status) \(run.err)")
        reported += 1
        // Rows that were sent before the page was reached must be unchanged, and nothing else may be there.
        try Self.requireOnlyTrue(rows, in: backend, device)
        try Self.recover(device)
        let fleet = Fleet([device], backend)
        try fleet.requireInvariant()
        let edited = try device.value("SELECT count(*) FROM meal WHERE note = 'edited before \(table) broke'")
        // Rows on the damaged page itself are as they were when they were synced.
        try #require((Int(edited) ?? 0) >= (table == "meal" ? 300 : 400), "\(edited) of 400 edits are left after \(table) broke")
      }
      let log = try Self.deleteLog(device, backend)
      let live = try Fleet([device], backend).requireInvariant()
      return """
        \(reported) damaged tables: exit 65 each time, nothing but true rows pushed, versions rebuilt by a full pull and edits brought over; \
        \(log); all \(live) records equal
        """
    }
  }

  private static func insert(_ count: Int, _ prefix: String) -> String {
    """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
    INSERT INTO meal(id, name, energy_kcal, day) SELECT '\(prefix)' || i, 'Meal ' || i, i, '2026-01-05' FROM n
    """
  }

  /// Overwrites a page of a table: a leaf where it has several, else its only one.
  private static func spoil(_ table: String, of device: Household, _ dice: inout SeededGenerator) throws {
    let (size, root) = (
      try device.value("PRAGMA page_size"), try device.value("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
    )
    _ = try device.value("PRAGMA wal_checkpoint(TRUNCATE)")
    // Of the meals one page of several, so that others can still be read.
    let leaf = try device.sqlite("SELECT max(pageno) FROM dbstat WHERE name = 'meal' AND pagetype = 'leaf'").out
    let page = try #require(Int(table == "meal" ? leaf.trimmingCharacters(in: .newlines) : root))
    let bytes = try #require(Int(size))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: device.library))
    try file.seek(toOffset: UInt64((page - 1) * bytes))
    try file.write(contentsOf: Data((0..<bytes).map { _ in UInt8.random(in: 0...255, using: &dice) }))
    try file.close()
  }

  private static func requireOnlyTrue(_ rows: String, in backend: RunningBackend, _ device: Household) throws {
    let true_ = Set(rows.split(separator: "\n").map(String.init))
    let sql = "SELECT id, json_extract(body, '$.name'), json_extract(body, '$.note') FROM rec WHERE body IS NOT NULL"
    let known = Set(try device.shell(backend.database, "SELECT id FROM rec").lines)
    try #require(known.count >= true_.count, "records are missing")
    let old = try device.shell(backend.database, sql).lines.filter { !true_.contains($0) && !$0.hasSuffix("|") }
    try #require(old.isEmpty, "pushed what never was: \(old.prefix(3))")
    try #require(
      try device.shell(backend.database, "SELECT count(*) FROM rec WHERE body IS NULL").out == "0\n", "a damaged page became deletions")
  }

  /// Recovers as docs/schema.md describes: the file is put aside, a new one pulls everything, then the edits still readable are copied
  /// over.
  private static func recover(_ device: Household) throws {
    let damaged = device.library + "-damaged"
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: damaged + end)
      try? FileManager.default.moveItem(atPath: device.library + end, toPath: damaged + end)
    }
    try device.syncs()
    let dirty = try device.shell(damaged, "SELECT id FROM outbox WHERE kind = 'meal'")
    let ids = dirty.status == 0 ? dirty.lines : try device.sqlite("SELECT id FROM meal").lines
    let bring = ids.map {
      """
      INSERT OR REPLACE INTO meal SELECT * FROM old.meal AS o WHERE id = '\($0)' AND o.note IS NOT (SELECT note FROM main.meal WHERE id = o.id);
      """
    }
    let script = "PRAGMA synchronous = OFF;\nATTACH '\(damaged)' AS old;\n" + bring.joined(separator: "\n") + "\n"
    _ = try Program("/usr/bin/sqlite3", home: device.home).run([device.library], input: Array(script.utf8))
    try device.syncs()
  }

  /// A log is deleted under a library that wasn't closed: the file is as of the last checkpoint, older than the server knows it.
  private static func deleteLog(_ device: Household, _ backend: RunningBackend) throws -> String {
    // While another program has the file open, nobody's closing brings the log into it.
    var name = ""
    try device.whileShell(has: "BEGIN; SELECT count(*) FROM meal", killing: true) {
      _ = try device.value(insert(50, "log-"))
      try device.syncs()
      name = try device.value("SELECT device FROM sync_state")
      let size = try FileManager.default.attributesOfItem(atPath: device.library + "-wal")[.size] as? Int
      try #require((size ?? 0) > 0, "there is no log to delete")
    }
    try FileManager.default.removeItem(atPath: device.library + "-wal")
    try FileManager.default.removeItem(atPath: device.library + "-shm")
    try #require(try device.value("SELECT count(*) FROM meal WHERE id LIKE 'log-%'") == "0", "the log was in the file already")
    _ = try device.value(insert(1, "after-the-log-"))
    try device.syncs()
    try device.syncs()
    try #require(try device.value("SELECT count(*) FROM meal WHERE id LIKE 'log-%'") == "50")
    let isNew = try device.value("SELECT device FROM sync_state") != name
    return "without its log the library was older than the server knew it, and got back 50 records\(isNew ? " under a new id" : "")"
  }
}
