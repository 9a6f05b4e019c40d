import GRDB
import TestSupport
import Testing

@testable import SyncBackend

/// What a start does for users: nothing, however many there are.
struct ManyOwnersTests {
  @Test func aStartChangesNoUsersRow() throws {
    let fixture = try BackendFixture(on: .sqlite)
    let facts = "SELECT (SELECT group_concat(epoch) FROM owner), (SELECT count(*) FROM epoch)"
    let before = try fixture.table(facts)
    for _ in 0..<3 { try fixture.restart() }
    #expect(try fixture.table(facts) == before)
  }

  @Test func anEpochEndsWithTheFirstWriteAfterAStart() async throws {
    let fixture = try BackendFixture(on: .sqlite)
    try await fixture.test { client in
      for number in 1...3 {
        try fixture.restart()
        _ = try await client.push(2 * number - 1, [Sample.put("a\(number)", Int64(number))])
        _ = try await client.push(2 * number, [Sample.put("b\(number)", Int64(number))])
      }
    }
    // That of the user's making, and those of the first two starts; the other user has written nothing.
    #expect(
      try fixture.table("SELECT name, closed_at FROM epoch JOIN owner ON n = owner ORDER BY closed_at") == "alice|0\nalice|2\nalice|4")
  }

  /// A file of the version before, whose cursors stay valid.
  @Test func anOlderDatabaseKeepsItsEpochs() throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.file("backend.db"))
    try BackendSchema.migrator.migrate(queue, upTo: "4 shares")
    try queue.write {
      try $0.execute(
        sql: """
          INSERT INTO owner(id, name, seq, created_at_ms) VALUES ('x', 'ana', 7, 1), ('y', 'bob', 0, 1);
          INSERT INTO epoch(owner, epoch, closed_at) VALUES (1, 'e1', 4), (1, 'e2', NULL), (2, 'e3', NULL);
          """)
    }
    try queue.close()
    let database = try BackendDatabase(folder: folder.path, makesFolder: false)
    let facts = try database.pool.read { db in
      try [Epochs.current(db, owner: 1), Epochs.current(db, owner: 2), "\(Epochs.end(of: "e1", db, owner: 1) ?? -1)"]
        + String.fetchAll(db, sql: "SELECT epoch FROM epoch")
    }
    #expect(facts == ["e2", "e3", "4", "e1"])
  }

  /// The triggers that keep a moved folder as it is don't keep it from being opened, and stay.
  @Test func aMovedFolderIsBroughtUpToDateAndStaysMoved() throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.file("backend.db"))
    try BackendSchema.migrator.migrate(queue, upTo: "4 shares")
    try queue.write {
      try $0.execute(sql: "INSERT INTO owner(id, name, created_at_ms) VALUES ('x', 'ana', 1)")
      try MoveMark.set($0)
    }
    try queue.close()
    let database = try BackendDatabase(folder: folder.path, makesFolder: false)
    #expect(throws: BackendError.self) { try database.requireNotMoved() }
    #expect(throws: DatabaseError.self) { try database.pool.write { try $0.execute(sql: "UPDATE owner SET seq = 1") } }
  }

  @Test func aServerThatRunsForLongNotesItEachDay() async throws {
    let fixture = try BackendFixture(on: .sqlite)
    try await fixture.test { client in
      fixture.clock.advance(ms: 86_400_000)
      _ = try await client.push(1, [Sample.put("a", 1)])
      #expect(try fixture.database.lastServedMs() == BackendFixture.noon)
      fixture.clock.advance(ms: 1)
      _ = try await client.push(2, [Sample.put("b", 1)])
      #expect(try fixture.database.lastServedMs() == BackendFixture.noon + 86_400_001)
    }
  }
}
