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
    try checkpointer.open()
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

  /// The connection is open from the start: one that opened the path later would make an empty file there.
  @Test func aFileThatIsGoneIsNotMadeAnew() throws {
    try FileManager.default.moveItem(atPath: folder.file("a.db"), toPath: folder.file("b.db"))
    try write(commits: 30)
    checkpointer.close()
    try write(commits: 30)
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.db")))
    #expect(try megabytes("b.db") > 15)
  }
}
