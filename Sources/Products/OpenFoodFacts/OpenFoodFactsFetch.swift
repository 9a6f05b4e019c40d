import HealthModel
import Transport

/// Asks Open Food Facts over the network, within its budget: never more than 15 requests a minute go out, and a service in trouble is left
/// alone for a while.
struct OpenFoodFactsFetch: Sendable {
  private let service: OpenFoodFactsService
  private let memory: any LookupMemory
  private let transport: any Transport
  private let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - memory: Has the budget.
  ///   - now: Milliseconds since 1970.
  init(service: OpenFoodFactsService, memory: any LookupMemory, transport: any Transport, now: @escaping @Sendable () -> Int64) {
    self.service = service
    self.memory = memory
    self.transport = transport
    self.now = now
  }

  /// Fetches the service's answer, and the part of it to cache: `nil` unless it is about the product.
  ///
  /// A product of small servings without values is asked for again in the newer form of answers, which has them. Until that is answered, nothing is
  /// cached.
  ///
  /// - Throws: `.memory`, `.transport`, `.cancelled`.
  func answer(for gtin: GTIN) async throws(ProductError) -> (answer: ProductAnswer, kept: RememberedAnswer?) {
    let first = try await ask(gtin, .usual)
    guard let kept = first.kept, OpenFoodFactsAnswer.lacksSmallServing(kept, of: gtin) else { return first }
    let second = try await ask(gtin, .newer)
    switch second.answer {
    case .found(let product): return product.hasNutrition ? second : first
    case .unavailable(.limited): return second
    case .unavailable(.temporary): return (first.answer, nil)
    case .unavailable(.offline), .unavailable(.refused), .notFound: return first
    }
  }

  /// Fetches the products of up to 100 numbers with one search, as answers to cache. `nil` when the service can't be asked now.
  ///
  /// - Throws: `.memory`, `.transport`, `.cancelled`.
  func products(of gtins: [GTIN]) async throws(ProductError) -> [GTIN: RememberedAnswer]? {
    let reservedAt = now()
    guard try budget({ $0.reserveSearch(at: reservedAt) }) == .go else { return nil }
    let verdict: OpenFoodFactsService.SearchVerdict
    do {
      verdict = service.verdict(onSearch: try await transport.send(service.request(forAll: gtins)), askedFor: gtins, nowMs: now())
    } catch {
      guard case .trouble = try service.verdict(on: error) else { return nil }
      verdict = .trouble(retryAfterMs: nil)
    }
    let (at, jitter) = (now(), Double.random(in: 0...1))
    switch verdict {
    case .found(let bodies):
      try budget { $0.searchSucceeded() }
      return bodies.mapValues { RememberedAnswer(found: true, body: $0, fetchedAtMs: at) }
    case .trouble(let retryAfterMs): try budget { $0.searchFailed(at: at, retryAfterMs: retryAfterMs, jitter: jitter) }
    case .banned: try budget { $0.failed(at: at, retryAfterMs: ServicePause.longestMs, jitter: 0) }
    }
    return nil
  }

  private func ask(
    _ gtin: GTIN, _ form: OpenFoodFactsService.Form
  ) async throws(ProductError) -> (answer: ProductAnswer, kept: RememberedAnswer?) {
    let reservedAt = now()
    let (reservation, isPaused) = try budget { budget in
      let reservation = budget.reserve(at: reservedAt)
      return (reservation, budget.failures > 0 && reservation == .waitUntil(budget.notBeforeMs))
    }
    if case .waitUntil(let ms) = reservation {
      if !isPaused { return (.unavailable(.limited(untilMs: ms)), nil) }
      let sentence = "Open Food Facts had trouble not long ago and is left alone for a while"
      return (.unavailable(.temporary(sentence: sentence, retryAtMs: ms)), nil)
    }
    let verdict: OpenFoodFactsService.Verdict
    do {
      verdict = service.verdict(on: try await transport.send(service.request(for: gtin, form)), askedFor: gtin, form, nowMs: now())
    } catch {
      verdict = try service.verdict(on: error)
    }
    return try settle(verdict)
  }

  /// Books the verdict in the budget.
  private func settle(_ verdict: OpenFoodFactsService.Verdict) throws(ProductError) -> (answer: ProductAnswer, kept: RememberedAnswer?) {
    let at = now()
    switch verdict {
    case .found(let product, let body):
      try budget { $0.succeeded() }
      return (.found(product), RememberedAnswer(found: true, body: body, fetchedAtMs: at))
    case .notFound(let body):
      try budget { $0.succeeded() }
      return (.notFound, RememberedAnswer(found: false, body: body, fetchedAtMs: at))
    case .unreachable(let sentence):
      return (.unavailable(.temporary(sentence: sentence, retryAtMs: nil)), nil)
    case .trouble(let sentence, let retryAfterMs):
      let jitter = Double.random(in: 0...1)
      let retryAt = try budget { budget in
        budget.failed(at: at, retryAfterMs: retryAfterMs, jitter: jitter)
        return budget.notBeforeMs
      }
      return (.unavailable(.temporary(sentence: sentence, retryAtMs: retryAt)), nil)
    case .refused(let sentence, let isBan):
      // A ban gets longer by asking on.
      if isBan { try budget { $0.failed(at: at, retryAfterMs: ServicePause.longestMs, jitter: 0) } }
      return (.unavailable(.refused(sentence: sentence)), nil)
    }
  }

  private func budget<T: Sendable>(_ body: @Sendable (inout RequestBudget) -> T) throws(ProductError) -> T {
    do { return try memory.withBudget(body) } catch { throw ProductError(memory: error) }
  }
}
