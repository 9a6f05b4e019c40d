import GRDB
import HealthModel
import Synchronization
import TestSupport
import Testing

@testable import SyncBackend

@Suite struct CommitQueueTests {
  /// Holds the database's one writer until told to let go, so that what comes meanwhile shares a transaction.
  private final class Holder: Sendable {
    private let isFree = Mutex(false)

    func hold(_ database: BackendDatabase) {
      database.pool.asyncWriteWithoutTransaction { [self] _ in while !isFree.withLock({ $0 }) {} }
    }

    func letGo() { isFree.withLock { $0 = true } }
  }

  private func commits(_ database: BackendDatabase, _ body: () async throws -> Void) async throws -> Int {
    let count = Mutex(0)
    let counter = CommitCounter { count.withLock { $0 += 1 } }
    database.pool.add(transactionObserver: counter, extent: .databaseLifetime)
    try await body()
    database.pool.remove(transactionObserver: counter)
    return count.withLock { $0 }
  }

  @Test func pushesThatComeTogetherShareATransaction() async throws {
    let fixture = try BackendFixture()
    let store = SQLiteStore(fixture.database, now: { BackendFixture.noon })
    let holder = Holder()
    let number = try await commits(fixture.database) {
      holder.hold(fixture.database)
      try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for device in 0..<50 {
          let body = Client.pushBody(1, device: "d\(device)", [Sample.put("r\(device)", 1), Sample.put("shared", Int64(device + 1))])
          let request = try PushRequest(parsing: body, limits: BackendLimits())
          group.addTask { try await store.push(request, owner: Owner(number: 1, id: "x")) }
        }
        while fixture.database.commits.waiting < 50 { await Task.yield() }
        holder.letGo()
        for try await answer in group { #expect(try JSON(parsing: answer)["push"].int == 1) }
      }
    }
    #expect(number == 1)
    #expect(try fixture.table("SELECT count(*), count(DISTINCT seq) FROM rec") == "51|51")
    #expect(try fixture.table("SELECT count(*) FROM device WHERE last = 1") == "50")
  }

  @Test func aRefusalTakesNobodyWithIt() async throws {
    let fixture = try BackendFixture()
    let store = SQLiteStore(fixture.database, now: { BackendFixture.noon })
    let holder = Holder()
    holder.hold(fixture.database)
    let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
      for device in 0..<10 {
        // Every second one isn't the device's next, or is of an owner that isn't there.
        let request = try PushRequest(
          parsing: Client.pushBody(device % 4 == 1 ? 9 : 1, device: "d\(device)", [Sample.put("r\(device)", 1)]), limits: BackendLimits())
        let owner = Owner(number: device % 4 == 3 ? 99 : 1, id: "x")
        group.addTask {
          do {
            _ = try await store.push(request, owner: owner)
            #expect(device % 2 == 0)
            return false
          } catch let error as StoreError {
            #expect(Refusal(error).status == (device % 4 == 1 ? .conflict : .unauthorized))
            return true
          }
        }
      }
      while fixture.database.commits.waiting < 10 { await Task.yield() }
      holder.letGo()
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(refused == 5)
    #expect(try fixture.table("SELECT count(*) FROM rec") == "5")
  }

  @Test func whatFailsHalfDoneIsTakenBackAlone() async throws {
    struct Failure: Error {}
    let fixture = try BackendFixture()
    let commits = fixture.database.commits
    let holder = Holder()
    holder.hold(fixture.database)
    @Sendable func insert(_ id: String, _ db: Database) throws {
      try db.execute(sql: "INSERT INTO rec(owner, kind, id, hlc, dev, body, seq) VALUES (1, 'note', ?, 1, 'aa', '{}', 1)", arguments: [id])
    }
    await withTaskGroup(of: Bool.self) { group in
      for id in ["a", "b"] {
        group.addTask { (try? await commits.write { db in try insert(id, db) }) != nil }
      }
      group.addTask {
        (try? await commits.write { db -> Void in
          try insert("half", db)
          throw Failure()
        }) == nil
      }
      group.addTask {
        (try? await commits.write { db -> Void in
          try insert("a", db); try insert("a", db)
        }) == nil
      }
      while commits.waiting < 4 { await Task.yield() }
      holder.letGo()
      for await isRight in group { #expect(isRight) }
    }
    #expect(try fixture.table("SELECT id FROM rec ORDER BY id") == "a\nb")
  }
}

/// Tells of each commit.
private final class CommitCounter: TransactionObserver, Sendable {
  private let onCommit: @Sendable () -> Void

  init(_ onCommit: @escaping @Sendable () -> Void) { self.onCommit = onCommit }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) { onCommit() }
  func databaseDidRollback(_ db: Database) {}
}
