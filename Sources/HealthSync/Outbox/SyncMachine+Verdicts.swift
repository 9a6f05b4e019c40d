import HealthModel

/// The table of answers in `docs/sync-protocol.md`, row by row.
extension SyncMachine {
  mutating func judge(_ verdict: PushVerdict, of flight: Flight, at now: SyncInstant) -> Action {
    // Once an answer was lost, "refused" may be the word of a proxy about a body that the backend has: ask before building another.
    let isUncertain = (flight.isLeftBehind || backendState.unknownAnswers > 0) && abilities.remembersPushes
    wasAnswered = wasAnswered || verdict.isAnswer
    switch verdict {
    case .settled(let answer):
      settled(answer, flight)
      return write(.settle(answer), then: .push)
    case .refused(let code, let message):
      if flight.records > 1 { backendState.suspects = flight.records }
      if isUncertain { return begin(.ask) }
      if flight.records > 1 { return write(.rebuild, then: .push) }
      backendState.suspects = nil
      hasMoved = true
      refusedInRow += 1
      // Mostly the address or what is behind it is wrong, not each record: the whole library isn't put aside for that.
      if !abilities.remembersPushes, refusedInRow >= SyncMachine.refusals { postponed = SyncError.refusesAll(refusedInRow, message) }
      return write(.quarantine(code: code, message: message), then: .push)
    case .tooLarge:
      if flight.records > 1 { backendState.batch.tooLarge(flight.bytes) }
      if isUncertain { return begin(.ask) }
      if flight.records > 1 { return write(.rebuild, then: .push) }
      hasMoved = true
      return write(.quarantine(code: "too_large", message: "the backend accepts no record of \(flight.bytes) bytes"), then: .push)
    case .plainOnly where !backendState.refusesPacked:
      backendState.refusesPacked = true
      return write(.storePlain, then: .push)
    case .plainOnly: return finish(SyncError.unsupported("the backend accepts neither compressed nor plain JSON"))
    case .nothingTaken(let message):
      // By the protocol an answer that makes no sense: what became of the body isn't known.
      backendState.unknownAnswers += 1
      postponed = SyncError(.badResponse, message, kind: .tryAgain)
      return begin(.pull)
    case .untaken(let kinds):
      untaken.formUnion(kinds)
      return write(.rebuild, then: .push)
    case .rewound(let rewind): return recover(from: rewind)
    case .trouble(let trouble):
      if trouble.mayHaveArrived {
        backendState.unknownAnswers += 1
        backendState.batch.halve()
      }
      return handle(trouble, in: .push, at: now)
    }
  }

  mutating func judge(_ verdict: DeviceVerdict, at now: SyncInstant) -> Action {
    switch verdict {
    case .known(let fate):
      backendState.unknownAnswers = 0
      switch fate {
      case .notCommitted:
        backendState.batch.halve()
        return write(.rebuild, then: .push)
      case .committed: return begin(.push)
      case .rewound(let rewind): return recover(from: rewind)
      }
    case .trouble(let trouble): return handle(trouble, in: .ask, at: now)
    }
  }

  mutating func judge(_ verdict: ChangesVerdict, at now: SyncInstant) -> Action {
    switch verdict {
    case .page(let page):
      guard pulling.turn(to: page) else { return finish(SyncError.endlessPages) }
      succeeded()
      return write(.apply(page), then: page.more ? .pull : nil)
    case .cursorExpired: return startSnapshot(for: .forgetAbsent)
    case .serverRewound: return startSnapshot(for: .offerAgain)
    case .tooLarge where backendState.pageLimit > 1:
      backendState.pageLimit /= 2
      return begin(.pull)
    case .tooLarge: return finish(SyncError(.badResponse, "the backend sent a record that is too large", kind: .unavailable))
    case .trouble(let trouble): return handle(trouble, in: .pull, at: now)
    }
  }

  private mutating func settled(_ answer: PushAnswer, _ flight: Flight) {
    succeeded()
    refusedInRow = 0
    hasMoved = true
    backendState.unknownAnswers = 0
    if let most = answer.maxRecords { backendState.maxRecords = most }
    if let most = answer.maxBytes { backendState.batch.limit(to: most) }
    if let listed = answer.encodings { backendState.encodings = listed }
    if let takesEvents = answer.takesEvents { backendState.takesEvents = takesEvents }
    // A small last batch says nothing about what larger ones would cost.
    if flight.bytes * 2 > backendState.batch.bytes { backendState.batch.succeeded(records: flight.records, elapsedMs: flight.elapsedMs) }
    if let suspects = backendState.suspects { backendState.suspects = suspects > flight.records ? suspects - flight.records : nil }
  }

  private mutating func recover(from rewind: Rewind) -> Action {
    backendState.unknownAnswers = 0
    backendState.suspects = nil
    rewinds += 1
    guard rewinds <= 2 else { return finish(SyncMachine.confused(rewind)) }
    switch rewind {
    case .device:
      if backendState.recovery == .none { backendState.recovery = .pullFirst }
      return write(.becomeNewDevice, then: .pull)
    case .server(let last):
      backendState.recovery = .offerAgain
      return write(.followServer(last: last), then: .pull)
    }
  }

  private mutating func startSnapshot(for recovery: BackendState.Recovery) -> Action {
    rewinds += 1
    guard rewinds <= 2 else { return finish(SyncMachine.confused(.server(last: 0))) }
    // Records that a rewound server lacks must never be deleted here, whatever else it says.
    if backendState.recovery != .offerAgain { backendState.recovery = recovery }
    pulling = PullBounds()
    return write(.startSnapshot, then: .pull)
  }

  private static func confused(_ rewind: Rewind) -> SyncError {
    switch rewind {
    case .device: SyncError(.deviceRewound, "the backend keeps saying that this device was restored from a backup", kind: .unavailable)
    case .server: SyncError(.serverRewound, "the backend keeps saying that it was restored from a backup", kind: .unavailable)
    }
  }
}

extension PushVerdict {
  /// Whether the backend itself responded to the body, even with a rejection.
  fileprivate var isAnswer: Bool {
    switch self {
    case .trouble, .plainOnly, .untaken: false
    default: true
    }
  }
}

extension SyncError {
  /// More is always promised.
  static var endlessPages: SyncError { SyncError(.badResponse, "the backend's pages of changes don't end", kind: .unavailable) }

  /// The error when record after record is rejected.
  static func refusesAll(_ count: Int, _ message: String) -> SyncError {
    SyncError(
      .rejected, "the backend refused \(count) records in a row: \(message)",
      hint: "if it is the right address, see them with: \(.queue); the others wait", kind: .badData)
  }

  /// The backend doesn't support the configured protocol.
  static func unsupported(_ message: String) -> SyncError {
    SyncError(.configuration, message, hint: "check the address: \(.nameBackend)", kind: .configuration)
  }
}
