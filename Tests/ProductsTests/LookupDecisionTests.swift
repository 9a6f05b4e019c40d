import HealthModel
import Products
import Synchronization
import Testing

/// The result of a service's answers, for a single number and for digits that may be one of several.
@Suite struct LookupDecisionTests {
  private let gtin = GTIN.test(9_520_000_000_004)
  private let other = GTIN.test(9_520_000_000_011)
  private let shops = GTIN.test(2_112_345_678_900)
  private let trouble = LookupTrouble.temporary(sentence: "down", retryAtMs: nil)

  private func product(_ gtin: GTIN) -> Product { Product(gtin: gtin, name: "A", source: "x") }

  @Test(arguments: [false, true])
  func eachAnswerHasItsDecision(isForMeal: Bool) {
    let cases: [(ProductAnswer, LookupDecision, isFinal: Bool)] = [
      (.found(product(gtin)), .known(product(gtin)), true), (.notFound, .unknown(isInStore: false), true),
      (.unavailable(trouble), .pending(trouble), false), (.unavailable(.offline), .pending(.offline), false),
    ]
    for (answer, expected, isFinal) in cases {
      let decision = LookupDecision(answer, about: gtin, isForMeal: isForMeal)
      #expect(decision == expected)
      #expect(decision.isFinal == isFinal)
    }
  }

  @Test func aShopsOwnNumberIsAFailureOnlyWhenItIsToBeLogged() {
    #expect(LookupDecision(.notFound, about: shops, isForMeal: false) == .onlyRead)
    #expect(LookupDecision.onlyRead.isFinal)
    #expect(LookupDecision(.notFound, about: shops, isForMeal: true) == .unknown(isInStore: true))
    for isForMeal in [false, true] {
      #expect(LookupDecision(.found(product(shops)), about: shops, isForMeal: isForMeal) == .known(product(shops)))
    }
  }

  @Test func theFirstReadingThatIsKnownOrCannotBeLookedUpDecides() async throws {
    let cases: [(answers: [GTIN: ProductAnswer], gtin: GTIN, decision: LookupDecision, asked: [GTIN])] = [
      ([gtin: .found(product(gtin)), other: .found(product(other))], gtin, .known(product(gtin)), [gtin]),
      ([other: .found(product(other))], other, .known(product(other)), [gtin, other]),
      ([gtin: .unavailable(trouble), other: .found(product(other))], gtin, .pending(trouble), [gtin]),
      ([other: .unavailable(trouble)], other, .pending(trouble), [gtin, other]),
      ([:], gtin, .unknown(isInStore: false), [gtin, other]),
    ]
    for (answers, expected, decision, asked) in cases {
      let source = TableSource(answers)
      let result = try await ProductLookup(sources: [source]).decision(onFirstOf: [gtin, other], isForMeal: true)
      #expect(result.gtin == expected && result.decision == decision)
      #expect(source.asked == asked)
    }
  }

  @Test func digitsThatNoSourceKnowsAreTheLikeliestReading() async throws {
    let lookup = ProductLookup(sources: [TableSource([:])])
    let cases: [(readings: [GTIN], isForMeal: Bool, decision: LookupDecision)] = [
      ([shops, gtin], true, .unknown(isInStore: true)), ([gtin, shops], true, .unknown(isInStore: false)), ([shops], false, .onlyRead),
    ]
    for (readings, isForMeal, decision) in cases {
      let result = try await lookup.decision(onFirstOf: readings, isForMeal: isForMeal)
      #expect(result.gtin == readings[0] && result.decision == decision)
    }
  }
}

/// Has an answer for some numbers, and no product for the others.
private final class TableSource: ProductSource {
  let name = "table"
  private let answers: [GTIN: ProductAnswer]
  private let numbers = Mutex<[GTIN]>([])

  init(_ answers: [GTIN: ProductAnswer]) { self.answers = answers }

  var asked: [GTIN] { numbers.withLock { $0 } }

  func answer(for gtin: GTIN) async throws(ProductError) -> ProductAnswer {
    numbers.withLock { $0.append(gtin) }
    return answers[gtin] ?? .notFound
  }
}
