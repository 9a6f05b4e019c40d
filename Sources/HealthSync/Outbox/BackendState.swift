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

  /// Before which nothing is sent, by the server's own word (Retry-After); heeded always.
  package var retryAfter: Deadline?
  /// Before which nothing is sent, by our backoff; a run started by a person doesn't wait for it.
  package var backoff: Deadline?
  /// Open after many failures.
  package var breaker = Breaker()
  /// Bytes of the next batch.
  package var batch = BatchSize()
  /// Most records in a push, by the server's word. `nil` = not known.
  package var maxRecords: Int?
  /// How the backend takes bodies, by its word. `nil` = it hasn't said.
  package var encodings: [String]?
  /// Whether it takes events, by its word. `nil` = it hasn't said.
  package var takesEvents: Bool?
  /// Whether it refused a packed body (415): from then on they go as they are.
  package var refusesPacked = false
  /// Answers in a row that leave the fate of the body in flight unknown.
  package var unknownAnswers = 0
  /// How many of the next records hold the one that makes the backend refuse a whole batch. `nil` = none is looked for.
  package var suspects: Int?
  /// What has to be done before the next push.
  package var recovery = Recovery.none
  /// Records asked for in one page of changes; fewer after a page that was too large, until everything is pulled.
  package var pageLimit = BackendState.pageLimit
  /// Runs in a row in which the backend answered what was pushed and nothing left the outbox.
  package var idleRuns = 0
  /// Why the last run stopped, without the time of the next attempt. `nil` = it ended well.
  package var lastError: SyncError?
  /// When the first of the runs began to fail that failed since one ended well, in milliseconds since 1970. `nil` = the last ended well.
  package var failingSinceMs: Int64?

  /// Records in one page of changes where nothing speaks against it.
  package static let pageLimit = 1000

  /// Nothing known yet.
  package init() {}

  /// Reads what an older or newer hsync wrote: what is missing, unknown or beyond its bounds is as at the start, and the rest isn't lost for it.
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

  /// How the next body is packed.
  package var encoding: BodyEncoding { BodyEncoding.best(listed: encodings, refusesPacked: refusesPacked) }

  /// The reason why the next request has to wait.
  package struct Block: Sendable, Equatable {
    /// Why.
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

  /// What keeps the next request back the longest; `nil` = it may go. A person's run waits for the server's word only.
  package func block(at now: SyncInstant, byPerson: Bool) -> Block? {
    let deadlines: [(Deadline?, Block.Reason)] =
      byPerson ? [(retryAfter, .retryAfter)] : [(retryAfter, .retryAfter), (breaker.openUntil, .breaker), (backoff, .backoff)]
    let blocks = deadlines.map { Block(ms: $0?.remainingMs(at: now) ?? 0, reason: $1) }
    return blocks.filter { $0.ms > 0 }.max { $0.ms < $1.ms }
  }

  /// Milliseconds until the next request may go.
  package func blockedMs(at now: SyncInstant, byPerson: Bool) -> Int64 { block(at: now, byPerson: byPerson)?.ms ?? 0 }
}
