import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync backup`: a whole copy of one moment, or none.
@Suite struct BackupTests {
  private let person: Household
  private var file: String { person.home.file("backup.db") }

  init() throws {
    person = try Household()
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
  }

  /// Returns the output of the sqlite3 shell for a statement on a file.
  private func sqlite(_ path: String, _ sql: String) throws -> String {
    try Program("/usr/bin/sqlite3", home: person.home).run("-batch", path, sql).out.trimmingCharacters(in: .newlines)
  }

  private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: person.home.path).sorted() }

  @Test func itIsAWholeLibraryThatOnlyItsOwnerReads() throws {
    let outcome = try person.hsync.run("backup", file)
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.out.hasPrefix("backed up 1 meal to \(file) ("))
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    #expect(try sqlite(file, "PRAGMA integrity_check; SELECT name FROM meal") == "ok\nSoup")
    #expect(try files().filter { $0.hasPrefix("backup") } == ["backup.db"])
    #expect(try person.hsync.run("today", "--db", file).out.contains("Soup"))
    #expect(try person.hsync.run("backup", person.home.file("b2.db"), "--quiet").out == "")
  }

  /// A second program, the sqlite3 shell, commits pairs of rows all the while: each copy has only whole pairs.
  @Test func itIsOfOneMomentWhileAnotherProgramWrites() throws {
    let pairs = (0..<3000).map { n in
      "BEGIN IMMEDIATE; INSERT INTO meal(id, name) VALUES ('a\(n)', 'left'); INSERT INTO meal(id, name) VALUES ('b\(n)', 'right'); COMMIT;"
    }
    let writer = try Program("/usr/bin/sqlite3", home: person.home).start(
      ["-batch", "-cmd", ".timeout 20000", person.library], input: Array(pairs.joined(separator: "\n").utf8))
    var counts: [Int] = []
    for n in 0..<6 {
      let copy = person.home.file("copy\(n).db")
      let outcome = try person.hsync.run("backup", copy)
      #expect(outcome.status == 0, "\(outcome.err)")
      let answer = try sqlite(
        copy, "PRAGMA integrity_check; SELECT count(*) FILTER (WHERE name = 'left'), count(*) FILTER (WHERE name = 'right') FROM meal")
      let numbers = answer.split(separator: "\n").last?.split(separator: "|").compactMap { Int($0) } ?? []
      #expect(answer.hasPrefix("ok\n") && numbers.count == 2 && numbers[0] == numbers[1], "\(answer)")
      counts.append(numbers.first ?? -1)
    }
    #expect(counts == counts.sorted())
    #expect(writer.wait().status == 0)
    #expect(try sqlite(person.library, "SELECT count(*) FROM meal") == "6001")
  }

  @Test func whatIsThereIsReplacedOnlyWhenAsked() throws {
    try person.home.write(Array("mine".utf8), to: "backup.db")
    let refused = try person.hsync.run("backup", file)
    #expect(refused.status == 73)
    #expect(refused.err.contains("already exists") && refused.err.contains("--force"))
    #expect(try ProjectFiles.bytes(file) == Array("mine".utf8))
    #expect(try person.hsync.run("backup", file, "--force").status == 0)
    #expect(try sqlite(file, "SELECT name FROM meal") == "Soup")
  }

  @Test func theLibraryIsNeverItsOwnBackup() throws {
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: person.library)
    for path in [person.library, file] {
      let outcome = try person.hsync.run("backup", path, "--force")
      #expect(outcome.status == 64)
      #expect(outcome.err.contains("is the library itself"))
    }
    let folder = try person.hsync.run("backup", person.home.path)
    #expect(folder.status == 73)
    #expect(folder.err.contains("hint: hsync backup \(person.home.path)/hsync-2"))
    #expect(try person.hsync.run("backup", person.home.file("no/such/folder.db")).status == 73)
    #expect(try sqlite(person.library, "SELECT name FROM meal") == "Soup")
  }

  @Test func aDamagedLibraryIsRefusedWithWhatToDo() throws {
    try person.sqlite(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO meal(name) SELECT 'Apple ' || i FROM n")
    var bytes = try ProjectFiles.bytes(person.library)
    let middle = bytes.count / 8192 * 4096
    for index in middle..<middle + 8192 { bytes[index] = 0xA5 }
    try Data(bytes).write(to: URL(fileURLWithPath: person.library))
    let outcome = try person.hsync.run("backup", file)
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("is damaged, so it was not backed up"), "\(outcome.err)")
    #expect(outcome.err.contains("hint: restore an earlier backup: hsync restore FILE"))
    #expect(try files().filter { $0.hasPrefix("backup") } == [])
  }

  @Test func whatIsNoLibraryIsSaidSo() throws {
    let none = try person.hsync.run("backup", file, "--db", person.home.file("none.db"))
    #expect(none.status == 66)
    #expect(none.err.contains("there is no library"))
    #expect(!FileManager.default.fileExists(atPath: person.home.file("none.db")))
    try person.home.write(Array(String(repeating: "text ", count: 500).utf8), to: "text.db")
    #expect(try person.hsync.run("backup", file, "--db", person.home.file("text.db")).status == 65)
    try person.sqlite("PRAGMA user_version = 999")
    let newer = try person.hsync.run("backup", file)
    #expect(newer.status == 78)
    #expect(newer.err.contains("hint: update hsync"))
    #expect(try files().filter { $0.hasPrefix("backup") } == [])
  }

  @Test func aPipeGetsTheBytesAndATerminalDoesNot() throws {
    let shell = Program("/bin/sh", home: person.home, environment: ["HSYNC_OFFLINE": "1"])
    let outcome = try shell.run("-c", "'\(Program.folder)/hsync' backup - > '\(file)'")
    #expect(outcome.status == 0 && outcome.err == "", "\(outcome.err)")
    #expect(try sqlite(file, "PRAGMA integrity_check; SELECT name FROM meal") == "ok\nSoup")
    let shown = try person.hsync.runOnTerminal(["backup", "-"], typing: "")
    #expect(shown.status == 64)
    #expect(shown.out.contains("isn't written to a terminal"))
    let cut = try shell.run("-c", "'\(Program.folder)/hsync' backup - | head -c 10 | wc -c")
    #expect(cut.out.trimmingCharacters(in: .whitespacesAndNewlines) == "10")
    let beside = try FileManager.default.contentsOfDirectory(atPath: (person.library as NSString).deletingLastPathComponent)
    #expect(!beside.contains { $0.hasSuffix(".new") }, "\(beside)")
  }

  @Test func anInterruptLeavesNothing() throws {
    let backup = try person.hsync.start(["backup", file])
    backup.signal(SIGINT)
    let outcome = backup.wait()
    #expect([0, 130].contains(outcome.status))
    let made = try files().filter { $0.hasPrefix("backup") }
    #expect(made == (outcome.status == 0 ? ["backup.db"] : []))
  }
}
