import Dispatch
import Foundation
import GRDB
import HealthModel
import Synchronization
import Testing
import TestSupport

@testable import HealthStore

@Suite struct LibraryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func mode(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private func refusal(of path: String, makesFolder: Bool = true) -> StoreError? {
    do {
      _ = try Library(at: path, makesFolder: makesFolder)
      return nil
    } catch { return error }
  }

  @Test func newFilesAndFoldersBelongToTheirOwnerAlone() throws {
    let library = try Library(at: folder.file("share/hsync/hsync.db"))
    try library.write { db in try db.execute(sql: "INSERT INTO meal(name) VALUES ('Apple')") }
    #expect(try mode(folder.file("share")) == 0o700)
    #expect(try mode(folder.file("share/hsync")) == 0o700)
    for suffix in ["", "-wal", "-shm"] { #expect(try mode(folder.file("share/hsync/hsync.db" + suffix)) == 0o600, "\(suffix)") }
  }

  @Test func aFileThatIsThereKeepsItsRights() throws {
    _ = try Library(at: folder.file("hsync.db"))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("hsync.db"))
    _ = try Library(at: folder.file("hsync.db"))
    #expect(try mode(folder.file("hsync.db")) == 0o640)
  }

  @Test func whatIsCommittedIsDurable() throws {
    let library = try Library(at: folder.file("hsync.db"))
    let settings = try library.read { db in
      try ["journal_mode", "synchronous", "foreign_keys", "application_id", "user_version"].map { pragma in
        try String.fetchOne(db, sql: "SELECT \(pragma) FROM pragma_\(pragma)") ?? ""
      }
    }
    #expect(settings == ["wal", "2", "1", "1752398190", "\(Schema.version)"])
  }

  /// Two reads nested in a read both ignore commits made meanwhile.
  @Test func aReadWithinAReadIsAPartOfIt() throws {
    let (library, other) = try (Library(at: folder.file("hsync.db")), Library(at: folder.file("hsync.db")))
    func count() throws -> Int { try library.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM meal") ?? -1 } }
    try library.read { _ in
      #expect(try count() == 0)
      try other.write { db in try db.execute(sql: "INSERT INTO meal(name) VALUES ('Apple')") }
      #expect(try count() == 0)
      #expect(throws: StoreError.self) { try library.read { db in try db.execute(sql: "SELECT nothing") } }
      #expect(try count() == 0)
    }
    #expect(try count() == 1)
  }

  @Test func openingAgainChangesNothing() throws {
    do {
      let library = try Library(at: folder.file("hsync.db"))
      try library.write { db in try db.execute(sql: "INSERT INTO meal(name) VALUES ('Apple')") }
    }
    let before = try ProjectFiles.bytes(folder.file("hsync.db"))
    do { _ = try Library(at: folder.file("hsync.db")) }
    #expect(try ProjectFiles.bytes(folder.file("hsync.db")) == before)
  }

  @Test func eachLibraryHasADeviceOfItsOwn() throws {
    let devices = try ["a.db", "b.db"].map { name in
      try Library(at: folder.file(name)).read { db in try String.fetchOne(db, sql: "SELECT device FROM sync_state") ?? "" }
    }
    #expect(devices[0] != devices[1])
    #expect(devices.allSatisfy { $0.count == 8 && $0.allSatisfy { "0123456789abcdef".contains($0) } })
  }

  /// All make the file, its tables and its one row of state at the same time; each must end with the same library.
  @Test(arguments: 0..<20) func severalMayMakeItAtOnce(turn: Int) throws {
    let path = folder.file("hsync-\(turn).db")
    let problems = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      do {
        let library = try Library(at: path)
        try library.write { db in try db.execute(sql: "INSERT INTO meal(id, name) VALUES (?, 'Apple')", arguments: ["\(index)"]) }
      } catch {
        problems.withLock { $0.append("\(error)") }
      }
    }
    #expect(problems.withLock { $0 } == [])
    let library = try Library(at: path)
    #expect(try library.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox") } == 8)
    #expect(try library.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sync_state") } == 1)
  }

  @Test func aFirstStartThatWasKilledIsTakenUp() throws {
    try DatabaseQueue(path: folder.file("hsync.db")).write { db in
      try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    }
    let library = try Library(at: folder.file("hsync.db"))
    #expect(try library.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM meal") } == 0)
  }

  @Test func aNewerVersionIsRefusedUntouched() throws {
    do {
      let library = try Library(at: folder.file("hsync.db"))
      try library.write { db in try db.execute(sql: "PRAGMA user_version = 999") }
    }
    let before = try ProjectFiles.bytes(folder.file("hsync.db"))
    let error = try #require(refusal(of: folder.file("hsync.db")))
    #expect(error.kind == .configuration)
    #expect(error.message.hasSuffix("hsync.db was made by a newer hsync (schema 999, this one supports up to \(Schema.version))"))
    #expect(error.hint == "update hsync")
    #expect(try ProjectFiles.bytes(folder.file("hsync.db")) == before)
  }

  @Test(arguments: ["PRAGMA application_id = 99", "CREATE TABLE music(title)", "PRAGMA user_version = 1"])
  func anotherProgramsDatabaseIsRefusedUntouched(sql: String) throws {
    try DatabaseQueue(path: folder.file("other.db")).write { db in try db.execute(sql: sql) }
    let before = try ProjectFiles.bytes(folder.file("other.db"))
    #expect(refusal(of: folder.file("other.db"))?.code == .notALibrary)
    #expect(try ProjectFiles.bytes(folder.file("other.db")) == before)
  }

  @Test func aFileThatIsNoDatabaseIsRefusedUntouched() throws {
    let path = try folder.write(Array(repeating: UInt8(ascii: "x"), count: 5000), to: "photo.jpg")
    let error = try #require(refusal(of: path))
    #expect(error.kind == .badData)
    #expect(error.message == "\(path) is not an SQLite database")
    #expect(try ProjectFiles.bytes(path) == Array(repeating: UInt8(ascii: "x"), count: 5000))
  }

  @Test func damagedPagesAreReported() throws {
    do {
      let library = try Library(at: folder.file("hsync.db"))
      try library.write { db in
        for _ in 0..<200 { try db.execute(sql: "INSERT INTO meal(name) VALUES ('Apple')") }
      }
    }
    var bytes = try ProjectFiles.bytes(folder.file("hsync.db"))
    // Everything but the first page, which holds the header and the start of the schema.
    for index in 4096..<bytes.count { bytes[index] = 0xA5 }
    try folder.write(bytes, to: "hsync.db")
    do {
      let library = try Library(at: folder.file("hsync.db"))
      _ = try MealLog(library).recentFoods(limit: 10)
      Issue.record("nothing was noticed")
    } catch {
      #expect(error.code == .damaged)
      #expect(error.kind == .badData)
    }
  }

  @Test func anEmptyFileBecomesALibrary() throws {
    try folder.write([], to: "hsync.db")
    #expect(refusal(of: folder.file("hsync.db")) == nil)
  }

  @Test func aMissingFolderIsNotMadeForAMistypedPath() throws {
    let error = try #require(refusal(of: folder.file("tpyo/hsync.db"), makesFolder: false))
    #expect(error.kind == .cantCreate)
    #expect(error.message.hasSuffix("tpyo/hsync.db: no such folder"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("tpyo")))
  }

  @Test func placesWhereNoFileCanBeAreRefused() throws {
    try folder.write([], to: "file")
    #expect(refusal(of: folder.path)?.kind == .cantCreate)
    #expect(refusal(of: folder.file("file/hsync.db"))?.kind == .cantCreate)
    #expect(refusal(of: folder.file("file/deeper/hsync.db"))?.kind == .cantCreate)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func aFolderWithoutRightsIsSaidSo() throws {
    try FileManager.default.createDirectory(atPath: folder.file("closed"), withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.file("closed"))
    #expect(refusal(of: folder.file("closed/hsync.db"))?.kind == .noPermission)
    #expect(refusal(of: folder.file("closed/deeper/hsync.db"))?.kind == .noPermission)
    try folder.write([], to: "unreadable.db")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.file("unreadable.db"))
    #expect(refusal(of: folder.file("unreadable.db"))?.kind == .noPermission)
  }

  @Test func aFullDiskKeepsWhatWasThere() throws {
    let store = try StoreFixture()
    try store.meals.log([StoreFixture.meal("first")], at: StoreFixture.noon)
    let before = try store.dump("meal") + store.dump("outbox") + store.dump("change_row")
    try store.library.database.writeWithoutTransaction { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + 1)")
    }
    var big = StoreFixture.meal("second")
    big.note = String(repeating: "x", count: 100_000)
    do {
      try store.meals.log([big], at: StoreFixture.noon)
      Issue.record("the write went through")
    } catch {
      #expect(error.code == .diskFull)
      #expect(error.kind == .io)
    }
    #expect(try store.dump("meal") + store.dump("outbox") + store.dump("change_row") == before)
  }

  @Test func aLockedLibraryIsBusyAndStillReadable() throws {
    let store = try StoreFixture()
    try store.meals.log([StoreFixture.meal("first")], at: StoreFixture.noon)
    try store.library.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA busy_timeout = 0") }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: store.folder.file("hsync.db"), configuration: configuration)
    try other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    let refused = #expect(throws: StoreError.self) { try store.meals.log([StoreFixture.meal("second")], at: StoreFixture.noon) }
    #expect(refused?.kind == .tryAgain)
    #expect(try store.meals.meals(on: StoreFixture.noon.day).map(\.id) == ["first"])
    try other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    try store.meals.log([StoreFixture.meal("second")], at: StoreFixture.noon)
  }

  @Test(arguments: [
    (ResultCode.SQLITE_BUSY, ErrorKind.tryAgain), (.SQLITE_LOCKED, .tryAgain), (.SQLITE_FULL, .io), (.SQLITE_IOERR_FSYNC, .io),
    (.SQLITE_READONLY, .noPermission), (.SQLITE_READONLY_DIRECTORY, .noPermission), (.SQLITE_CANTOPEN, .cantCreate),
    (.SQLITE_NOTADB, .badData), (.SQLITE_CORRUPT, .badData), (.SQLITE_CONSTRAINT_CHECK, .badData), (.SQLITE_MISUSE, .software),
  ])
  func eachCodeOfSQLiteHasItsKind(code: ResultCode, kind: ErrorKind) {
    let error = StoreError(DatabaseError(resultCode: code, message: "m", sql: "SELECT secret", arguments: ["weight"]), path: "/x.db")
    #expect(error.kind == kind)
    #expect(!error.message.contains("secret") && !error.message.contains("weight"))
  }
}
