import HealthStore

extension SyncMachine {
  /// An event, which is an input to a step.
  package enum Event: Sendable, Equatable {
    /// A sync is requested.
    case start
    /// The lock was taken.
    case locked
    /// Another process has it, since then (milliseconds since 1970).
    case lockHeld(sinceMs: Int64)
    /// The wait is over.
    case waited
    /// The data is written durably.
    case written
    /// Neither a body in flight nor a record in the outbox.
    case nothingToPush
    /// The answer to a push.
    case pushAnswered(PushVerdict, Flight)
    /// The answer to the question after the last push.
    case deviceAnswered(DeviceVerdict)
    /// The result of the token request.
    case tokenAnswered(TokenVerdict)
    /// The answer to a request for changes.
    case changesAnswered(ChangesVerdict)
  }

  /// The next action.
  package enum Action: Sendable, Equatable {
    case takeLock
    case wait(ms: Int64)
    /// Send the body in flight, or a new one within the budget.
    case push(BatchBudget)
    /// Settle the records in flight with this response.
    case settle(PushAnswer)
    /// Put the one record in flight aside with its reason.
    case quarantine(code: String, message: String)
    /// Forget the body in flight, which was not committed; its records are still in the outbox.
    case rebuild
    /// Store the body in flight as it is before it is packed.
    case storePlain
    /// Get a new token, keep it, and use it.
    case renewToken
    /// Ask for this device's last push.
    case askDevice
    /// Take a new device id, and restart the count of pushes.
    case becomeNewDevice
    /// Go on counting after the server's last push; forget the cursor.
    case followServer(last: PushNumber)
    /// Ask for a page of changes.
    case pull(limit: Int)
    /// Apply a page, and store its cursor.
    case apply(ChangesPage)
    /// Forget the cursor: pull everything.
    case startSnapshot
    /// Everything is pulled: do what the recovery is for.
    case finishRecovery(BackendState.Recovery)
    /// The run is over; `nil` = well.
    case finish(SyncError?)
  }

  /// The request that was in flight when an answer came.
  package struct Flight: Sendable, Equatable {
    /// The number of records, at least 1.
    package var records: Int
    /// Bytes before compression.
    package var bytes: Int
    /// From sending to the whole answer.
    package var elapsedMs: Double
    /// Whether an earlier run left it behind, which may have sent it.
    package var isLeftBehind: Bool

    /// A flight with everything given.
    package init(records: Int, bytes: Int, elapsedMs: Double = 0, isLeftBehind: Bool = false) {
      self.records = records
      self.bytes = bytes
      self.elapsedMs = elapsedMs
      self.isLeftBehind = isLeftBehind
    }
  }
}
