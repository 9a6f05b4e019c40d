import HealthModel
import HealthStore
import Transport

extension SyncEngine {
  /// Fetches the backend's versions of rejected records, page by page from the beginning of its history. Writes
  /// nothing.
  ///
  /// - Returns: For each entry, in their order, the backend's version; `nil` = it has none.
  /// - Throws: `SyncError`: the backend can't be reached (kind `.tryAgain`), rejects the account, doesn't support
  ///   pulling (`.unavailable`), or lacks records that it accepted before; `StoreError`.
  package func fetch(_ entries: [QuarantineLog.Entry]) async throws -> [SyncRecord?] {
    let queue = OutboxQueue(library)
    // Samples stay whatever the backend has.
    var wanted = Set(entries.filter { !$0.isSamples }.map(\.key))
    var found: [RecordKey: SyncRecord] = [:]
    if !wanted.isEmpty { try SyncEngine.checkOwnership(of: queue, by: account) }
    if let history = account.backend.history {
      var pages = HistoryPages(history, kinds: Set(wanted.map(\.kind)), device: try queue.position().device)
      if !wanted.isEmpty { try checkGate(of: queue) }
      while !wanted.isEmpty, let request = pages.request {
        for change in try await changes(request, from: &pages) {
          // Later in the history is newer.
          if wanted.remove(change.key) != nil || found[change.key] != nil { found[change.key] = change }
        }
      }
    }
    return try entries.map { entry in
      let theirs = found[entry.key]
      if theirs == nil, entry.isKnownToBackend, !entry.isSamples { throw missing(entry) }
      return theirs
    }
  }

  /// Throws while the wait requested by the server lasts, even in runs started by the user.
  private func checkGate(of queue: OutboxQueue) throws {
    let now = clock.instant()
    let blocked = BackendState(json: try queue.backendState()).blockedMs(at: now, byPerson: true)
    guard blocked > 0 else { return }
    throw SyncError(.backoff, "the backend asked to wait; try again at \(now.clock(inMs: blocked))", kind: .tryAgain)
  }

  private func changes(_ request: HTTPRequest, from pages: inout HistoryPages) async throws -> [SyncRecord] {
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await transport.send(request)
    } catch {
      if error.code == .tooLarge, pages.halveLimit() { return [] }
      throw Trouble(error).error
    }
    switch pages.history.changesVerdict(response, nowMs: clock.instant().ms) {
    case .page(let page):
      guard pages.turn(to: page) else { throw SyncError.endlessPages }
      return page.changes
    case .trouble(let trouble) where trouble.error.code == .auth && account.refreshToken != nil:
      throw SyncError(.auth, "the token has expired", hint: "renew it first: \(.sync)", kind: .tryAgain)
    case .trouble(let trouble): throw trouble.error
    case .tooLarge where pages.halveLimit(): return []
    case .tooLarge: throw SyncError(.badResponse, "the backend sent a record that is too large", kind: .unavailable)
    case .cursorExpired, .serverRewound:
      throw SyncError(.serverRewound, "the backend's history changed while it was read", hint: "\(.sync)", kind: .tryAgain)
    }
  }

  private func missing(_ entry: QuarantineLog.Entry) -> SyncError {
    guard account.backend.history != nil else {
      return SyncError(
        .configuration, "this backend can't be asked for its version of \(entry.kind) \(entry.id)",
        hint: "edit or delete the record here, or send it again: \(.retryRecord(kind: entry.kind, id: entry.id))", kind: .unavailable)
    }
    return SyncError(
      .serverRewound, "the backend accepted \(entry.kind) \(entry.id) before and has lost it", hint: "sync first: \(.sync)",
      kind: .tryAgain)
  }
}

/// The way through a backend's history, page by page.
private struct HistoryPages {
  let history: any BackendHistory
  private let kinds: Set<String>
  private let device: String
  private var cursor = ""
  private var limit = 1000
  private var isAtEnd = false

  init(_ history: any BackendHistory, kinds: Set<String>, device: String) {
    self.history = history
    self.kinds = kinds
    self.device = device
  }

  /// `nil` = everything was read.
  var request: HTTPRequest? {
    isAtEnd ? nil : history.changesRequest(since: cursor, limit: limit, device: device, pushed: nil, kinds: kinds)
  }

  /// Goes on after `page`. `false` = it leads nowhere.
  mutating func turn(to page: ChangesPage) -> Bool {
    guard !page.more || page.next != cursor else { return false }
    cursor = page.next
    isAtEnd = !page.more
    return true
  }

  /// Asks for fewer records from now on. `false` = one is too large already.
  mutating func halveLimit() -> Bool {
    limit /= 2
    return limit > 0
  }
}
