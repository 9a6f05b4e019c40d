import HealthStore
import Transport

/// One kind of backend: how to ask, and how to read its answers. Pure: it sends nothing itself.
package protocol Backend: Sendable {
  /// What it remembers and can be asked for. `nil` = it only takes.
  var history: (any BackendHistory)? { get }
  /// Kinds of records that it takes. `nil` = all.
  var kinds: [String]? { get }
  /// Most records in one request.
  var maxRecords: Int { get }
  /// Whether it can be told that a record is deleted.
  var takesDeletions: Bool { get }
  /// Whether a body goes out compressed if the backend takes that.
  var compresses: Bool { get }

  /// The request that sends a body.
  ///
  /// - Parameter sentAtMs: Milliseconds since 1970 by this device's clock, for the server's log alone.
  func pushRequest(_ flight: Flight, device: String, sentAtMs: Int64) -> HTTPRequest
  /// What an answer to it means.
  func verdict(_ response: HTTPResponse, on flight: Flight, nowMs: Int64) -> PushVerdict
}

/// The part of a backend that remembers: pushes, and what changed.
package protocol BackendHistory: Sendable {
  /// The request for this device's last push.
  func deviceRequest(device: String) -> HTTPRequest
  /// What an answer to it means.
  func deviceVerdict(_ response: HTTPResponse, on flight: Flight?, nowMs: Int64) -> DeviceVerdict
  /// The request for what changed since `cursor`, `""` = everything.
  ///
  /// - Parameter pushed: This device's last push, to be spared what it pushed itself; `nil` to be sent that too.
  func changesRequest(since cursor: String, limit: Int, device: String, pushed: Int64?) -> HTTPRequest
  /// What an answer to it means.
  func changesVerdict(_ response: HTTPResponse, nowMs: Int64) -> ChangesVerdict
}

extension Backend {
  /// What the state machine has to know of the dialect.
  package var abilities: SyncMachine.Abilities { SyncMachine.Abilities(pulls: history != nil, remembersPushes: history != nil) }
}

extension BackendAccount {
  /// The backend that speaks the account's dialect.
  package var backend: any Backend {
    switch dialect {
    case .hsync1: HSync1(account: self)
    case .foodLog: FoodLog(account: self)
    }
  }
}
