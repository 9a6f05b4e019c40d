import Foundation
import HealthModel
import TestSupport
import Testing

/// Paths that lead to pipes, devices and sockets, and settings that are made to take all time and memory.
@Suite("F17: pipes, devices, settings") struct HostileInputTests {
  private let person: Household

  init() throws { person = try Household() }

  private func makePipe() throws -> String {
    let path = person.home.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    return path
  }

  /// Whether the process looks after SIGTERM itself: from then on a signal doesn't end it, it only asks.
  private func looksAfterSignals(_ running: Program.Running) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(running.pid)/status", encoding: .utf8)) ?? ""
    let mask = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t").last
    return mask.flatMap { UInt64($0, radix: 16) }.map { $0 & 1 << UInt64(SIGTERM - 1) != 0 } ?? false
  }

  /// Nobody opens the pipe's other end: the first signal ends who waits for that.
  @Test(arguments: [["import"], ["restore", "--yes"]], [SIGTERM, SIGINT])
  func firstSignalEndsWhoWaitsForAPipe(words: [String], signal: Int32) throws {
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    let running = try person.hsync.start(words + [try makePipe()])
    #expect(comesTrue { looksAfterSignals(running) })
    running.signal(signal)
    let outcome = running.wait()
    #expect(outcome.status == 130 && outcome.err.hasPrefix("hsync: interrupted; "), "\(outcome.status) \(outcome.err)")
    #expect(try person.hsync.run("meals").out.contains("Soup"))
  }

  @Test func namedPipeIsImportedAsItComes() throws {
    let pipe = try makePipe()
    let running = try person.hsync.start(["import", pipe])
    let writer = open(pipe, O_WRONLY | O_CLOEXEC)
    let export = HealthExportFixture.apple([HealthExportFixture.steps(100, "Watch", "2026-02-10", "08:00", "08:10")])
    #expect(export.withUnsafeBytes { Foundation.write(writer, $0.baseAddress, $0.count) } == export.count)
    close(writer)
    #expect(running.wait().status == 0)
    #expect(try person.value("SELECT count(*) FROM sample") == "1")
  }

  @Test func namedPipeIsRestoredAsItComes() throws {
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    let backup = person.home.file("backup.db")
    #expect(try person.hsync.run("backup", backup).status == 0)
    #expect(try person.hsync.run("undo").status == 0)
    let pipe = try makePipe()
    let running = try person.hsync.start(["restore", "--yes", pipe])
    let writer = try TestPipeWriter(pipe)
    try writer.write(try ProjectFiles.bytes(backup))
    writer.close()
    let outcome = running.wait()
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(try person.hsync.run("meals").out.contains("Soup"))
  }

  /// Devices and sockets are told from files at once.
  @Test(arguments: ["/dev/null", "/dev/zero", "socket", "pipe"])
  func deviceIsNoLibraryAndNoSettings(name: String) throws {
    let path = name.hasPrefix("/") ? name : person.home.file(name)
    if name == "pipe" { _ = try makePipe() }
    if name == "socket" { try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0) }
    let outcome = try person.hsync.run("today", "--db", path)
    #expect(outcome.status == 65 && outcome.err.hasPrefix("hsync: \(path) is a pipe, socket or device, not a file\n"), "\(outcome.err)")
    let folder = person.home.file(".config/hsync")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #require(symlink(path, folder + "/config.toml") == 0)
    let set = try person.hsync.run("config", "set", "units.weight", "lb")
    #expect(set.status == 78 && set.err.contains("can't be read as text: it isn't a regular file"), "\(set.err)")
  }

  // MARK: - Settings

  private func setting(_ text: String) throws -> Program.Outcome {
    let folder = person.home.file(".config/hsync")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try person.home.write(Array(text.utf8), to: ".config/hsync/config.toml")
    return try person.hsync.run("config", "set", "units.weight", "lb")
  }

  private static let key = Array(repeating: "a", count: 100_000).joined(separator: ".")

  private static let keysOfManyParts: [String] =
    ["\(key) = 1", "[\(key)]", "a = { \(key) = 1 }"].map { String($0.prefix(60_000)) } + ["x = 1\n\(key.prefix(60_000))"]

  /// The parser goes as deep as keys do: 30,000 parts ended every command with SIGSEGV.
  @Test(arguments: keysOfManyParts)
  func keyOfManyPartsIsRefused(text: String) throws {
    let outcome = try setting(text)
    #expect(outcome.status == 78, "\(outcome.err.prefix(300))")
    #expect(outcome.err.contains("has more dots than keys of settings"), "\(outcome.err.prefix(300))")
    #expect(try person.hsync.run("today").status == 0)
  }

  /// As many dots as may be, on lines that go on from each other.
  @Test func keysAsDeepAsMayBeAreRead() throws {
    let key = Array(repeating: "a", count: 1000).joined(separator: ".")
    let outcome = try setting("[\(key)]\n\(key) = 1\n[b.\(key.dropFirst(2))]\n\(key.prefix(1001)) = { \(key.prefix(899)) = 1 }\n")
    #expect(outcome.status == 0, "\(outcome.status) \(outcome.err.prefix(300))")
  }

  @Test func fileLargerThanSettingsAreIsRefused() throws {
    let outcome = try setting((0..<500_000).map { "k\($0) = 1\n" }.joined())
    #expect(outcome.status == 78 && outcome.err.contains("is larger than settings are: the limit is 64 KiB"), "\(outcome.err.prefix(300))")
  }

  @Test func nameOfAMegabyteIsComparedWithNone() throws {
    let outcome = try person.hsync.run("config", "set", String(repeating: "a.", count: 60_000), "1")
    #expect(outcome.status == 64)
  }

  @Test func settingsThatEverybodyMayWriteAreRefused() throws {
    #expect(try setting("").status == 0)
    chmod(person.home.file(".config/hsync/config.toml"), 0o666)
    let outcome = try person.hsync.run("config", "set", "units.weight", "kg")
    #expect(outcome.status == 78 && outcome.err.contains("can be changed by all users"), "\(outcome.err)")
  }

  @Test func loginStoresNoAddressThatIsNone() throws {
    let outcome = try person.hsync.run(["login", "--url", "https://a b/", "--token-stdin", "--unchecked"], input: Array("t\n".utf8))
    #expect(outcome.status == 78 && outcome.err.contains("isn't the URL of a server: https://a b\n"), "\(outcome.err)")
    #expect(!FileManager.default.fileExists(atPath: person.library + ".account"))
  }
}

/// The writing end of a named pipe that a program reads.
private final class TestPipeWriter {
  private let handle: FileHandle

  /// Waits for the reader.
  init(_ path: String) throws { handle = FileHandle(fileDescriptor: open(path, O_WRONLY | O_CLOEXEC), closeOnDealloc: true) }

  func write(_ bytes: [UInt8]) throws { try handle.write(contentsOf: bytes) }

  func close() { try? handle.close() }
}
