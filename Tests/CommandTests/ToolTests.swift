import Foundation
import TestSupport
import Testing

@testable import Settings
@testable import hsync

/// Programs of the system that say much, in any order.
@Suite struct ToolTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func tool(_ script: String) throws -> Tool {
    let path = try folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "tool")
    try #require(chmod(path, 0o755) == 0)
    return try #require(Tool("tool", paths: Paths(environment: ["PATH": folder.path])))
  }

  /// Far more than a pipe holds, before anything else is said.
  @Test(.timeLimit(.minutes(2)))
  func aToolThatComplainsAtLengthFirst() throws {
    let outcome = try tool("head -c 1000000 /dev/zero | tr '\\0' e >&2; head -c 1000000 /dev/zero | tr '\\0' o; exit 3").run([])
    #expect(outcome.status == 3)
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
}
