import HealthModel
import HealthStore

/// The state machine's writes: each is one transaction, the backend's state included.
extension SyncRun {
  mutating func write(_ action: SyncMachine.Action) throws {
    let now = clock.instant()
    switch action {
    case .settle(let answer): try settle(answer, atMs: now.ms)
    case .quarantine(let code, let message):
      guard let flight, let record = flight.records.first else { return }
      try queue.quarantineFlight(record, code: code, message: message, backendState: try backendState(), atMs: now.ms)
      report.rejected.append(SyncOutcome.Rejection(kind: record.kind, id: record.id, code: code, message: message))
      self.flight = nil
    case .rebuild:
      try queue.dropFlight(backendState: try backendState())
      flight = nil
    case .storePlain: try storePlain()
    case .becomeNewDevice:
      let device = SyncRun.newDevice()
      try queue.becomeDevice(device, backendState: try backendState())
      report.newDevice = device
      try forgetFlight()
    case .followServer(let last):
      try queue.followServer(last: last, backendState: try backendState())
      try forgetFlight()
    case .startSnapshot:
      try queue.startSnapshot(backendState: try backendState())
      position = try queue.position()
    case .apply(let page):
      let snapshot = SyncRun.snapshot(machine.backendState.recovery)
      let result = try queue.apply(page.changes, cursor: page.next, snapshot: snapshot, backendState: try backendState(), atMs: now.ms)
      report.pulled += result.applied + result.foreign
      report.conflicts += result.conflicts
      position = try queue.position()
    case .finishRecovery(let recovery):
      report.recovered += try queue.finishSnapshot(SyncRun.snapshot(recovery), backendState: try backendState())
    case .takeLock, .wait, .push, .askDevice, .renewToken, .pull, .finish: return
    }
  }

  private mutating func settle(_ answer: PushAnswer, atMs: Int64) throws {
    guard let flight else { return }
    let result = try queue.settle(flight.records, push: flight.push, outcome: answer.outcome, backendState: try backendState(), atMs: atMs)
    report.pushed += result.accepted
    report.rejected += answer.outcome.rejected
    report.conflicts += result.conflicts
    try forgetFlight()
  }

  private mutating func storePlain() throws {
    guard let old = flight, old.encoding != .identity else { return }
    let plain = try Flight(plain: old)
    try queue.storeBody(plain.body, backendState: try backendState())
    flight = plain
  }

  private mutating func forgetFlight() throws {
    flight = nil
    position = try queue.position()
  }

  private static func snapshot(_ recovery: BackendState.Recovery) -> OutboxQueue.Snapshot {
    switch recovery {
    case .none, .pullFirst: .none
    case .offerAgain: .offersAgain
    case .forgetAbsent: .forgetsAbsent
    }
  }

  /// 32 random bits as lower-case hex, as a new library's.
  private static func newDevice() -> String {
    let digits = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
