import BulkSQL
import Foundation
import GRDB
import TestSupport
import Testing

/// The log of a database, while somebody writes without a pause.
@Suite struct CheckpointerTests {
  private let folder: TemporaryFolder
  private let checkpointer: Checkpointer
  private let pool: DatabasePool

  init() throws {
    folder = try TemporaryFolder()
    let checkpointer = Checkpointer(path: folder.file("a.db"))
    var configuration = Configuration()
    configuration.prepareDatabase { db in if !db.configuration.readonly { checkpointer.serve(db) } }
    pool = try DatabasePool(path: folder.file("a.db"), configuration: configuration)
    self.checkpointer = checkpointer
    try pool.write { try $0.execute(sql: "CREATE TABLE t(bytes BLOB)") }
  }

  /// Commits of 400 KB.
  private func write(commits: Int) throws {
    for _ in 0..<commits { try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (randomblob(400000))") } }
  }

  private func megabytes(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
    return (attributes[.size] as? Int ?? 0) / 1_000_000
  }

  @Test func theLogStaysShort() throws {
    try write(commits: 300)
    #expect(try megabytes("a.db") > 80)
    #expect(try megabytes("a.db-wal") < 40)
    #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 300)
  }

  /// A reader keeps the log from starting anew; writing goes on, and the log is short again afterwards.
  @Test func aReaderHoldsNobodyUp() throws {
    let snapshot = try pool.makeSnapshot()
    try write(commits: 120)
    #expect(try snapshot.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 0)
    #expect(try megabytes("a.db-wal") >= 48)
    try snapshot.close()
    try write(commits: 60)
    #expect(try megabytes("a.db") > 48)
    checkpointer.close()
    #expect(try pool.writeWithoutTransaction { try $0.checkpoint(.passive) }.walFrameCount < 10_000)
  }

  @Test func onceClosedCommitsDoItThemselves() throws {
    try write(commits: 30)
    checkpointer.close()
    checkpointer.close()
    try write(commits: 60)
    #expect(try megabytes("a.db") > 30)
    #expect(try megabytes("a.db-wal") < 40)
  }

  /// Without a connection of its own, too.
  @Test func aFileThatIsNotThereLeavesItToTheCommits() throws {
    let other = Checkpointer(path: folder.file("none/a.db"))
    try pool.writeWithoutTransaction { db in
      other.serve(db)
      for _ in 0..<60 { try db.execute(sql: "INSERT INTO t VALUES (randomblob(400000))") }
    }
    #expect(try megabytes("a.db") > 15)
    #expect(try megabytes("a.db-wal") < 8)
    try pool.close()
    withExtendedLifetime(other) {}
  }
}
