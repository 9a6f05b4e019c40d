import FoundationEssentials
import HealthModel
import HealthStore
import Transport

/// One run: performs the actions of the state machine until it ends.
struct SyncRun {
  let queue: OutboxQueue
  private(set) var backend: any Backend
  let transport: any Transport
  let clock: SyncClock
  var machine: SyncMachine
  var report = SyncReport()
  var position: OutboxQueue.Position
  /// The body in flight, once it is known.
  var flight: Flight?
  /// The next body, built while the one before was under way; not stored yet.
  var ahead: Flight?

  private let path: String
  private(set) var account: BackendAccount
  let reason: SyncReason
  private let dailyBytes: Int?
  private let isRepeated: @Sendable () -> Bool
  /// The account as it was in its file when the run got the lock.
  private var kept: BackendAccount?
  private var lock: LockFile?
  private var number: Int64?
  private var stored: BackendState

  init(
    library: Library, account: BackendAccount, transport: any Transport, clock: SyncClock, reason: SyncReason, dailyBytes: Int?,
    isRepeated: @escaping @Sendable () -> Bool
  ) throws {
    queue = OutboxQueue(library)
    path = library.path
    self.account = account
    backend = account.backend
    self.transport = transport
    self.clock = clock
    self.reason = reason
    self.dailyBytes = dailyBytes
    self.isRepeated = isRepeated
    position = try queue.position()
    stored = BackendState(json: try queue.backendState())
    machine = SyncMachine(
      backendState: stored, isByPerson: reason == .person, abilities: backend.abilities, patience: reason == .refresh ? .refresh : .usual)
  }

  mutating func toEnd() async throws -> SyncReport {
    do {
      return try await steps()
    } catch {
      noteFailure(error)
      throw error
    }
  }

  private mutating func steps() async throws -> SyncReport {
    var action = machine.handle(.start, at: clock.instant())
    while true {
      if case .finish(let error) = action { return try end(error) }
      let event: SyncMachine.Event
      do {
        event = try await perform(action)
      } catch is CancellationError {
        return try end(.interrupted)
      }
      action = machine.handle(event, at: clock.instant())
    }
  }

  /// Uses another token of the account from the next request on, once that is on the disk. A person who has signed in or out since the run
  /// began is not overruled: then the token serves this run alone.
  mutating func use(_ renewed: BackendAccount) throws {
    let file = AccountFile(library: path)
    if try file.read() == kept {
      try file.write(renewed)
      kept = renewed
    }
    account = renewed
    backend = renewed.backend
  }

  /// The backend's state as JSON, for the transaction that the state belongs to.
  mutating func backendState() throws -> String {
    stored = machine.backendState
    return try stored.json()
  }

  private mutating func perform(_ action: SyncMachine.Action) async throws -> SyncMachine.Event {
    switch action {
    case .takeLock: return try takeLock()
    case .wait(let ms):
      try saveMemory()
      try await clock.wait(ms)
      return .waited
    case .push(let budget):
      try saveMemory()
      return try await push(within: budget)
    case .askDevice:
      try saveMemory()
      return try await askDevice()
    case .renewToken:
      try saveMemory()
      return try await renewToken()
    case .pull(let limit):
      try saveMemory()
      return try await pull(limit: limit)
    case .finish: return .written
    default:
      try write(action)
      return .written
    }
  }

  private mutating func takeLock() throws -> SyncMachine.Event {
    let now = clock.instant().ms
    switch try LockFile.take(.sync, besideLibrary: path, nowMs: now) {
    case .held(let sinceMs): return .lockHeld(sinceMs: sinceMs ?? now)
    case .taken(let lock):
      self.lock = lock
      try SyncEngine.checkOwnership(of: queue, by: account)
      try queue.adopt(url: account.url, dialect: account.dialect.rawValue)
      try rereadAccount()
      // Another run may have ended since these were read.
      position = try queue.position()
      stored = BackendState(json: try queue.backendState())
      machine.backendState = stored
      // Otherwise the first pull, from the beginning, would return the records just pushed.
      if position.cursor.isEmpty, machine.backendState.recovery == .none, backend.abilities.pulls {
        machine.backendState.recovery = .pullFirst
      }
      if let dailyBytes, reason != .person {
        machine.bytes = ByteBudget(dailyBytes: dailyBytes, spent: try queue.traffic(sinceMs: clock.instant().midnightMs).total)
      }
      number = try queue.beginRun(reason: reason.rawValue, atMs: now)
      return .locked
    }
  }

  /// Another run may have renewed the token since the account was read.
  private mutating func rereadAccount() throws {
    kept = try AccountFile(library: path).read()
    guard let kept, kept.url == account.url, kept.dialect == account.dialect else { return }
    account = kept
    backend = kept.backend
  }

  /// Leaves word of a run that the library itself, or what lies in it, brought to its end, as far as that can still be written.
  private mutating func noteFailure(_ error: any Error) {
    guard number != nil, let error = error as? any UserFacingError else { return }
    let failure = error as? SyncError ?? SyncError(.library, error.message, hint: error.hint, kind: error.kind)
    _ = try? end(machine.broke(failure, at: clock.instant()))
  }

  private mutating func saveMemory() throws {
    if machine.backendState != stored { try queue.remember(try backendState()) }
  }

  private mutating func end(_ error: SyncError?) throws -> SyncReport {
    var error = error
    if machine.nextClock != nil, let said = error, ![.timer, .watch].contains(reason), !isRepeated() { error = machine.unrepeated(said) }
    report.stop = error
    report.untaken = try machine.untaken.isEmpty ? [] : SyncEngine.counts(queue, kinds: machine.untaken.sorted())
    report.pending = try queue.pendingCounts(kinds: backend.kinds?.filter { !machine.untaken.contains($0) }).reduce(0) { $0 + $1.count }
    if let number {
      var run = OutboxQueue.Run()
      run.pushed = report.pushed
      run.pulled = report.pulled
      run.rejected = report.rejected.count
      run.bytesUp = report.bytesUp
      run.bytesDown = report.bytesDown
      run.requests = report.requests
      run.errorCode = error?.code.rawValue
      run.errorMessage = error?.message
      try queue.endRun(number, run, backendState: try backendState(), atMs: clock.instant().ms)
    }
    lock = nil
    return report
  }
}

extension BackendState {
  /// Reads what `json()` writes; what can't be read is as at the start.
  init(json: String) { self = (try? JSONDecoder().decode(BackendState.self, from: Data(json.utf8))) ?? BackendState() }

  /// As compact JSON, keys sorted.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
