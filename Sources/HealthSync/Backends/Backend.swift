import HealthStore
import Transport

/// One kind of backend: how to ask, and how to read its answers. Pure: it sends nothing itself.
package protocol Backend: Sendable {
  /// Kinds of records that it takes; others wait in the outbox. `nil` = all.
  static var kinds: [String]? { get }
  /// What it can't be told or can't tell, for a person: one sentence each, without a full stop. Empty = nothing is lost.
  static var losses: [String] { get }

  /// The backend of an account.
  init(account: BackendAccount)

  /// What it remembers and can be asked for. `nil` = it only takes.
  var history: (any BackendHistory)? { get }
  /// Whether not all of its kinds may share a request; then `kinds(beside:)` says which.
  var separatesKinds: Bool { get }
  /// Most records in one request.
  var maxRecords: Int { get }
  /// Most that the records of one request may cost in all; a single record may cost more. `nil` = cost doesn't count.
  var maxCost: Int? { get }
  /// Whether a body goes out compressed if the backend takes that.
  var compresses: Bool { get }
  /// Whether the next body may be built while one is under way.
  var buildsAhead: Bool { get }
  /// How long it is left alone after a failure.
  var pace: Backoff.Pace { get }

  /// The kinds that may share a request with records of `kind`. `nil` = all.
  func kinds(beside kind: String) -> [String]?
  /// What a record counts for in `maxCost`.
  func cost(of record: SyncRecord) -> Int
  /// Whether there is a way to say this version of a record. One that can't be said, mostly a deletion, is settled without a request.
  func canBeTold(_ record: SyncRecord) -> Bool

  /// The request that sends a body.
  ///
  /// - Parameter sentAtMs: Milliseconds since 1970 by this device's clock, for the server's log alone.
  func pushRequest(_ flight: Flight, device: String, sentAtMs: Int64) -> HTTPRequest
  /// What an answer to it means.
  func verdict(_ response: HTTPResponse, on flight: Flight, nowMs: Int64) -> PushVerdict

  /// What it is asked when a user signs in, one after the other until an answer tells what it is. None of them changes anything there.
  ///
  /// - Parameter nowMs: Milliseconds since 1970, for dialects that sign with the time.
  func signInRequests(device: String, nowMs: Int64) -> [HTTPRequest]
  /// What the answer to the one at `step` tells. `nil` = nothing bad, and the next request tells more; after the last one, that it is up.
  func signInStanding(_ response: HTTPResponse, step: Int, nowMs: Int64) -> BackendProbe.Standing?
}

/// The part of a backend that remembers: pushes, and what changed.
package protocol BackendHistory: Sendable {
  /// The request for this device's last push.
  func deviceRequest(device: String) -> HTTPRequest
  /// What an answer to it means.
  func deviceVerdict(_ response: HTTPResponse, on flight: Flight?, nowMs: Int64) -> DeviceVerdict
  /// The request for what changed since `cursor`, `""` = everything.
  ///
  /// - Parameters:
  ///   - pushed: This device's last push, to be spared what it pushed itself; `nil` to be sent that too.
  ///   - kinds: Those that are wanted, `nil` = all. Others may come, too.
  func changesRequest(since cursor: String, limit: Int, device: String, pushed: PushNumber?, kinds: Set<String>?) -> HTTPRequest
  /// What an answer to it means.
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

  /// What the state machine has to know of the dialect.
  package var abilities: SyncMachine.Abilities {
    SyncMachine.Abilities(pulls: history != nil, remembersPushes: history != nil, pace: pace)
  }
}

extension BackendAccount {
  /// The backend that speaks the account's dialect.
  package var backend: any Backend { dialect.type.init(account: self) }
}

extension BackendAccount.Dialect {
  /// What it can't do, for a person: one sentence each. Empty = nothing is lost.
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
  /// What the backend's dialect can't do: one sentence each. Empty = nothing is lost, or there is no backend yet.
  package var losses: [String] { known?.losses ?? [] }

  /// Which of the waiting records will wait on, because the backend has no place for their kind.
  package var untaken: [Count] {
    guard let kinds = known?.kinds else { return [] }
    return pending.filter { !kinds.contains($0.kind) }
  }

  private var known: BackendAccount.Dialect? { dialect.flatMap(BackendAccount.Dialect.init(stored:)) }
}
