import Foundation
import HealthModel
import TestSupport
import Testing

/// Texts of others that are made to command a terminal or to show something else than they are: from a backend, another device, an export, or a line of
/// the settings. Nothing of it is printed as it is, by any command, to any stream.
@Suite("F7: text that steers a terminal") struct HostileTerminalTests {
  private static let evil = "x\u{1B}]0;t\u{7}\r\u{9B}2J\u{85}\u{202E}y\u{2066}\u{2028}\u{200F}z\u{7F}"
  private let person: Household

  /// A library in which every text is one of these, as far as its rules allow; ids and devices, which a bad backend may have sent, too.
  init() throws {
    person = try Household()
    let evil = HostileTerminalTests.evil
    try #require(person.hsync.run("log", "--name", evil, "--kcal", "12", "--yes", "--at", "2026-02-10 12:00").status == 0)
    try #require(person.hsync.run("log", "--name", evil, "--kcal", "12").status == 0)
    try #require(person.hsync.run("weight", "log", "80").status == 0)
    for kind in [["meal", "lunch"], ["workout"]] { try #require(person.hsync.run(["plan", "add"] + kind + [evil]).status == 0) }
    let statements = [
      "UPDATE meal SET brand = '\(evil)', note = '\(evil)'", "UPDATE meal SET id = id || '\(evil)' WHERE eaten_at_ms < 1780000000000",
      "UPDATE weight SET source = '\(evil)'",
      "INSERT INTO workout(id, activity, start_ms, end_ms, source) VALUES ('a\(evil)', '\(evil)', 1770721380000, 1770724980000, '\(evil)')",
      "INSERT INTO quarantine VALUES ('meal', 'b\(evil)', 1, '\(evil)', '\(evil)', 1770721380000), ('\(evil)', 'c', 1, 'x', 'y', 1)",
      "INSERT INTO conflict VALUES (1, 'meal', 'd\(evil)', '{\"name\":\"x\"}', 1, '\(evil)', 1770721380000)",
      "INSERT INTO health_source(name, kind, origin) VALUES ('\(evil)', 'watch', '\(evil)')",
      "INSERT INTO product_override(name, brand, quantity, serving, energy_kcal) VALUES ('\(evil)', '\(evil)', '\(evil)', '\(evil)', 5)",
      "INSERT INTO pending_lookup VALUES (9521234543213, '\(evil)', '\(evil)', 1770721380000, '[]')",
      "INSERT INTO sync_run(reason, started, ended, error_code, error_message) VALUES ('\(evil)', 1, 2, '\(evil)', '\(evil)')",
    ]
    for statement in statements {
      // Some of these the library's own rules refuse by now; the others are shown.
      _ = try person.sqlite(statement)
    }
    let folder = person.home.file(".config/hsync")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try person.home.write(
      Array("\"\\u001b]0;t\\u0007\\u202e\" = 1\n[products]\nfile = \"/x\\u001b]0;t\\u0007\\u202e\\u009b\"\n".utf8),
      to: ".config/hsync/config.toml")
  }

  private static let commands = [
    ["today"], ["week"], ["meals"], ["meals", "2026-02-10"], ["weight"], ["weight", "list"], ["plan"], ["plan", "match"],
    ["plan", "match", "--dry-run"], ["summary", "--explain", "2026-02-10"], ["summary", "--from", "2026-02-01", "--to", "2026-02-20"],
    ["summary", "--csv", "--from", "2026-02-01", "--to", "2026-02-20"], ["queue"], ["queue", "show", "meal/b\(evil)"],
    ["queue", "show", "c"],
    ["conflicts"], ["conflicts", "show", "1"], ["sources"], ["pending"], ["sync", "status"], ["config", "list"],
    ["config", "get", "products.file"],
    ["doctor"], ["plan", "export", "--format", "ics"], ["plan", "export", "--format", "json"], ["plan", "quick"], ["export", "-"],
    ["foods", "list"], ["foods", "search", "x"], ["foods", "edit", evil, "--kcal", "6"], ["log", "--food", "x"], ["foods", "delete", evil],
    ["log", "--again", "x"], ["log", "--again", evil], ["undo"], ["meals", "delete", evil], ["meals", "delete", "z\u{7F}"],
    ["weight", "delete", evil],
    ["plan", "log", "x"], ["plan", "done", "x"], ["undo"], [evil], ["today", "--\(evil)"], ["log", evil], ["scan", "/\(evil)"],
    ["import", "/\(evil)"],
    ["restore", "/\(evil)", "--yes"], ["config", "set", evil, evil], ["today", "--db", "/\(evil)/x"],
  ]

  @Test func nothingSteersATerminal() throws {
    for command in HostileTerminalTests.commands {
      let outcome = try person.hsync.run(command)
      // Output for programs that isn't shown on a terminal is unchanged.
      let isForPrograms = [["export", "-"], ["config", "get", "products.file"], ["plan", "export", "--format", "ics"]].contains(command)
      expectTame((isForPrograms ? "" : outcome.out) + outcome.err, command)
    }
  }

  @Test func jsonIsEscaped() throws {
    for command in HostileTerminalTests.commands.prefix(26) where command.first != "sync" && !command.contains("--csv") {
      expectTame(try person.hsync.run(command + ["--json"]).out, command)
    }
  }

  /// Styles, and the end of lines, are ours.
  @Test func nothingSteersATerminalThatIsThere() throws {
    for command in HostileTerminalTests.commands.prefix(30) {
      let shown = try person.hsync.runOnTerminal(command, typing: "\n").out
      let tame = shown.replacing(/\u{1B}\[\d+m/, with: "").replacing("\r\n", with: "\n").replacing("\r\u{1B}[K", with: "")
      expectTame(tame.replacing("\r", with: ""), command)
      #expect(!shown.contains("\u{1B}]"), "\(command)")
    }
  }

  private func expectTame(_ text: String, _ command: [String]) {
    let foreign = text.unicodeScalars.filter { $0 != "\n" && $0.steersTerminal }
    #expect(
      foreign.isEmpty, "\(command): \(String(String.UnicodeScalarView(foreign)).debugDescription) in \(text.prefix(600).debugDescription)")
  }
}
