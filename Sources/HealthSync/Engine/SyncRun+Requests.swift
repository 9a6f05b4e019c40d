import HealthModel
import HealthStore
import Transport

/// The requests: each sends one and interprets the response.
extension SyncRun {
  /// Sends the body in flight, or a new one within the budget. While the answer is under way the next body is built; it counts only
  /// after an answer without exceptions, and isn't stored before.
  mutating func push(within budget: BatchBudget) async throws -> SyncMachine.Event {
    if flight == nil { flight = try leftBehind() ?? take(within: budget) }
    guard let flight else { return .nothingToPush }
    let request = backend.pushRequest(flight, device: position.device, sentAtMs: clock.instant().ms)
    async let answer = timed(request)
    let next =
      backend.buildsAhead && !flight.isLeftBehind ? try? builder.body(push: flight.push.next, within: budget, after: flight.lanes) : nil
    let (result, elapsedMs) = await answer
    count(result)
    let verdict: PushVerdict =
      switch result {
      case .success(let response): backend.verdict(response, on: flight, nowMs: clock.instant().ms)
      case .failure(let error): .trouble(Trouble(error))
      }
    if case .settled(let answer) = verdict, answer.outcome == SyncOutcome() { ahead = next }
    return .pushAnswered(
      verdict,
      SyncMachine.Flight(
        records: flight.records.count, bytes: flight.plainBytes, elapsedMs: elapsedMs, isLeftBehind: flight.isLeftBehind))
  }

  mutating func askDevice() async throws -> SyncMachine.Event {
    guard let history = backend.history else { return .deviceAnswered(.known(.notCommitted)) }
    if flight == nil { flight = try leftBehind() }
    switch await send(history.deviceRequest(device: position.device)) {
    case .success(let response): return .deviceAnswered(history.deviceVerdict(response, on: flight, nowMs: clock.instant().ms))
    case .failure(let error): return .deviceAnswered(.trouble(Trouble(error)))
    }
  }

  /// Asks for a new token, and keeps it before it is used: the backend goes on taking the old refresh token until the new token is shown.
  mutating func renewToken() async throws -> SyncMachine.Event {
    guard let renewal = TokenRenewal(of: account) else { return .tokenAnswered(.unavailable) }
    switch await send(renewal.request) {
    case .failure(let error): return .tokenAnswered(.trouble(Trouble(error)))
    case .success(let response):
      switch renewal.answer(response, nowMs: clock.instant().ms) {
      case .renewed(let account):
        try use(account)
        return .tokenAnswered(.renewed)
      case .unavailable: return .tokenAnswered(.unavailable)
      case .refused: return .tokenAnswered(.refused)
      case .trouble(let trouble): return .tokenAnswered(.trouble(trouble))
      }
    }
  }

  mutating func pull(limit: Int) async throws -> SyncMachine.Event {
    guard let history = backend.history else {
      return .changesAnswered(.page(ChangesPage(changes: [], next: position.cursor, more: false)))
    }
    // While a recovery pulls everything, absence counts, and what this device made must be there too.
    let pushed = machine.backendState.recovery == .none && position.push > 0 ? position.push : nil
    let request = history.changesRequest(since: position.cursor, limit: limit, device: position.device, pushed: pushed, kinds: nil)
    switch await send(request) {
    case .success(let response): return .changesAnswered(history.changesVerdict(response, nowMs: clock.instant().ms))
    case .failure(let error): return .changesAnswered(error.code == .tooLarge ? .tooLarge : .trouble(Trouble(error)))
    }
  }

  private mutating func send(_ request: HTTPRequest) async -> Result<HTTPResponse, TransportError> {
    let (result, _) = await timed(request)
    count(result)
    return result
  }

  private func timed(_ request: HTTPRequest) async -> (Result<HTTPResponse, TransportError>, elapsedMs: Double) {
    let start = clock.elapsedMs()
    var request = request
    if reason == .refresh { request.timeouts = Timeouts(connect: .seconds(3), stalled: .seconds(5), total: .seconds(10)) }
    do {
      return (.success(try await transport.send(request)), clock.elapsedMs() - start)
    } catch {
      return (.failure(error), clock.elapsedMs() - start)
    }
  }

  private mutating func count(_ result: Result<HTTPResponse, TransportError>) {
    report.requests += 1
    guard case .success(let response) = result else { return }
    report.bytesUp += response.bytesUp
    report.bytesDown += response.bytesDown
    machine.bytes.spent += response.bytesUp + response.bytesDown
  }

  // MARK: Bodies

  /// The body that an earlier run left behind, byte for byte.
  private func leftBehind() throws -> Flight? {
    guard let stored = try queue.flight() else { return nil }
    guard let flight = Flight(leftBehind: stored) else {
      throw SyncError(.damaged, "the body of push \(stored.push), which may have been sent, is damaged in the library", kind: .badData)
    }
    return flight
  }

  /// The next body, stored before anything of it is sent. `nil` = nothing waits.
  private mutating func take(within budget: BatchBudget) throws -> Flight? {
    let built = ahead
    ahead = nil
    var body = built?.fits(budget, push: position.push.next) == true ? built : nil
    if body == nil { body = try build(within: budget) }
    guard let body else { return nil }
    try queue.store(body.stored, atMs: clock.instant().ms)
    return body
  }

  /// Settles records that can't be sent, and quarantines unreadable ones, until a body can be built.
  private mutating func build(within budget: BatchBudget) throws -> Flight? {
    let push = position.push.next
    while true {
      do {
        let body = try builder.body(push: push, within: budget)
        let untold = body?.records.filter { !backend.canBeTold($0) } ?? []
        if untold.isEmpty { return body }
        report.untoldDeletions += try queue.settleUntold(untold, atMs: clock.instant().ms).count
      } catch let error as StoreError {
        guard error.code == .unreadableRow else { throw error }
        let unreadable = try queue.quarantineUnreadable(atMs: clock.instant().ms)
        if unreadable.isEmpty { throw error }
        report.rejected += unreadable
      }
    }
  }

  private var builder: BodyBuilder {
    let encoding = backend.compresses ? machine.backendState.encoding : .identity
    return BodyBuilder(queue: queue, backend: backend, device: position.device, encoding: encoding, untaken: machine.untaken)
  }
}
