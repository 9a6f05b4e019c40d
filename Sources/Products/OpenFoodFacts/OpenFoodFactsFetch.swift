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
  /// - Throws: `.memory`, `.transport`, `.cancelled`.
  func answer(for gtin: GTIN) async throws(ProductError) -> (answer: ProductAnswer, kept: RememberedAnswer?) {
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
      verdict = service.verdict(on: try await transport.send(service.request(for: gtin)), askedFor: gtin, nowMs: now())
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
      if isBan { try budget { $0.failed(at: at, retryAfterMs: RequestBudget.longestPauseMs, jitter: 0) } }
      return (.unavailable(.refused(sentence: sentence)), nil)
    }
  }

  private func budget<T: Sendable>(_ body: @Sendable (inout RequestBudget) -> T) throws(ProductError) -> T {
    do { return try memory.withBudget(body) } catch { throw ProductError(memory: error) }
  }
}
