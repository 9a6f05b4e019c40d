/// What is remembered of a backend from one run to the next; one row of JSON in the library.
package struct BackendMemory: Sendable, Codable, Equatable {
  /// What still has to be put right before anything is pushed.
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
  /// Whether it refused a packed body (415): from then on they go as they are.
  package var refusesPacked = false
  /// Answers in a row that leave the fate of the body in flight unknown.
  package var unknownAnswers = 0
  /// How many of the next records hold the one that makes the backend refuse a whole batch. `nil` = none is looked for.
  package var suspects: Int?
  /// What has to be done before the next push.
  package var recovery = Recovery.none
  /// Records asked for in one page of changes.
  package var pageLimit = 1000
  /// Why the last run stopped. `nil` = it ended well.
  package var lastError: SyncError?

  /// Nothing known yet.
  package init() {}

  /// Reads what an older or newer hsync wrote: what is missing or unknown is as at the start, and the rest isn't lost for it.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func read<T: Decodable>(_ key: CodingKeys) -> T? { try? values.decodeIfPresent(T.self, forKey: key) }
    retryAfter = read(.retryAfter)
    backoff = read(.backoff)
    breaker = read(.breaker) ?? Breaker()
    batch = read(.batch) ?? BatchSize()
    maxRecords = read(.maxRecords)
    encodings = read(.encodings)
    refusesPacked = read(.refusesPacked) ?? false
    unknownAnswers = read(.unknownAnswers) ?? 0
    suspects = read(.suspects)
    recovery = read(.recovery) ?? .none
    pageLimit = read(.pageLimit) ?? 1000
    lastError = read(.lastError)
  }

  /// How the next body is packed.
  package var encoding: BodyEncoding { BodyEncoding.best(listed: encodings, refusesPacked: refusesPacked) }

  /// Milliseconds until the next request may go. A person's run waits for the server's word only.
  package func blockedMs(at now: SyncInstant, byPerson: Bool) -> Int64 {
    let server = retryAfter?.remainingMs(at: now) ?? 0
    if byPerson { return server }
    return max(server, backoff?.remainingMs(at: now) ?? 0, breaker.openUntil?.remainingMs(at: now) ?? 0)
  }
}
