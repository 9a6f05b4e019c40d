import HealthModel

/// The state kept about a backend from one run to the next; one row of JSON in the library.
package struct BackendState: Sendable, Codable, Equatable {
  /// A correction that is due before anything is pushed.
  package enum Recovery: String, Sendable, Codable {
    /// Nothing.
    case none
    /// Pull from the stored cursor first: this device has a new id.
    case pullFirst
    /// The server lost a part of its history: pull all of it, then offer again what it hasn't got.
    case offerAgain
    /// The server forgot old deletions: pull all of it, then delete what it hasn't got.
    case forgetAbsent
  }

  /// The time before which nothing is sent because the server asked for it (Retry-After); always honoured.
  package var retryAfter: Deadline?
  /// The time before which nothing is sent because of our backoff; a run started by the user ignores it.
  package var backoff: Deadline?
  /// Open after many failures.
  package var breaker = Breaker()
  /// Bytes of the next batch.
  package var batch = BatchSize()
  /// Most records in a push, by the server's word. `nil` = not known.
  package var maxRecords: Int?
  /// The encodings that the backend announced for bodies. `nil` = none announced.
  package var encodings: [String]?
  /// Whether it announced that it accepts events. `nil` = not announced.
  package var takesEvents: Bool?
  /// Whether it rejected a compressed body (415): bodies are sent uncompressed from then on.
  package var refusesPacked = false
  /// Answers in a row that leave the fate of the body in flight unknown.
  package var unknownAnswers = 0
  /// The number of next records that contain the one for which the backend rejects a whole batch. `nil` = no search in
  /// progress.
  package var suspects: Int?
  /// The recovery required before the next push.
  package var recovery = Recovery.none
  /// Records asked for in one page of changes; fewer after a page that was too large, until everything is pulled.
  package var pageLimit = BackendState.pageLimit
  /// Runs in a row in which the backend answered what was pushed and nothing left the outbox.
  package var idleRuns = 0
  /// The reason why the last run stopped, without the time of the next attempt. `nil` = it ended well.
  package var lastError: SyncError?
  /// The start of the first failed run since the last successful one, in milliseconds since 1970. `nil` = the last run succeeded.
  package var failingSinceMs: Int64?

  /// Records in one page of changes where nothing speaks against it.
  package static let pageLimit = 1000

  /// Nothing known yet.
  package init() {}

  /// Decodes the state of an older or newer hsync: values that are missing, unknown or out of bounds get their
  /// defaults, without losing the rest.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func read<T: Decodable>(_ key: CodingKeys) -> T? { try? values.decodeIfPresent(T.self, forKey: key) }
    func count(_ key: CodingKeys, from least: Int = 0, to most: Int = 1_000_000) -> Int? { try? values.number(key, in: least...most) }
    retryAfter = read(.retryAfter)
    backoff = read(.backoff)
    breaker = read(.breaker) ?? Breaker()
    batch = read(.batch) ?? BatchSize()
    maxRecords = count(.maxRecords, from: 1)
    encodings = read(.encodings)
    takesEvents = read(.takesEvents)
    refusesPacked = read(.refusesPacked) ?? false
    unknownAnswers = count(.unknownAnswers) ?? 0
    suspects = count(.suspects)
    recovery = read(.recovery) ?? .none
    pageLimit = count(.pageLimit, from: 1, to: BackendState.pageLimit) ?? BackendState.pageLimit
    idleRuns = count(.idleRuns) ?? 0
    lastError = read(.lastError)
    failingSinceMs = try? values.number(.failingSinceMs, in: NumberRules.timesMs)
  }

  /// Deadlines of an earlier start of the machine count by this start's clocks from now on: a wall clock that was set back over the restart
  /// could hold them up again and again, each time by 6 h.
  package mutating func rebase(at now: SyncInstant) {
    retryAfter = retryAfter?.rebased(at: now)
    backoff = backoff?.rebased(at: now)
    breaker.rebase(at: now)
  }

  /// The encoding of the next body.
  package var encoding: BodyEncoding { BodyEncoding.best(listed: encodings, refusesPacked: refusesPacked) }

  /// The reason why the next request has to wait.
  package struct Block: Sendable, Equatable {
    /// The reason.
    package enum Reason: String, Sendable {
      /// The server's own word.
      case retryAfter = "retry_after"
      /// Our pause after a failure.
      case backoff
      /// Our pause after many failures.
      case breaker
      /// The bytes of the day are used up.
      case budget
    }

    /// Milliseconds from now, at least 1.
    package let ms: Int64
    package let reason: Reason
  }

  /// Returns the longest block of the next request; `nil` = it may be sent. A run started by the user only respects the
  /// server's `Retry-After`.
  package func block(at now: SyncInstant, byPerson: Bool) -> Block? {
    let deadlines: [(Deadline?, Block.Reason)] =
      byPerson ? [(retryAfter, .retryAfter)] : [(retryAfter, .retryAfter), (breaker.openUntil, .breaker), (backoff, .backoff)]
    let blocks = deadlines.map { Block(ms: $0?.remainingMs(at: now) ?? 0, reason: $1) }
    return blocks.filter { $0.ms > 0 }.max { $0.ms < $1.ms }
  }

  /// Milliseconds until the next request may go.
  package func blockedMs(at now: SyncInstant, byPerson: Bool) -> Int64 { block(at: now, byPerson: byPerson)?.ms ?? 0 }
}
