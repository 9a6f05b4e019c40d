import HealthModel
import Transport

/// Calls Open-Meteo within the budget: at most two calls for one question, and none to a service that is paused.
struct OpenMeteoFetch: Sendable {
  /// Makes the requests.
  let requests: OpenMeteoRequests
  /// Has the budget.
  let memory: any CallMemory
  /// Sends the requests.
  let transport: any Transport
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64
  /// Waits before a call is repeated.
  let pause: @Sendable (Duration) async -> Void

  /// The wait before a call is repeated.
  static let retryPause = Duration.seconds(1)

  /// The result of a call: the JSON of the answer with its response, or the reason why there is none.
  enum Result: Sendable {
    /// A usable answer with its response.
    case answer(JSON, HTTPResponse)
    /// Nothing has changed since the last answer.
    case unchanged
    /// There is no data for the place.
    case noData
    /// The service isn't asked, or gave no usable answer.
    case trouble(ForecastTrouble)
  }

  /// Sends a request, once more if the first answer was damaged.
  ///
  /// - Parameter isUsable: Whether an answer is about what was asked for; else it counts as damaged.
  /// - Throws: `.memory`, `.transport`, `.cancelled`.
  func result(
    of request: HTTPRequest, from target: CallTarget, noun: String, isUsable: @Sendable (JSON) -> Bool
  ) async throws(ForecastError) -> Result {
    for attempt in 0..<2 {
      if let trouble = try reserve(target, noun) { return .trouble(trouble) }
      let (verdict, response) = try await call(request, noun)
      switch verdict {
      case .answer(let json) where isUsable(json):
        try settle(target)
        return .answer(json, response ?? HTTPResponse(status: 200))
      case .unchanged:
        try settle(target)
        return .unchanged
      case .noData:
        try settle(target)
        return .noData
      case .answer:
        if attempt > 0 { return .trouble(try failed(target, "\(noun) answered in a form that isn't known", nil)) }
      case .unreachable(let sentence): return .trouble(.unreachable(sentence: sentence))
      case .trouble(let sentence, let demandMs, let isWorthRetry):
        if attempt > 0 || !isWorthRetry { return .trouble(try failed(target, sentence, demandMs)) }
      case .refused(let sentence):
        // The same request would be refused again.
        _ = try failed(target, sentence, CallBudget.longestPauseMs)
        return .trouble(.refused(sentence: sentence))
      }
      await pause(OpenMeteoFetch.retryPause)
    }
    return .trouble(.temporary(sentence: "\(noun) has trouble", retryAtMs: nil))
  }

  private func call(_ request: HTTPRequest, _ noun: String) async throws(ForecastError) -> (OpenMeteoVerdict, HTTPResponse?) {
    do {
      let response = try await transport.send(request)
      return (OpenMeteoVerdict(response, noun: noun, nowMs: now()), response)
    } catch {
      return (try OpenMeteoVerdict(error), nil)
    }
  }

  /// Takes a call from the budget; the reason if there is none.
  private func reserve(_ target: CallTarget, _ noun: String) throws(ForecastError) -> ForecastTrouble? {
    let nowMs = now()
    switch try budget({ $0.reserve(target, at: nowMs) }) {
    case .go: return nil
    case .waitUntil(let ms): return .limited(untilMs: ms)
    case .pausedUntil(let ms): return .temporary(sentence: "\(noun) had trouble not long ago and is left alone for a while", retryAtMs: ms)
    }
  }

  private func settle(_ target: CallTarget) throws(ForecastError) { try budget { $0.succeeded(target) } }

  private func failed(_ target: CallTarget, _ sentence: String, _ demandMs: Int64?) throws(ForecastError) -> ForecastTrouble {
    let nowMs = now()
    let jitter = Double.random(in: 0...1)
    let retryAt = try budget { budget in
      budget.failed(target, at: nowMs, demandMs: demandMs, jitter: jitter)
      return budget.pausedUntilMs(target)
    }
    return .temporary(sentence: sentence, retryAtMs: retryAt)
  }

  private func budget<T: Sendable>(_ body: @Sendable (inout CallBudget) -> T) throws(ForecastError) -> T {
    do { return try memory.withBudget(body) } catch { throw ForecastError(memory: error) }
  }
}
