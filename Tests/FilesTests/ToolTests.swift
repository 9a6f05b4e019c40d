import Files
import Foundation
import TestSupport
import Testing

/// Programs of the system that say much, in any order, nothing, or never end.
@Suite struct ToolTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func tool(_ script: String) throws -> Tool {
    try folder.writeScript(script, to: "tool")
    return try #require(Tool("tool", in: "relative:/nowhere:\(folder.path):/usr/bin"))
  }

  @Test func aToolIsFoundInTheFirstFolderThatHasIt() throws {
    #expect(try tool("true").path == folder.file("tool"))
    #expect(Tool("tool", in: "") == nil && Tool("no-such-tool", in: "/usr/bin:/bin") == nil)
    try folder.write([], to: "plain")
    #expect(Tool("plain", in: folder.path) == nil)
  }

  @Test func whatCannotBeStartedIsAnError() {
    #expect(throws: ToolError(path: "/nowhere/tool", number: ENOENT)) { try Tool(path: "/nowhere/tool").run([]) }
  }

  /// Far more than a pipe holds, before anything else is said.
  @Test(.timeLimit(.minutes(2)))
  func aToolThatComplainsAtLengthFirst() throws {
    let outcome = try tool("head -c 1000000 /dev/zero | tr '\\0' e >&2; head -c 1000000 /dev/zero | tr '\\0' o; exit 3").run([])
    #expect(outcome.status == 3 && !outcome.wasStopped)
    #expect(outcome.err.utf8.count == 1_000_000 && outcome.err.utf8.allSatisfy { $0 == UInt8(ascii: "e") })
    #expect(outcome.out.count == 1_000_000 && outcome.out.allSatisfy { $0 == UInt8(ascii: "o") })
  }

  /// It prints while it is still given more.
  @Test(.timeLimit(.minutes(2)))
  func aToolThatAnswersWhileItReads() throws {
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let outcome = try tool("exec cat").run([], input: bytes)
    #expect(outcome.status == 0 && outcome.err.isEmpty)
    #expect(outcome.out == bytes)
  }

  @Test(.timeLimit(.minutes(2)))
  func aToolThatSaysNothing() throws {
    let outcome = try tool("cat >/dev/null; echo \"$1\"").run(["-l"], input: [1, 2])
    #expect(outcome.text == "-l" && outcome.status == 0)
  }

  /// SIGPIPE would end these tests.
  @Test(.timeLimit(.minutes(2)))
  func aToolThatDoesNotReadItsInput() throws {
    let outcome = try tool("exec <&-; echo done").run([], input: [UInt8](repeating: 7, count: 1_000_000))
    #expect(outcome.text == "done" && outcome.status == 0)
  }

  @Test(.timeLimit(.minutes(2)))
  func aToolThatNeverEndsIsStopped() throws {
    let outcome = try tool("echo begun; sleep 600").run([], limit: .milliseconds(300))
    #expect(outcome.wasStopped && outcome.status == 128 + SIGTERM && outcome.text == "begun")
  }

  @Test(.timeLimit(.minutes(2)))
  func aToolThatIgnoresThatIsKilled() throws {
    let outcome = try tool("trap '' TERM; echo begun; while :; do sleep 600; done").run([], limit: .milliseconds(100))
    #expect(outcome.wasStopped && outcome.status == 128 + SIGKILL)
  }

  /// It has closed its outputs, and goes on.
  @Test(.timeLimit(.minutes(2)))
  func aToolThatClosesItsOutputsIsWaitedFor() throws {
    let outcome = try tool("exec >&- 2>&-; sleep 0.2; exit 5").run([])
    #expect(outcome.status == 5)
  }

  /// The sleeper holds the pipes open.
  @Test(.timeLimit(.minutes(2)))
  func whatAToolLeavesInTheBackgroundIsNotWaitedFor() throws {
    let outcome = try tool("sleep 100 & echo $!; exit 4").run([], limit: .seconds(60))
    #expect(outcome.status == 4 && !outcome.wasStopped)
    let sleeper = try #require(pid_t(outcome.text))
    #expect(kill(sleeper, SIGTERM) == 0)
  }

  @Test(.timeLimit(.minutes(2)))
  func longOutputIsCut() throws {
    let outcome = try tool("head -c 300000 /dev/zero | tr '\\0' o; echo end >&2").run([], mostOutput: 1000)
    #expect(outcome.out.count == 1000 && outcome.err == "end" && outcome.status == 0)
  }

  @Test(.timeLimit(.minutes(2)))
  func variablesAreAddedToThoseOfTheProcess() throws {
    let outcome = try tool("echo \"$HSYNC_A $HSYNC_B $PATH\"").run([], variables: ["HSYNC_A": "a=b", "HSYNC_B": "c"])
    #expect(outcome.text == "a=b c \(ProcessInfo.processInfo.environment["PATH"] ?? "")")
  }

  /// Many at once: no tool holds the pipes of another one.
  @Test(.timeLimit(.minutes(2)))
  func toolsRunBesideEachOther() async throws {
    let cat = try tool("exec cat")
    let lengths = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<16 { group.addTask { try cat.run([], input: [UInt8](repeating: 1, count: number * 10_000)).out.count } }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(lengths == Set((0..<16).map { $0 * 10_000 }))
  }
}
