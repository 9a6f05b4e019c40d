import HealthModel
import Transport

/// Open Food Facts' product address, with a memory and good manners: an answer is kept for weeks, never more than 15 requests a minute
/// go out, a service in trouble is left alone for a while, and an older answer is better than none.
///
/// Their data is shown with "© Open Food Facts contributors, ODbL".
package struct OpenFoodFacts: ProductSource {
  /// What `Product.source` says.
  package static let sourceName = "open_food_facts"

  package let name = "Open Food Facts"
  private let service: OpenFoodFactsService
  private let language: String?
  private let isOffline: Bool
  private let memory: any LookupMemory
  private let transport: any Transport
  private let now: @Sendable () -> Int64

  /// A client.
  ///
  /// - Parameters:
  ///   - baseURL: `https://world.openfoodfacts.org`, or a mirror, or a server of a test.
  ///   - userAgent: `hsync/1.0 (contact)`; generic ones are banned.
  ///   - language: Two or three letters, the language of names where the main one is empty. `nil` for none.
  ///   - isOffline: Answers from memory only, however old.
  ///   - now: Milliseconds since 1970.
  package init(
    baseURL: String, userAgent: String, language: String?, isOffline: Bool, memory: any LookupMemory, transport: any Transport,
    allowsInsecureHTTP: Bool = false, now: @escaping @Sendable () -> Int64
  ) {
    let language = language?.lowercased()
    self.language = language.flatMap { (2...3).contains($0.count) && $0.allSatisfy { ("a"..."z").contains($0) } ? $0 : nil }
    service = OpenFoodFactsService(
      baseURL: baseURL, userAgent: userAgent, language: self.language, allowsInsecureHTTP: allowsInsecureHTTP)
    self.isOffline = isOffline
    self.memory = memory
    self.transport = transport
    self.now = now
  }

  package func answer(for gtin: GTIN) async throws(ProductError) -> ProductAnswer {
    // A shop's own number means nothing elsewhere, and may hold a weight or a price: it never leaves.
    if gtin.isInStore { return .notFound }
    let remembered = try recall(gtin)
    if let remembered, remembered.isFresh { return remembered.answer }
    let answer = isOffline ? .unavailable(.offline) : try await ask(gtin)
    // An old product is better than none; an old "no such product" isn't.
    if case .unavailable = answer, let remembered, case .found = remembered.answer { return remembered.answer }
    return answer
  }

  /// What is remembered, if it can still be read.
  private func recall(_ gtin: GTIN) throws(ProductError) -> (answer: ProductAnswer, isFresh: Bool)? {
    let kept: RememberedAnswer?
    do { kept = try memory.answer(for: gtin) } catch { throw ProductError(memory: error) }
    guard let kept else { return nil }
    let isFresh = kept.isFresh(at: now())
    guard kept.found else { return (.notFound, isFresh) }
    guard let json = try? JSON(parsing: kept.body), case .found(let product) = OpenFoodFactsAnswer(json, askedFor: gtin, language: language)
    else { return nil }
    return (.found(product), isFresh)
  }

  private func ask(_ gtin: GTIN) async throws(ProductError) -> ProductAnswer {
    let reservedAt = now()
    let (reservation, isPaused) = try budget { budget in
      let reservation = budget.reserve(at: reservedAt)
      return (reservation, budget.failures > 0 && reservation == .waitUntil(budget.notBeforeMs))
    }
    if case .waitUntil(let ms) = reservation {
      if !isPaused { return .unavailable(.limited(untilMs: ms)) }
      return .unavailable(.temporary(sentence: "\(name) had trouble not long ago and is left alone for a while", retryAtMs: ms))
    }
    let verdict: OpenFoodFactsService.Verdict
    do {
      verdict = service.verdict(on: try await transport.send(service.request(for: gtin)), askedFor: gtin, nowMs: now())
    } catch {
      verdict = try service.verdict(on: error)
    }
    return try act(on: verdict, gtin)
  }

  private func act(on verdict: OpenFoodFactsService.Verdict, _ gtin: GTIN) throws(ProductError) -> ProductAnswer {
    let at = now()
    switch verdict {
    case .found(let product, let body):
      try budget { $0.succeeded() }
      try keep(RememberedAnswer(found: true, body: body, fetchedAtMs: at), gtin)
      return .found(product)
    case .notFound(let body):
      try budget { $0.succeeded() }
      try keep(RememberedAnswer(found: false, body: body, fetchedAtMs: at), gtin)
      return .notFound
    case .unreachable(let sentence):
      return .unavailable(.temporary(sentence: sentence, retryAtMs: nil))
    case .trouble(let sentence, let retryAfterMs):
      let jitter = Double.random(in: 0...1)
      let retryAt = try budget { budget in
        budget.failed(at: at, retryAfterMs: retryAfterMs, jitter: jitter)
        return budget.notBeforeMs
      }
      return .unavailable(.temporary(sentence: sentence, retryAtMs: retryAt))
    case .refused(let sentence, let isBan):
      // A ban gets longer by asking on.
      if isBan { try budget { $0.failed(at: at, retryAfterMs: RequestBudget.longestPauseMs, jitter: 0) } }
      return .unavailable(.refused(sentence: sentence))
    }
  }

  private func budget<T: Sendable>(_ body: @Sendable (inout RequestBudget) -> T) throws(ProductError) -> T {
    do { return try memory.withBudget(body) } catch { throw ProductError(memory: error) }
  }

  private func keep(_ answer: RememberedAnswer, _ gtin: GTIN) throws(ProductError) {
    do { try memory.remember(answer, for: gtin) } catch { throw ProductError(memory: error) }
  }
}
