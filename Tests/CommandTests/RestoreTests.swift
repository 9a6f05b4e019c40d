import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync restore`: the backup's contents in the library's place, and the library beside it.
@Suite struct RestoreTests {
  private let person: Household
  private var backup: String { person.home.file("backup.db") }
  private var folder: String { (person.library as NSString).deletingLastPathComponent }

  /// A library with Soup and Bread, of which the backup has Soup alone.
  init() throws {
    person = try Household()
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    #expect(try person.hsync.run("backup", person.home.file("backup.db")).status == 0)
    #expect(try person.hsync.run("log", "--name", "Bread", "--kcal", "100").status == 0)
  }

  private func names(in path: String) throws -> String {
    try Program("/usr/bin/sqlite3", home: person.home)
      .run("-batch", path, "PRAGMA integrity_check; SELECT group_concat(name) FROM (SELECT name FROM meal ORDER BY created_at_ms, name)")
      .out.trimmingCharacters(in: .newlines)
  }

  /// The earlier libraries that were kept.
  private func kept() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("before-restore") && !$0.hasSuffix("-wal") }.sorted()
      .map { folder + "/" + $0 }
  }

  private func leftovers() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains(".new") } }

  @Test func theBackupIsInItsPlaceAndTheLibraryBeside() throws {
    let outcome = try person.hsync.run("restore", backup, "--yes")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.lines.first == "restored 1 meal from \(backup)")
    #expect(try names(in: person.library) == "ok\nSoup")
    let old = try #require(kept().first)
    #expect(outcome.lines.last == "the previous library was kept: \(old)")
    #expect(try names(in: old) == "ok\nSoup,Bread")
    #expect(try FileManager.default.attributesOfItem(atPath: old)[.posixPermissions] as? Int == 0o600)
    // And back again; the first one stays, too.
    #expect(try person.hsync.run("restore", old, "--yes").status == 0)
    #expect(try names(in: person.library) == "ok\nSoup,Bread")
    #expect(try kept().count == 2)
    #expect(try leftovers() == [])
    #expect(try person.sqlite("PRAGMA journal_mode").out == "wal\n")
  }

  /// As a crash leaves it: the newest meals are in the log alone. They are kept, and don't get into what was restored.
  @Test func aLogOfTheOldLibraryIsNotMixedIn() throws {
    let crashed = person.home.file("crashed")
    try FileManager.default.createDirectory(atPath: crashed, withIntermediateDirectories: true)
    let script = """
      PRAGMA wal_autocheckpoint = 0;
      INSERT INTO meal(name) VALUES ('Cake');
      .shell cp '\(person.library)' '\(person.library)-wal' '\(crashed)'
      """
    let outcome = try Program("/usr/bin/sqlite3", home: person.home).run(["-batch", person.library], input: Array(script.utf8))
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(try ProjectFiles.bytes(crashed + "/hsync.db-wal").count > 0)
    let library = crashed + "/hsync.db"
    #expect(try person.hsync.run("restore", backup, "--yes", "--db", library).status == 0)
    #expect(try names(in: library) == "ok\nSoup")
    let old = try #require(FileManager.default.contentsOfDirectory(atPath: crashed).first { $0.contains("before-restore") })
    #expect(try names(in: crashed + "/" + old) == "ok\nSoup,Bread,Cake")
  }

  /// Another program reads in a transaction, then outside of one: it sees the old library, then the new one.
  ///
  ///     sqlite3                     hsync
  ///     BEGIN; SELECT: 2 meals
  ///                                 restore
  ///     SELECT: 2 meals; COMMIT
  ///     SELECT: 1 meal; INSERT
  @Test func anotherProgramSeesTheOneOrTheOther() throws {
    let restore = "HOME='\(person.home.path)' '\(Program.folder)/hsync' restore '\(backup)' --yes > /dev/null"
    let script = """
      BEGIN; SELECT count(*) FROM meal;
      .shell \(restore)
      SELECT count(*) FROM meal; COMMIT; SELECT count(*) FROM meal;
      INSERT INTO meal(name) VALUES ('Cake');
      """
    let outcome = try Program("/usr/bin/sqlite3", home: person.home).run(["-batch", person.library], input: Array(script.utf8))
    #expect(outcome.lines == ["2", "2", "1"], "\(outcome.err)")
    #expect(try names(in: person.library) == "ok\nSoup,Cake")
  }

  @Test func aBackupWithALogBesideItIsReadWhole() throws {
    let script = """
      PRAGMA wal_autocheckpoint = 0;
      INSERT INTO meal(name) VALUES ('Cake');
      .shell cp '\(person.library)' '\(person.home.file("live.db"))'; cp '\(person.library)-wal' '\(person.home.file("live.db-wal"))'
      """
    _ = try Program("/usr/bin/sqlite3", home: person.home).run(["-batch", person.library], input: Array(script.utf8))
    #expect(try person.hsync.run("restore", person.home.file("live.db"), "--yes").status == 0)
    #expect(try names(in: person.library) == "ok\nSoup,Bread,Cake")
  }

  @Test(arguments: [("-sync-lock", "Syncing... since 12:03"), ("-import-lock", "an import is running since 12:03")])
  func notWhileASyncOrAnImportRuns(lock: String, words: String) throws {
    let descriptor = open(person.library + lock, O_CREAT | O_RDWR, 0o600)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let since = Array("1770724980000\n".utf8)
    #expect(pwrite(descriptor, since, since.count, 0) == since.count)
    let outcome = try person.hsync.run("restore", backup, "--yes")
    #expect(outcome.status == 75)
    #expect(outcome.err.contains(words), "\(outcome.err)")
    #expect(try names(in: person.library) == "ok\nSoup,Bread")
    #expect(try kept() == [] && leftovers() == [])
  }

  @Test func whatIsNoBackupChangesNothing() throws {
    let newer = person.home.file("newer.db")
    let damaged = person.home.file("damaged.db")
    let other = person.home.file("other.db")
    let sqlite = Program("/usr/bin/sqlite3", home: person.home)
    try FileManager.default.copyItem(atPath: backup, toPath: newer)
    _ = try sqlite.run("-batch", newer, "PRAGMA user_version = 999")
    _ = try sqlite.run("-batch", other, "CREATE TABLE music(title)")
    var bytes = try ProjectFiles.bytes(backup)
    for index in bytes.count / 2..<bytes.count / 2 + 8192 { bytes[index] = 0xA5 }
    try Data(bytes).write(to: URL(fileURLWithPath: damaged))
    let text = try person.home.write(Array(String(repeating: "text ", count: 500).utf8), to: "text.db")
    let empty = try person.home.write([], to: "empty.db")
    let cases: [(String, Int32, String)] = [
      (newer, 78, "update hsync"), (damaged, 65, "is damaged"), (other, 65, "is not a library of hsync"), (text, 65, "is not a library"),
      (empty, 65, "is not a library"), (person.home.file("none.db"), 66, "there is no file"), (person.home.path, 65, "is a folder"),
      (person.library, 64, "is the library itself"),
    ]
    for (path, status, words) in cases {
      let outcome = try person.hsync.run("restore", path, "--yes")
      #expect(outcome.status == status, "\(path): \(outcome.err)")
      #expect(outcome.err.contains(words), "\(path): \(outcome.err)")
      // Named as the person named it.
      #expect(!outcome.err.contains(".new"), "\(outcome.err)")
    }
    #expect(try names(in: person.library) == "ok\nSoup,Bread")
    #expect(try kept() == [] && leftovers() == [])
  }

  @Test func itAsksFirst() throws {
    let unasked = try person.hsync.run("restore", backup)
    #expect(unasked.status == 64)
    #expect(unasked.err.contains("--yes"))
    let no = try person.hsync.runOnTerminal(["restore", backup], typing: "n\n")
    #expect(
      no.out.contains("1 meal") && no.out.contains("2 meals") && no.out.contains("replace the library by the backup? [y/N]"), "\(no.out)")
    #expect(no.status == 1)
    #expect(try names(in: person.library) == "ok\nSoup,Bread")
    #expect(try kept() == [] && leftovers() == [])
    #expect(try person.hsync.runOnTerminal(["restore", backup], typing: "y\n").status == 0)
    #expect(try names(in: person.library) == "ok\nSoup")
  }

  @Test func aNewComputerGetsItFromAPipe() throws {
    let bytes = try ProjectFiles.bytes(backup)
    let other = try Household()
    let unasked = try other.hsync.run(["restore", "-"], input: bytes)
    #expect(unasked.status == 64)
    let outcome = try other.hsync.run(["restore", "-", "--yes", "--json"], input: bytes)
    #expect(outcome.status == 0, "\(outcome.err)")
    let json = try JSON(parsing: outcome.out)
    #expect(json["kept"].isNull && json["records"]["meal"].int == 1)
    #expect(try names(in: other.library) == "ok\nSoup")
    #expect(try FileManager.default.attributesOfItem(atPath: other.library)[.posixPermissions] as? Int == 0o600)
  }

  /// The very reason for a restore: nothing of the library can be read any more.
  @Test func aDestroyedLibraryIsReplacedAndKept() throws {
    let garbage = Array(repeating: UInt8(ascii: "x"), count: 9000)
    for ending in ["-wal", "-shm"] { unlink(person.library + ending) }
    try Data(garbage).write(to: URL(fileURLWithPath: person.library))
    #expect(try person.hsync.run("restore", backup, "--yes").status == 0)
    #expect(try names(in: person.library) == "ok\nSoup")
    #expect(try ProjectFiles.bytes(#require(kept().first)) == garbage)
  }

  /// Row 18 of `docs/faults.md`, as a person does it: what was synced since comes back, and what is logged after it isn't lost.
  @Test func aRestoredDeviceIsRecognisedAndLosesNothing() throws {
    let backend = try RunningBackend()
    let token = try backend.addUser("ana")
    let other = try Household()
    try person.logIn(to: backend, token: token)
    try other.logIn(to: backend, token: token)
    #expect(try person.hsync.run("sync").status == 0)
    let early = person.home.file("early.db")
    #expect(try person.hsync.run("backup", early).status == 0)
    #expect(try person.hsync.run("log", "--name", "Cake", "--kcal", "300").status == 0)
    #expect(try person.hsync.run("sync").status == 0)
    #expect(try person.hsync.run("restore", early, "--yes").status == 0)
    #expect(try person.hsync.run("log", "--name", "Apple", "--kcal", "52").status == 0)
    let sync = try person.hsync.run("sync")
    #expect(sync.status == 0, "\(sync.err)")
    #expect(sync.out.contains("this library is a copy or was restored from a backup; it goes on as device "), "\(sync.out)")
    #expect(try other.hsync.run("sync").status == 0)
    for household in [person, other] {
      #expect(
        try household.sqlite("SELECT group_concat(name) FROM (SELECT name FROM meal ORDER BY name)").out == "Apple,Bread,Cake,Soup\n")
    }
    // Elsewhere, the token isn't there.
    let third = try Household()
    let elsewhere = try third.hsync.run("restore", early)
    #expect(elsewhere.status == 0)
    #expect(elsewhere.err == "not signed in to \(backend.url) here: hsync login\n")
  }
}
