import FoundationEssentials
import GRDB
import HealthModel
import Logging
import Synchronization
import TestSupport
import Testing

@testable import SyncBackend

@Suite struct StartTests {
  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func error(in folder: String, makesFolder: Bool = true) -> BackendError? {
    #expect(throws: BackendError.self) { try BackendDatabase(folder: folder, makesFolder: makesFolder) }
  }

  @Test func folderAndFileAreTheOwnersAlone() throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.file("deep/data")
    let database = try BackendDatabase(folder: folder, makesFolder: true)
    for (path, rights) in [(folder, 0o700), (folder + "/backend.db", 0o600), (folder + "/backend.db-wal", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == rights, "\(path)")
    }
    #expect(try database.pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
  }

  @Test func withoutABackendOnlyServeAndAddMakeOne() throws {
    let temporary = try TemporaryFolder()
    let error = error(in: temporary.file("none"), makesFolder: false)
    #expect(error?.code == .noBackend)
    #expect(error?.kind == .noInput)
    #expect(error?.hint == "hsync-backend user add NAME --data \(temporary.file("none"))")
  }

  @Test func aFolderThatIsAFileIsTold() throws {
    let temporary = try TemporaryFolder()
    let file = try temporary.write(Array("x".utf8), to: "file")
    #expect(error(in: file + "/data")?.code == .folderUnusable)
    #expect(error(in: file)?.code == .folderUnusable)
  }

  @Test func textAndForeignDatabasesAreLeftAlone() throws {
    let temporary = try TemporaryFolder()
    let text = Array(String(repeating: "not a database ", count: 100).utf8)
    try temporary.write(text, to: "backend.db")
    #expect(error(in: temporary.path)?.code == .notOurDatabase)
    #expect(try ProjectFiles.bytes(temporary.file("backend.db")) == text)

    let other = try TemporaryFolder()
    let queue = try DatabaseQueue(path: other.file("backend.db"))
    try queue.write { try $0.execute(sql: "CREATE TABLE recipe(n INTEGER)") }
    try queue.close()
    #expect(error(in: other.path)?.code == .notOurDatabase)
  }

  @Test func aNewerDatabaseIsNotTouched() throws {
    let temporary = try TemporaryFolder()
    let database = try BackendDatabase(folder: temporary.path, makesFolder: true)
    try database.pool.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 the future')") }
    database.close()
    let error = error(in: temporary.path)
    #expect(error?.code == .newerDatabase)
    #expect(error?.kind == .configuration)
    #expect(error?.hint == "update hsync-backend")
  }

  @Test func onlyOneServerHoldsAFolder() throws {
    let fixture = try BackendFixture()
    let error = #expect(throws: BackendError.self) {
      try BackendServer(
        SQLiteStore(fixture.database, now: { BackendFixture.noon }), now: { BackendFixture.noon }, logger: StartTests.logger)
    }
    #expect(error?.code == .alreadyServed)
    #expect(error?.kind == .tryAgain)
    withExtendedLifetime(fixture) {}
  }

  @Test func aTakenPortIsTold() async throws {
    let fixture = try BackendFixture()
    let other = try BackendFixture()
    try await fixture.test { client in
      let port = client.port
      let error = await #expect(throws: BackendError.self) {
        try await other.backend.run(on: .port(host: "localhost", port: port)) { _ in }
      }
      #expect(error?.code == .cannotListen)
      #expect(error?.message == "port \(port) on localhost is in use")
    }
  }

  @Test func cursorsAndPushNumbersSurviveARealRestart() async throws {
    let temporary = try TemporaryFolder()
    let token = try UserDirectory(at: .folder(temporary.path), makesFolder: true, now: { 1 }).add("alice").token
    let cursor = Mutex("")
    for round in 1...3 {
      let database = try BackendDatabase(folder: temporary.path, makesFolder: false)
      let backend = try BackendServer(
        SQLiteStore(database, now: { BackendFixture.noon }), now: { BackendFixture.noon }, logger: StartTests.logger)
      try await BackendFixture.serve(backend) { port in
        let client = Client(port: port, token: token)
        let pushed = try await client.push(round, [Sample.put("r\(round)", 1)])
        #expect(pushed.status == 200)
        let page = try await client.changes(since: cursor.withLock { $0 })
        #expect(page.json["changes"].array?.count == 1)
        let next = try #require(page.json["next"].string)
        cursor.withLock { $0 = next }
      }
    }
  }
}
