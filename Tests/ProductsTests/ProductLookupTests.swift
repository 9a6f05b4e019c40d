import HealthModel
import Synchronization
import Testing

@testable import Products

@Suite struct ProductLookupTests {
  let gtin = GTIN.test(9_520_000_000_004)

  @Test func foundWinsThenTroubleThenNotFound() async throws {
    let product = Product(gtin: gtin, name: "A", source: "x")
    let trouble = LookupTrouble.temporary(sentence: "down", retryAtMs: nil)
    let cases: [([ProductAnswer], ProductAnswer)] = [
      ([.notFound, .found(product)], .found(product)),
      ([.unavailable(.offline), .found(product)], .found(product)),
      ([.unavailable(trouble), .notFound], .unavailable(trouble)),
      ([.unavailable(trouble), .unavailable(.offline)], .unavailable(trouble)),
      ([.notFound, .notFound], .notFound), ([], .notFound),
    ]
    for (answers, expected) in cases {
      let lookup = ProductLookup(sources: answers.map { ScriptedSource([$0]) })
      #expect(try await lookup.answer(for: gtin) == expected)
    }
  }

  @Test func laterSourcesAreNotAskedInVain() async throws {
    let second = ScriptedSource([.notFound])
    let lookup = ProductLookup(sources: [ScriptedSource([.found(Product(gtin: gtin, name: "A", source: "x"))]), second])
    _ = try await lookup.answer(for: gtin)
    #expect(second.asked == [])
  }

  @Test func eachNumberIsLookedUpOnceAlsoWhenAskedAtOnce() async throws {
    let source = ScriptedSource([.notFound])
    let lookup = ProductLookup(sources: [source])
    let other = GTIN.test(96_385_074)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<50 {
        group.addTask {
          let answer = try await lookup.answer(for: index.isMultiple(of: 2) ? gtin : other)
          #expect(answer == .notFound)
        }
      }
      try await group.waitForAll()
    }
    _ = try await lookup.answer(for: gtin)
    #expect(source.asked.sorted() == [other, gtin])
  }

  @Test func anErrorIsNotKept() async throws {
    let source = ScriptedSource([nil, .notFound])
    let lookup = ProductLookup(sources: [source])
    await #expect(throws: ProductError.self) { try await lookup.answer(for: gtin) }
    #expect(try await lookup.answer(for: gtin) == .notFound)
  }

  @Test func aCancelledAskerLeavesTheOthersTheirAnswer() async throws {
    let gate = Gate()
    let source = ScriptedSource([.notFound], gate: gate)
    let lookup = ProductLookup(sources: [source])
    let first = Task { try await lookup.answer(for: gtin) }
    let second = Task { try await lookup.answer(for: gtin) }
    await gate.entered()
    first.cancel()
    gate.open()
    #expect(try await second.value == .notFound)
    #expect(source.asked == [gtin])
  }
}

/// Gives its answers in turn, the last one for ever; `nil` is an error.
private final class ScriptedSource: ProductSource {
  let name = "script"
  private let state: Mutex<(answers: [ProductAnswer?], asked: [GTIN])>
  private let gate: Gate?

  init(_ answers: [ProductAnswer?], gate: Gate? = nil) {
    state = Mutex((answers, []))
    self.gate = gate
  }

  var asked: [GTIN] { state.withLock { $0.asked } }

  func answer(for gtin: GTIN) async throws(ProductError) -> ProductAnswer {
    let answer = state.withLock { state in
      state.asked.append(gtin)
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }
    if let gate { await gate.pass() }
    guard let answer else { throw ProductError(code: .memory, message: "broken", kind: .io) }
    return answer
  }
}

/// Holds those who pass until it is opened, and tells when the first has come.
private final class Gate: Sendable {
  private let (opening, opened) = AsyncStream.makeStream(of: Void.self)
  private let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)

  func pass() async {
    arrived.finish()
    for await _ in opening {}
  }

  func entered() async { for await _ in arrivals {} }

  func open() { opened.finish() }
}
