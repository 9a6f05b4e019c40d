import Foundation
import GRDB
import HealthModel
import TestSupport
import Testing

@testable import HealthStore

/// Backups and restorations, below the commands.
@Suite struct KeepTests {
  private let store: StoreFixture
  private var target: String { store.folder.file("copy.db") }

  init() throws {
    store = try StoreFixture()
    try store.meals.log([StoreFixture.meal("first")], at: StoreFixture.noon)
  }

  private func text(_ sql: String, in path: String) throws -> [String] {
    try DatabaseQueue(path: path).read { db in
      try Row.fetchAll(db, sql: sql).map { row in row.databaseValues.map { "\($0.storage.value ?? "NULL")" }.joined(separator: "|") }
    }
  }

  private var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: store.folder.path)) ?? []).sorted() }

  private func backUp() throws {
    let backup = try Backup(of: store.library.path, beside: target) { _, _ in }
    try backup.file.publish(replacing: false)
  }

  @Test func everyTableIsInTheCopy() throws {
    try HealthBatches.run([HealthBatches.batch((0..<50).map { HealthBatches.sample($0) })], into: store.library)
    let tables = try store.text("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    try backUp()
    for table in tables {
      let rows = try text("SELECT * FROM \(table)", in: target)
      #expect(try rows == text("SELECT * FROM \(table)", in: store.library.path), "\(table)")
    }
  }

  /// A commit between two steps of the copy isn't in it, and doesn't restart it.
  @Test func aCommitMeanwhileIsNotInTheCopy() throws {
    try store.run(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) INSERT INTO meal(name) SELECT 'Apple' FROM n")
    let before = try store.number("SELECT count(*) FROM meal")
    let path = store.library.path
    var steps = 0
    let backup = try Backup(of: path, beside: target) { _, _ in
      steps += 1
      try DatabaseQueue(path: path).write { try $0.execute(sql: "INSERT INTO meal(name) VALUES ('late')") }
    }
    #expect(steps > 1 && steps < 100)
    try backup.file.publish(replacing: false)
    #expect(try text("SELECT count(*), sum(name = 'late') FROM meal", in: target) == ["\(before)|0"])
    #expect(try store.number("SELECT count(*) FROM meal WHERE name = 'late'") == Int64(steps))
  }

  @Test func whatEndsTheWorkLeavesNothing() throws {
    let before = files
    #expect(throws: CancellationError.self) { _ = try Backup(of: store.library.path, beside: target) { _, _ in throw CancellationError() } }
    #expect(files.filter { !$0.hasPrefix("hsync.db") } == before.filter { !$0.hasPrefix("hsync.db") })
    _ = try Backup(of: store.library.path, beside: target) { _, _ in }
    #expect(!FileManager.default.fileExists(atPath: target))
    #expect(!files.contains { $0.contains(".new") })
  }

  @Test func aFileThatAppearedMeanwhileIsNotReplaced() throws {
    let backup = try Backup(of: store.library.path, beside: target) { _, _ in }
    try store.folder.write(Array("mine".utf8), to: "copy.db")
    let error = #expect(throws: StoreError.self) { try backup.file.publish(replacing: false) }
    #expect(error?.kind == .cantCreate)
    #expect(try ProjectFiles.bytes(target) == Array("mine".utf8))
  }

  /// A value that a table's CHECK refuses today is no damage.
  @Test func aValueOutOfRangeIsCopied() throws {
    try store.library.database.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA ignore_check_constraints = ON; UPDATE meal SET energy_kcal = 99999; PRAGMA ignore_check_constraints = OFF
          """)
    }
    try backUp()
    #expect(try text("SELECT energy_kcal FROM meal", in: target) == ["99999.0"])
  }

  @Test func anOlderVersionIsBroughtUpToDate() throws {
    let old = store.folder.file("old.db")
    let database = try DatabaseQueue(path: old)
    try Schema.migrator.migrate(database, upTo: "1")
    try database.write { try $0.execute(sql: "INSERT INTO meal(id, name) VALUES ('old', 'Bread')") }
    try database.close()
    let restoration = try Restoration(of: .file(old), into: store.library.path) { _, _ in }
    #expect(restoration.contents.schema == 1)
    #expect(restoration.present?.schema == Schema.version)
    // Another connection, open all the while, goes on with what was restored.
    let kept = try #require(try restoration.take(at: StoreFixture.noon) { _, _ in })
    #expect(kept == store.library.path + ".before-restore-20260210-120300")
    #expect(try store.text("SELECT id FROM meal") == ["old"])
    #expect(try store.text("PRAGMA user_version") == ["\(Schema.version)"])
    #expect(try store.text("SELECT count(*) FROM weight") == ["0"])
    #expect(try text("SELECT id FROM meal", in: kept) == ["first"])
    #expect(try text("SELECT id FROM meal", in: old) == ["old"])
    #expect(try text("PRAGMA user_version", in: old) == ["1"])
  }

  @Test func anInterruptedRestorationChangesNothing() throws {
    try backUp()
    try store.meals.log([StoreFixture.meal("second")], at: StoreFixture.later(10))
    let before = try store.dump("meal") + store.dump("outbox")
    let restoration = try Restoration(of: .file(target), into: store.library.path) { _, _ in }
    // Once while the library is kept, once while it is overwritten.
    for allowed in 0...1 {
      var calls = 0
      #expect(throws: CancellationError.self) {
        _ = try restoration.take(at: StoreFixture.noon) { _, _ in
          calls += 1
          if calls > allowed { throw CancellationError() }
        }
      }
    }
    #expect(try store.dump("meal") + store.dump("outbox") == before)
  }

  /// A library that a person has given larger pages.
  @Test func pagesOfAnotherSizeAreNoObstacle() throws {
    try backUp()
    let library = store.folder.file("large.db")
    let database = try DatabaseQueue(path: library)
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = 8192; CREATE TABLE x(y)") }
    try database.close()
    _ = try Restoration(of: .file(target), into: library) { _, _ in }.take(at: StoreFixture.noon) { _, _ in }
    #expect(try text("SELECT id FROM meal", in: library) == ["first"])
    #expect(try text("PRAGMA integrity_check", in: library) == ["ok"])
  }
}
