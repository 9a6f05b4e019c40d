import Crypto
import Gzip
import HealthModel
import HealthStore
import Transport

/// The requests: each asks once and says what the answer means.
extension SyncRun {
  mutating func push(within budget: BatchBudget) async throws -> SyncMachine.Event {
    if flight == nil { flight = try leftBehind() ?? build(within: budget) }
    guard let flight else { return .nothingToPush }
    let start = clock.elapsedMs()
    let request = backend.pushRequest(flight, device: position.device, sentAtMs: clock.instant().ms)
    let verdict: PushVerdict =
      switch await send(request) {
      case .success(let response): backend.verdict(response, on: flight, nowMs: clock.instant().ms)
      case .failure(let error): .trouble(Trouble(error))
      }
    return .pushAnswered(
      verdict,
      SyncMachine.Flight(
        records: flight.records.count, bytes: flight.plainBytes, elapsedMs: clock.elapsedMs() - start, isLeftBehind: flight.isLeftBehind))
  }

  mutating func askDevice() async throws -> SyncMachine.Event {
    guard let history = backend.history else { return .deviceAnswered(.known(.notCommitted)) }
    if flight == nil { flight = try leftBehind() }
    switch await send(history.deviceRequest(device: position.device)) {
    case .success(let response): return .deviceAnswered(history.deviceVerdict(response, on: flight, nowMs: clock.instant().ms))
    case .failure(let error): return .deviceAnswered(.trouble(Trouble(error)))
    }
  }

  mutating func pull(limit: Int) async throws -> SyncMachine.Event {
    guard let history = backend.history else {
      return .changesAnswered(.page(ChangesPage(changes: [], next: position.cursor, more: false)))
    }
    switch await send(history.changesRequest(since: position.cursor, limit: limit, device: position.device)) {
    case .success(let response): return .changesAnswered(history.changesVerdict(response, nowMs: clock.instant().ms))
    case .failure(let error): return .changesAnswered(error.code == .tooLarge ? .tooLarge : .trouble(Trouble(error)))
    }
  }

  private mutating func send(_ request: HTTPRequest) async -> Result<HTTPResponse, TransportError> {
    report.requests += 1
    do {
      let response = try await transport.send(request)
      report.bytesUp += response.bytesUp
      report.bytesDown += response.bytesDown
      return .success(response)
    } catch {
      return .failure(error)
    }
  }

  // MARK: Bodies

  /// The body that an earlier run left behind, byte for byte.
  private func leftBehind() throws -> Flight? {
    guard let stored = try queue.flight() else { return nil }
    do {
      let plain = Gzip.isCompressed(stored.body) ? try Gzip.decompressed(stored.body, limit: 1 << 30) : stored.body
      guard Array(SHA256.hash(data: plain)) == stored.sha else { throw Gzip.Failure.damaged }
      return Flight(
        push: stored.push, sha: SyncRun.hex(stored.sha), body: stored.body, records: try PushBody.records(of: plain),
        plainBytes: plain.count, isLeftBehind: true)
    } catch {
      throw SyncError(.damaged, "the body of push \(stored.push), which may have been sent, is damaged in the library", kind: .badData)
    }
  }

  /// A new body, stored before anything of it is sent. `nil` = nothing waits.
  private mutating func build(within budget: BatchBudget) throws -> Flight? {
    let records = try nextRecords(within: budget)
    guard !records.isEmpty else { return nil }
    let push = position.push + 1
    let plain = PushBody.bytes(device: position.device, push: push, records: records)
    let sha = Array(SHA256.hash(data: plain))
    let body = backend.compresses && machine.memory.takesGzip ? try Gzip.compressed(plain) : plain
    try queue.store(OutboxQueue.StoredFlight(push: push, sha: sha, body: body, count: records.count), atMs: clock.instant().ms)
    return Flight(push: push, sha: SyncRun.hex(sha), body: body, records: records, plainBytes: plain.count, isLeftBehind: false)
  }

  /// The next records that the backend can be told of; what it can't be told is settled on the way.
  private mutating func nextRecords(within budget: BatchBudget) throws -> [SyncRecord] {
    while true {
      let records = try readable(within: budget)
      guard !backend.takesDeletions else { return records }
      let untold = records.filter { $0.content == .deleted }
      if untold.isEmpty { return records }
      report.untoldDeletions += try queue.settleUntold(untold, atMs: clock.instant().ms).count
    }
  }

  private mutating func readable(within budget: BatchBudget) throws -> [SyncRecord] {
    let next = { [queue, backend] in
      try queue.batch(
        maxBytes: budget.bytes, maxRecords: min(budget.records, backend.maxRecords), kinds: backend.kinds, size: PushBody.size(of:))
    }
    do {
      return try next()
    } catch let error as StoreError {
      guard error.code == .unexpected else { throw error }
      let unreadable = try queue.quarantineUnreadable(atMs: clock.instant().ms)
      if unreadable.isEmpty { throw error }
      report.rejected += unreadable
      return try next()
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
