import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import hsync

/// The budget of what the programs load and do at start: each library, file and thread slows down every command.
@Suite struct LinkTests {
  /// Libraries that `hsync` itself asks for. The slow ones are opened when first needed: libcurl, and those for pictures, of which libzbar alone
  /// brings sixteen others along.
  private let allowed: Set<String> = [
    "libsqlite3", "libc", "libm", "libstdc++", "libgcc_s", "ld-linux-x86-64", "libdl", "libpthread", "libutil", "librt",
  ]

  /// Parts of Swift's own runtime, which a debug build doesn't have inside.
  private let runtime = ["libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime"]

  private func isAllowed(_ library: String) -> Bool { allowed.contains(library) || runtime.contains(where: library.hasPrefix) }

  @Test func hsyncLinksOnlyWhatItMust() throws {
    let readelf = "/usr/bin/readelf"
    try #require(FileManager.default.fileExists(atPath: readelf))
    let needed = try Program(readelf, home: TemporaryFolder()).run("-d", Program.folder + "/hsync").lines
      .filter { $0.contains("(NEEDED)") }
      .compactMap { $0.firstMatch(of: /\[([^\]]+?)\.so/).map { String($0.1) } }
    #expect(!needed.isEmpty)
    for library in needed { #expect(isAllowed(library), "\(library) is new") }
  }

  /// Nor do these bring others.
  @Test func nothingElseIsLoadedAtStart() throws {
    let loaded = try Program("/usr/bin/ldd", home: TemporaryFolder()).run(Program.folder + "/hsync").lines
      .compactMap { $0.firstMatch(of: /(?:^|\/|\s)((?:lib|ld-)[^\/\s]*?)\.so/).map { String($0.1) } }
    #expect(loaded.count > 5)
    for library in loaded { #expect(isAllowed(library), "\(library) is new") }
  }

  /// The cost of `hsync today`, counted rather than timed: no second thread or program, no socket, no file but its own, and about as many
  /// system calls as it takes to open a database and read a few pages.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "strace is not installed"))
  func aGlanceAtTheDayTouchesOnlyItsOwnFiles() throws {
    let person = try Household()
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    let trace = person.home.file("trace")
    let outcome = try Program("/usr/bin/strace", home: person.home, environment: person.hsync.environment)
      .run("-f", "-qq", "-o", trace, Program.folder + "/hsync", "today")
    try #require(outcome.status == 0, "\(outcome.err)")
    let calls = String(decoding: try ProjectFiles.bytes(trace), as: UTF8.self).split(separator: "\n")
      .map { $0.drop { $0.isNumber || $0 == " " } }
    #expect(calls.count { $0.hasPrefix("execve(") } == 1)
    for name in ["clone", "fork", "vfork", "socket"] { #expect(!calls.contains { $0.hasPrefix(name) }, "\(name)") }
    let opened = calls.filter { $0.hasPrefix("open") && !$0.contains(" = -1 ") }.compactMap { $0.split(separator: "\"").dropFirst().first }
    // The loader's, and what the C library and the allocator ask of the machine.
    let system = ["/proc/self/", "/sys/devices/system/cpu/", "/usr/share/zoneinfo/", "/etc/localtime"]
    let own = opened.filter { path in !path.contains(".so") && !system.contains(where: path.hasPrefix) }
    let expected = ["", "-wal", "-shm", "-sync-lock"].map { person.library + $0 } + [person.home.file(".local/state/hsync/events.jsonl")]
    for path in own where !expected.contains(String(path)) { Issue.record("\(path) is new") }
    #expect(own.count <= expected.count, "\(own)")
    // From the first look at the library on. The diet plan, activity windows and laundry pets look at a page each.
    let first = try #require(calls.firstIndex { $0.contains("hsync.db") })
    #expect(calls[first...].count <= 190, "\(calls[first...].count) calls")
  }

  /// Each command states its name. Otherwise the parser asks Swift's runtime for the type's name, for each command at every start. For
  /// sixteen commands that was a third of the time of `hsync today`.
  @Test func everyCommandSaysItsName() {
    func check(_ command: any ParsableCommand.Type) {
      #expect(command.configuration.commandName != nil, "\(command)")
      command.configuration.subcommands.forEach(check)
    }
    check(HSync.self)
  }

  /// The short way to a command is for what is right; everything else is said by the whole tree.
  @Test(arguments: [
    ("today --help", 0, "USAGE: hsync today "), ("today -h", 0, "USAGE: hsync today "), ("help today", 0, "USAGE: hsync today "),
    ("weight log --help", 0, "USAGE: hsync weight log "), ("--version", 0, "0."), ("--help", 0, "USAGE: hsync <subcommand>"),
    ("today --jsom", 64, "unknown option '--jsom'"), ("tody", 64, "unexpected argument 'tody'"),
    ("weight log", 64, "see hsync weight log --help"), ("today --generate-completion-script bash", 0, "_hsync_scan"),
    ("week 2026-W99", 64, "see hsync week --help"),
  ])
  func helpAndMistakesAreTheWholeTrees(line: String, status: Int32, words: String) throws {
    let outcome = try Program("hsync", home: TemporaryFolder()).run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == status)
    #expect((outcome.out + outcome.err).contains(words), "\(outcome.out + outcome.err)")
  }
}
