/// The meaning of an answer to a push.
package enum PushVerdict: Sendable, Equatable {
  /// A valid answer to exactly this push.
  case settled(PushAnswer)
  /// The batch as a whole was rejected and not committed: 400 or 422.
  case refused(code: String, message: String)
  /// Too many bytes: 413.
  case tooLarge
  /// The backend doesn't take a packed body: 415.
  case plainOnly
  /// A valid response in which no record was accepted, but none rejected either: `{"accepted":0}`. The body stays as it
  /// is and nothing more is pushed in this run; after three such runs in a row the user is notified (`no_progress`).
  /// The message describes the response.
  case nothingTaken(String)
  /// The backend doesn't support these kinds, the only ones in the body; it may support others.
  case untaken(Set<String>)
  /// The histories differ: 409.
  case rewound(Rewind)
  /// Anything else.
  case trouble(Trouble)
}

/// The meaning of an answer to "which push of mine was the last".
package enum DeviceVerdict: Sendable, Equatable {
  /// The fate of the body in flight.
  case known(DeviceAnswer.Fate)
  /// Anything else.
  case trouble(Trouble)
}

/// The meaning of an answer to a request for changes.
package enum ChangesVerdict: Sendable, Equatable {
  /// A whole page.
  case page(ChangesPage)
  /// The cursor is older than the oldest deletion that the backend remembers: 410 `cursor_expired`.
  case cursorExpired
  /// The cursor isn't from this backend's history: 410 `server_rewound`.
  case serverRewound
  /// The page exceeds the client's limit: request fewer records.
  case tooLarge
  /// Anything else.
  case trouble(Trouble)
}

/// A request that brought nothing, and what to do about it.
package struct Trouble: Sendable, Equatable {
  /// The action to take.
  package enum Remedy: Sendable, Equatable {
    /// Try again, not before that many milliseconds if the server named a time.
    case retry(afterMs: Int64?)
    /// End this run: the user has to act.
    case stop
    /// Stop pushing, keep pulling: the backend requires a newer hsync.
    case upgrade
  }

  /// The error as it is shown to the user.
  package let error: SyncError
  /// The action to take.
  package let remedy: Remedy
  /// Whether the backend may have got the request and acted on it.
  package let mayHaveArrived: Bool

  /// A trouble with everything given.
  package init(_ error: SyncError, _ remedy: Remedy, mayHaveArrived: Bool) {
    self.error = error
    self.remedy = remedy
    self.mayHaveArrived = mayHaveArrived
  }
}
