import HealthStore
import Transport

/// One kind of backend: builds requests and interprets responses. Pure: it sends nothing itself.
package protocol Backend: Sendable {
  /// Kinds of records that it takes; others wait in the outbox. `nil` = all.
  static var kinds: [String]? { get }
  /// The limitations for users: one sentence each, without a full stop. Empty = no data is lost.
  static var losses: [String] { get }

  /// The backend of an account.
  init(account: BackendAccount)

  /// The pull side of the backend. `nil` = it only accepts data.
  var history: (any BackendHistory)? { get }
  /// Whether some kinds can't share a request; see `kinds(beside:)`.
  var separatesKinds: Bool { get }
  /// Most records in one request.
  var maxRecords: Int { get }
  /// Most that the records of one request may cost in all; a single record may cost more. `nil` = cost doesn't count.
  var maxCost: Int? { get }
  /// Whether a body goes out compressed if the backend takes that.
  var compresses: Bool { get }
  /// Whether the next body may be built while one is under way.
  var buildsAhead: Bool { get }
  /// The delays after failures.
  var pace: Backoff.Pace { get }

  /// The kinds that may share a request with records of `kind`. `nil` = all.
  func kinds(beside kind: String) -> [String]?
  /// Returns the share of `maxCost` that a record takes.
  func cost(of record: SyncRecord) -> Int
  /// Returns whether this version of a record can be sent. If it can't be, as most deletions, it is settled without a
  /// request.
  func canBeTold(_ record: SyncRecord) -> Bool

  /// The request that sends a body.
  ///
  /// - Parameter sentAtMs: Milliseconds since 1970 by this device's clock, for the server's log alone.
  func pushRequest(_ flight: Flight, device: String, sentAtMs: Int64) -> HTTPRequest
  /// Interprets the response to a push.
  func verdict(_ response: HTTPResponse, on flight: Flight, nowMs: Int64) -> PushVerdict

  /// Returns the requests for signing in, sent one after the other until a response is conclusive. None of them changes
  /// data on the backend.
  ///
  /// - Parameter nowMs: Milliseconds since 1970, for dialects that sign with the time.
  func signInRequests(device: String, nowMs: Int64) -> [HTTPRequest]
  /// Interprets the response to the request at `step`. `nil` = not conclusive, the next request decides; after the last
  /// one, the backend is up.
  func signInStanding(_ response: HTTPResponse, step: Int, nowMs: Int64) -> BackendProbe.Standing?
}

/// The part of a backend that remembers: pushes, and what changed.
package protocol BackendHistory: Sendable {
  /// The request for this device's last push.
  func deviceRequest(device: String) -> HTTPRequest
  /// Interprets the response to a device request.
  func deviceVerdict(_ response: HTTPResponse, on flight: Flight?, nowMs: Int64) -> DeviceVerdict
  /// Returns the request for the changes since `cursor`, `""` = everything.
  ///
  /// - Parameters:
  ///   - pushed: This device's last push, to leave out its own changes; `nil` to include them.
  ///   - kinds: The requested kinds, `nil` = all. Others may come, too.
  func changesRequest(since cursor: String, limit: Int, device: String, pushed: PushNumber?, kinds: Set<String>?) -> HTTPRequest
  /// Interprets the response to a changes request.
  func changesVerdict(_ response: HTTPResponse, nowMs: Int64) -> ChangesVerdict
}

/// The behaviour that most dialects share.
extension Backend {
  package var kinds: [String]? { Self.kinds }
  package var history: (any BackendHistory)? { nil }
  package var separatesKinds: Bool { false }
  package var maxCost: Int? { nil }
  package var compresses: Bool { false }
  package var buildsAhead: Bool { false }
  package var pace: Backoff.Pace { .fullJitter }
  package func kinds(beside kind: String) -> [String]? { kinds }
  package func cost(of record: SyncRecord) -> Int { 1 }
  package func canBeTold(_ record: SyncRecord) -> Bool { true }

  /// The features of the dialect that the state machine depends on.
  package var abilities: SyncMachine.Abilities {
    SyncMachine.Abilities(pulls: history != nil, remembersPushes: history != nil, pace: pace)
  }
}

extension BackendAccount {
  /// The backend that speaks the account's dialect.
  package var backend: any Backend { dialect.type.init(account: self) }
}

extension BackendAccount.Dialect {
  /// The limitations for users: one sentence each. Empty = no data is lost.
  package var losses: [String] { type.losses }

  /// Kinds of records that it takes. `nil` = all.
  package var kinds: [String]? { type.kinds }

  fileprivate var type: any Backend.Type {
    switch self {
    case .hsync1: HSync1.self
    case .foodLog: FoodLog.self
    case .mobile: Mobile.self
    case .webhook: Webhook.self
    case .postgrest: PostgREST.self
    }
  }
}

extension SyncStatus {
  /// The limitations of the backend's dialect: one sentence each. Empty = no data is lost, or there is no backend yet.
  package var losses: [String] { known?.losses ?? [] }

  /// The queued records that can't be sent, because the backend doesn't support their kind.
  package var untaken: [Count] {
    guard let kinds = known?.kinds else { return [] }
    return pending.filter { !kinds.contains($0.kind) }
  }

  private var known: BackendAccount.Dialect? { dialect.flatMap(BackendAccount.Dialect.init(stored:)) }
}
