import HealthModel
import TestSupport
import Testing

@testable import SyncBackend

/// `docs/backend.md` says what the server does: its examples are sent, its answers compared.
@Suite struct DocumentTests {
  /// The bodies and the answers of the examples that send one, in their order.
  private func examples() throws -> [(body: String, answer: String)] {
    let page = String(decoding: try ProjectFiles.bytes(ProjectFiles.root + "/docs/backend.md"), as: UTF8.self)
    return page.split(separator: "--data '\n").dropFirst().compactMap { rest in
      let parts = rest.split(separator: "'\n", maxSplits: 1)
      guard parts.count == 2, let answer = parts[1].split(separator: "\n").first else { return nil }
      return (String(parts[0]), String(answer))
    }
  }

  @Test func theExamplesAreAnsweredAsThePageSays() async throws {
    let examples = try examples()
    try #require(examples.count == 2)
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let push = try await client.send(.post, "/v1/sync/push", body: Array(examples[0].body.utf8))
      #expect(push.text == examples[0].answer)
      let meal = try await client.send(.post, "/food/log", body: Array(examples[1].body.utf8))
      #expect(meal.status == 201)
      #expect(meal.json.members?.map(\.key) == (try JSON(parsing: examples[1].answer)).members?.map(\.key))
    }
  }

  @Test func theLimitsArePrinted() throws {
    let page = String(decoding: try ProjectFiles.bytes(ProjectFiles.root + "/docs/backend.md"), as: UTF8.self)
    let limits = BackendLimits()
    #expect(page.contains("--max-body-bytes \(limits.maxBodyBytes)"))
    #expect(limits.maxBodyBytes == 8 << 20 && page.contains("| 8 MiB (`--max-body-bytes`) |"))
    #expect(limits.maxRecords == 5000 && page.contains("| Records in a push | 5,000 |"))
    #expect(page.contains("\(limits.maxIDLength) characters, \(limits.maxDepth) levels"))
    #expect(limits.pageRecords == 1000 && limits.maxPageRecords == 5000 && page.contains("`limit` (1,000, at most 5,000)"))
    #expect(limits.tombstonesMs == 400 * 86_400_000 && page.contains("remembered for 400 days"))
  }
}
