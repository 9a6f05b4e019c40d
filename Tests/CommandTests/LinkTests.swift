import Foundation
import TestSupport
import Testing

/// What the programs load and do at start is a budget: each library, file and thread costs every command.
@Suite struct LinkTests {
  /// Libraries that `hsync` itself asks for. The slow ones are opened when first needed: libcurl, and those for pictures, of which libzbar alone
  /// brings sixteen others along.
  private let allowed: Set<String> = [
    "libsqlite3", "libz", "libisal", "libzstd", "libc", "libm", "libstdc++", "libgcc_s", "ld-linux-x86-64", "libdl", "libpthread",
    "libutil",
    "librt",
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

  /// What the day costs, counted rather than timed: no second thread or program, no socket, no file but its own, and about as many questions
  /// to the system as it takes to open a database and read a few pages.
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
    for name in ["clone", "fork", "vfork", "socket", "connect"] {
      #expect(!calls.contains { $0.hasPrefix(name) }, "\(name)")
    }
    let opened = calls.filter { $0.hasPrefix("open") && !$0.contains(" = -1 ") }.compactMap { $0.split(separator: "\"").dropFirst().first }
    let own = opened.filter { path in !path.contains(".so") && !path.hasPrefix("/usr/share/zoneinfo") && !path.hasPrefix("/etc/localtime") }
    let library = person.library
    for path in own where !["", "-wal", "-shm"].contains(where: { path == library + $0 }) { Issue.record("\(path) is new") }
    #expect(own.count <= 3)
    #expect(calls.count - opened.count * 10 < 400, "\(calls.count) calls")
  }
}
