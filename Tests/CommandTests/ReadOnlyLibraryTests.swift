import Foundation
import HealthModel
import TestSupport
import Testing

/// A library that may only be read: its file and its folder are write-protected, and whoever reads isn't their owner.
@Suite(.enabled(if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"), "root may write anywhere"))
struct ReadOnlyLibraryTests {
  private let person: Household
  private let folder: String

  init() throws {
    person = try Household()
    folder = person.home.file("kept")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try #require(person.hsync.run("log", "--name", "Soup", "--kcal", "250", "--db", library).status == 0)
  }

  private var library: String { folder + "/a.db" }

  private func protect(_ file: mode_t = 0o444, _ place: mode_t = 0o555) {
    for path in [library, library + "-wal", library + "-shm"] { chmod(path, file) }
    chmod(folder, place)
    chmod(person.home.path, 0o755)
  }

  /// Runs hsync as a user who may do only what the rights say.
  private func run(_ arguments: String...) throws -> Program.Outcome { try run(arguments) }

  private func run(_ arguments: [String]) throws -> Program.Outcome {
    let words = arguments + ["--db", library]
    let home = try TemporaryFolder()
    chmod(home.path, 0o777)
    guard geteuid() == 0 else { return try Program("hsync", home: home, environment: ["HSYNC_OFFLINE": "1"]).run(words) }
    return try Program("/usr/bin/setpriv", home: home, environment: ["HSYNC_OFFLINE": "1"]).run(
      ["--reuid=65534", "--regid=65534", "--clear-groups", Program.folder + "/hsync"] + words)
  }

  @Test func whatReadsWorksAndWhatWritesEndsWith77() throws {
    protect()
    defer { protect(0o644, 0o755) }
    let commands = [
      ["today"], ["meals"], ["week"], ["plan"], ["pending"], ["summary"], ["weight", "list"], ["queue"], ["conflicts"], ["sync", "status"],
      ["sources"],
    ]
    for command in commands {
      let outcome = try run(command)
      #expect(outcome.status == 0, "\(command): \(outcome.status) \(outcome.err)")
    }
    #expect(try run("meals").out.contains("Soup"))
    for command in [["log", "--name", "Bread", "--kcal", "5"], ["weight", "log", "80"], ["plan", "add", "workout", "Run"], ["undo"]] {
      let outcome = try run(command)
      #expect(outcome.status == 77 && outcome.err.contains("isn't writable"), "\(command): \(outcome.status) \(outcome.err)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.db"])
  }

  @Test func aBackupAndAnExportCanBeMade() throws {
    protect()
    defer { protect(0o644, 0o755) }
    let open = try TemporaryFolder()
    chmod(open.path, 0o777)
    let backup = try run("backup", open.file("b.db"))
    #expect(backup.status == 0, "\(backup.err)")
    let streamed = try run("backup", "-")
    #expect(streamed.out.hasPrefix("SQLite format 3"), "\(streamed.err)")
    #expect(try run("export", "-", "--only", "meal").out.contains("Soup"))
  }

  @Test func aFileWithoutWriteRightsInAnOpenFolderIsReadToo() throws {
    protect(0o444, 0o777)
    defer { protect(0o644, 0o755) }
    #expect(try run("meals").out.contains("Soup"))
    #expect(try run("log", "--name", "Bread", "--kcal", "5").status == 77)
  }

  /// A library whose log wasn't written back, as after a kill, and without the file that shares the log.
  @Test func changesInALogThatCantBeReadAreNotPassedOver() throws {
    let script = "PRAGMA wal_autocheckpoint = 0; UPDATE meal SET name = 'Stew';\n.shell cp '\(library)-wal' '\(library)-kept'\n"
    try #require(Program("/usr/bin/sqlite3", home: person.home).run([library], input: Array(script.utf8)).status == 0)
    try FileManager.default.moveItem(atPath: library + "-kept", toPath: library + "-wal")
    protect()
    defer { protect(0o644, 0o755) }
    let outcome = try run("meals")
    #expect(outcome.status == 77 && outcome.err.contains("a.db-wal"), "\(outcome.status) \(outcome.out) \(outcome.err)")
  }
}
