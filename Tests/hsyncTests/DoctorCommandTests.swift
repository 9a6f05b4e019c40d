import Foundation
import HealthModel
import Synchronization
import TestSupport
import Testing

@testable import Settings
@testable import hsync

/// `hsync doctor` finds what is wrong, says how to mend it, and changes nothing.
@Suite struct DoctorCommandTests {
  private let person: Household

  init() throws {
    person = try Household()
    // The test's own system has nothing to do with it: no systemctl, no crontab.
    try FileManager.default.createDirectory(atPath: person.home.file("bin"), withIntermediateDirectories: true)
  }

  private var program: Program {
    var program = person.hsync
    program.environment["PATH"] = person.home.file("bin")
    return program
  }

  /// The findings of one check.
  private func findings(_ check: String, _ arguments: String..., environment: [String: String] = [:]) throws -> [JSON] {
    var program = program
    program.environment.merge(environment) { $1 }
    let outcome = try program.run(["doctor", "--json"] + arguments)
    let json = try JSON(parsing: outcome.out)
    let verdicts = (json["checks"].array ?? []).compactMap { $0["verdict"].string }
    let worst = ["fail", "warn", "ok"].first(where: verdicts.contains)
    #expect(json["result"].string == worst)
    #expect(outcome.status == (worst == "fail" ? 1 : 0), "\(outcome.err)")
    return (json["checks"].array ?? []).filter { $0["check"].string == check }
  }

  private func expect(
    _ findings: [JSON], _ verdict: String, _ words: String, remedy: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isThere = findings.contains { finding in
      finding["verdict"].string == verdict && finding["message"].string?.contains(words) == true
        && (remedy.map { finding["remedy"].string?.contains($0) == true } ?? finding["remedy"].isNull)
    }
    #expect(isThere, "\(findings.map(\.text))", sourceLocation: sourceLocation)
  }

  private func makeLibrary() throws {
    #expect(try person.hsync.run("log", "--name", "Secret Soup", "--kcal", "251").status == 0)
  }

  @Test func nothingIsWrongWithALibraryInUse() throws {
    try makeLibrary()
    let outcome = try program.run("doctor")
    #expect(outcome.status == 0, "\(outcome.out)\(outcome.err)")
    #expect(outcome.lines.allSatisfy { $0.hasPrefix("ok    ") }, "\(outcome.out)")
    #expect(outcome.out.contains("ok    library    ~/.local/share/hsync/hsync.db, "))
    #expect(outcome.out.contains("sqlite     3.") && outcome.out.contains("zbar 0.") && outcome.out.contains("libcurl/"))
    #expect(outcome.out.contains("schema     version \(try person.sqlite("PRAGMA user_version").out)"))
    // It can be shown to others.
    for secret in ["Soup", "251", person.home.path] { #expect(!outcome.out.contains(secret), "\(secret)") }
    expect(try findings("integrity", "--full"), "ok", "all pages, rows and indexes are intact")
  }

  @Test func withoutALibraryNothingIsMade() throws {
    let outcome = try program.run("doctor")
    #expect(outcome.status == 0 && outcome.out.contains("none yet"), "\(outcome.out)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: person.home.path) == ["bin"])
    expect(try findings("library", "--db", person.home.file("no/x.db")), "fail", "there is no folder", remedy: "mkdir -m 700 -p ")
    expect(try findings("library", "--db", person.home.path), "fail", "is a folder", remedy: "--db")
  }

  @Test func anEmptyFileIsNoDamage() throws {
    let path = try person.home.write([], to: "empty.db")
    #expect(chmod(path, 0o600) == 0)
    #expect(try program.run("doctor", "--db", path).status == 0)
    #expect(try ProjectFiles.bytes(path).isEmpty)
  }

  @Test func rightsThatAreTooWideAreAWarning() throws {
    try makeLibrary()
    #expect(chmod(person.library, 0o644) == 0)
    #expect(chmod((person.library as NSString).deletingLastPathComponent, 0o755) == 0)
    let library = try findings("library")
    expect(library, "warn", "others may read ~/.local/share/hsync/hsync.db (644)", remedy: "chmod 600 ~/.local/share/hsync/hsync.db")
    expect(library, "warn", "others may look into ~/.local/share/hsync (755)", remedy: "chmod 700 ~/.local/share/hsync")
    // The suggested fix works.
    for remedy in library.compactMap({ $0["remedy"].string }) {
      #expect(try Program("/bin/sh", home: person.home).run("-c", remedy).status == 0)
    }
    expect(try findings("library"), "ok", "~/.local/share/hsync/hsync.db")
  }

  @Test func aPathWithBlanksIsQuoted() throws {
    let path = person.home.file("it's mine.db")
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "1", "--db", path).status == 0)
    #expect(chmod(path, 0o606) == 0)
    let remedy = try #require(findings("library", "--db", path).first?["remedy"].string)
    #expect(remedy == "chmod 600 ~/'it'\\''s mine.db'")
    #expect(try Program("/bin/sh", home: person.home).run("-c", remedy).status == 0)
    #expect(try program.run("doctor", "--db", path).status == 0)
  }

  /// A page of a table is overwritten, as a dying disk does it.
  @Test func damageIsFoundAndSaidHowToMend() throws {
    try makeLibrary()
    try person.sqlite(
      """
      WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 400)
      INSERT INTO meal(name, energy_kcal) SELECT printf('%0200d', i), 1 FROM n
      """)
    try person.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = try ProjectFiles.bytes(person.library)
    let root = try #require(
      Int(person.sqlite("SELECT rootpage FROM sqlite_schema WHERE name = 'meal'").out.trimmingCharacters(in: .newlines)))
    for index in ((root - 1) * 4096)..<(root * 4096) { bytes[index] = 0xA5 }
    try Data(bytes).write(to: URL(fileURLWithPath: person.library))
    let found = try findings("integrity")
    #expect(found.first?["verdict"].string == "fail", "\(found.map(\.text))")
    let remedy = try #require(found.first?["remedy"].string)
    #expect(remedy.contains("hsync restore FILE") && remedy.contains(".recover | sqlite3 "))
    #expect(try ProjectFiles.bytes(person.library) == bytes, "nothing was changed")
  }

  @Test func rowsThatReferToNothingAreFound() throws {
    try makeLibrary()
    try person.sqlite(
      "PRAGMA foreign_keys = OFF; CREATE TABLE a(id INTEGER PRIMARY KEY); CREATE TABLE b(a REFERENCES a); INSERT INTO b VALUES (7), (8)")
    expect(try findings("integrity"), "fail", "2 rows of b refer to missing rows", remedy: ".recover")
  }

  @Test func otherFilesAndNewerOnesAreNamed() throws {
    let text = try person.home.write(
      Array("not a database, whatever its name says, and long enough to be looked at as one".utf8), to: "x.db")
    #expect(chmod(text, 0o600) == 0)
    expect(try findings("integrity", "--db", text), "fail", "is not an SQLite database", remedy: "--db")
    let foreign = person.home.file("y.db")
    #expect(try Program("/usr/bin/sqlite3", home: person.home).run(foreign, "CREATE TABLE a(b)").status == 0)
    #expect(chmod(foreign, 0o600) == 0)
    expect(try findings("integrity", "--db", foreign), "fail", "another program's database", remedy: "--db")
    try makeLibrary()
    try person.sqlite("PRAGMA user_version = 999")
    expect(try findings("schema"), "fail", "version 999: made by a newer hsync", remedy: "update hsync")
  }

  /// An older library is looked at and not migrated.
  @Test func anOlderLibraryStaysAsOldAsItIs() throws {
    try makeLibrary()
    try person.sqlite("PRAGMA user_version = 1")
    expect(try findings("schema"), "ok", "version 1, which the next command migrates to ")
    #expect(try person.sqlite("PRAGMA user_version").out == "1\n")
  }

  /// On a file system that is mounted for reading, which is so for root, too.
  @Test func aFolderThatCantBeWrittenIsAFailure() throws {
    try makeLibrary()
    let folder = (person.library as NSString).deletingLastPathComponent
    let script =
      "mount --bind '\(folder)' '\(folder)' && mount -o remount,bind,ro '\(folder)' || exit 99; exec '\(Program.folder)/hsync' doctor --json"
    let outcome = try Program("/usr/bin/unshare", home: person.home).run("-m", "sh", "-c", script)
    if outcome.status == 99 || outcome.err.contains("unshare:") { return }  // No right to mount here.
    #expect(outcome.status == 1, "\(outcome.err)")
    let checks = try JSON(parsing: outcome.out)["checks"].array ?? []
    expect(checks, "fail", "the disk of ~/.local/share/hsync can only be read", remedy: "mount it for writing")
  }

  @Test func settingsAreLookedThrough() throws {
    try person.configure("[sync]\nsampels = []\nrefresh_today = 3\n")
    #expect(chmod(person.home.file(".config/hsync/config.toml"), 0o664) == 0)
    let found = try findings("settings", environment: ["HSYNC_ZOEN": "UTC"])
    expect(found, "fail", "sync.refresh_today in ~/.config/hsync/config.toml must be true or false", remedy: "hsync config edit")
    expect(found, "warn", "did you mean sync.samples?", remedy: "hsync config edit")
    expect(found, "warn", "others may change", remedy: "chmod go-w ~/.config/hsync/config.toml")
    expect(found, "warn", "$HSYNC_ZOEN is set", remedy: "did you mean $HSYNC_ZONE?")
    try person.configure("[sync\n")
    expect(try findings("settings"), "fail", "is not valid TOML, line 1", remedy: "hsync config edit")
  }

  @Test func sourcesAreGrantedOrNot() throws {
    expect(try findings("sources"), "ok", "no folder is connected")
    let folder = person.home.file("Health")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try person.configure("[health]\nfolders = [\"~/Health\", \"/no/such/folder\"]\n")
    let found = try findings("sources")
    expect(found, "ok", "~/Health Granted")
    expect(found, "fail", "/no/such/folder Not granted", remedy: "hsync config set health.folders FOLDER")
  }

  @Test func theProductFileIsRead() throws {
    let file = try person.writeProducts()
    expect(try findings("products", environment: ["HSYNC_PRODUCTS": file]), "ok", "~/products.tsv, 3 products, changed just now")
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -400 * 86_400)], ofItemAtPath: file)
    expect(try findings("products", environment: ["HSYNC_PRODUCTS": file]), "warn", "changed 13 months ago", remedy: "get a new one")
    expect(try findings("products", environment: ["HSYNC_PRODUCTS": file + ".gone"]), "fail", "products.tsv.gone", remedy: "products.file")
  }

  // MARK: The backend

  @Test func aBackendThatKnowsUs() throws {
    let backend = try RunningBackend()
    try person.logIn(to: backend)
    try makeLibrary()
    #expect(try person.hsync.run("sync").status == 0)
    expect(try findings("backend"), "ok", "answers, and takes the token")
    expect(try findings("clock"), "ok", "as the backend's")
    expect(try findings("account"), "ok", "signed in")
    expect(try findings("sync"), "ok", "last just now")
    expect(try findings("schedule"), "ok", "none: it syncs by hand")
    let token = person.library + ".account"
    #expect(chmod(token, 0o640) == 0)
    expect(
      try findings("account", "--offline"), "fail", "other users can read the token",
      remedy: "chmod 600 ~/.local/share/hsync/hsync.db.account")
    #expect(chmod(token, 0o600) == 0)
    backend.crash()
    expect(try findings("backend", "--offline"), "ok", "not asked (--offline)")
    let away = try findings("backend")
    #expect(away.first?["verdict"].string == "fail" && away.first?["remedy"].string != nil, "\(away.map(\.text))")
    expect(try findings("clock"), "ok", "not before the last sync")
    // The clock was set back.
    try person.sqlite("UPDATE sync_state SET last_ok_at = last_ok_at + 7200000")
    expect(try findings("clock", "--offline"), "warn", "before the last sync", remedy: "timedatectl")
    try Data("{".utf8).write(to: URL(fileURLWithPath: token))
    #expect(chmod(token, 0o600) == 0)
    expect(try findings("account"), "fail", "can't be read", remedy: "hsync login")
  }

  @Test(arguments: [(-3 * 3600, "3 h before the backend's"), (86_400 * 3 + 600, "3 days behind the backend's")])
  func aClockThatIsWrongIsAWarning(backendsSeconds: Int, words: String) throws {
    let server = try LoopbackServer { _ in
      var seconds = time(nil) + backendsSeconds
      var parts = tm()
      gmtime_r(&seconds, &parts)
      var text = [CChar](repeating: 0, count: 64)
      strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
      let date = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return .text("{}", status: 404, headers: [("Date", date)])
    }
    try person.logIn(url: server.baseURL, token: "t")
    expect(try findings("clock"), "warn", words, remedy: "set-ntp")
  }

  @Test(arguments: [(401, "doesn't accept the token"), (403, "doesn't allow this account"), (503, "has a problem")])
  func aBackendThatRefusesUs(status: Int, words: String) throws {
    let isBroken = Mutex(false)
    let server = try LoopbackServer { _ in .text("{}", status: isBroken.withLock { $0 } ? status : 404) }
    try person.logIn(url: server.baseURL, token: "s3cret")
    isBroken.withLock { $0 = true }
    let found = try findings("backend")
    #expect(found.first?["verdict"].string == "fail" && found.first?["message"].string?.contains(words) == true, "\(found.map(\.text))")
    let text = try program.run("doctor")
    #expect(text.status == 1 && text.err.contains("1 check failed") && !text.out.contains("s3cret"))
  }
}
