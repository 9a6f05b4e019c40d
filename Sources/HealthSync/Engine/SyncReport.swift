import HealthModel
import HealthStore

/// The cause of a run.
package enum SyncReason: String, Sendable, Codable {
  /// The user; the run ignores backoff.
  case person
  /// The timer.
  case timer
  /// `--watch`: the library changed.
  case watch
  /// `today`, which needs recent data but must not wait.
  case refresh
}

/// The result of a run.
package struct SyncReport: Sendable, Equatable {
  /// Records that the backend took.
  package var pushed = 0
  /// Records that changed here because they had changed there.
  package var pulled = 0
  /// Records that the backend rejected, with its reasons; they are in quarantine.
  package var rejected: [SyncOutcome.Rejection] = []
  /// Local edits that a newer version from another device replaced; they are kept.
  package var conflicts = 0
  /// Deletions that can't be sent, of records that the backend keeps.
  package var untoldDeletions = 0
  /// Records that were offered again, or forgotten, after a backup was restored.
  package var recovered = 0
  /// The new id of this device, chosen because the backend had later pushes of it than the library, which is a restored
  /// backup or a copy. `nil` = the id is unchanged.
  package var newDevice: String?
  /// Kinds for which the backend turned out to have no place; their records wait.
  package var untaken: [SyncStatus.Count] = []
  /// Records that still wait for a request, those of kinds that the backend doesn't take left out.
  package var pending = 0
  /// Requests, answered or not.
  package var requests = 0
  /// Bytes sent, heads included.
  package var bytesUp = 0
  /// Bytes received, heads included.
  package var bytesDown = 0
  /// The reason why the run stopped early. `nil` = it didn't.
  package var stop: SyncError?

  /// A run that did nothing yet, but for the traffic given.
  package init(requests: Int = 0, bytesUp: Int = 0, bytesDown: Int = 0) {
    self.requests = requests
    self.bytesUp = bytesUp
    self.bytesDown = bytesDown
  }

  /// The error that the command ends with: the reason why it stopped, else records rejected in this run. `nil` = none.
  package var failure: SyncError? {
    if let stop { return stop }
    guard let first = rejected.first else { return nil }
    let others = rejected.count > 1 ? " and \(rejected.count - 1) more" : ""
    return SyncError(
      .rejected, "the backend rejected \(first.kind) \(first.id): \(first.message)\(others)",
      hint: "see why: \(.queue); edit one and it is sent again", kind: .badData)
  }
}

/// The records that a run would send.
package struct SyncPreview: Sendable, Equatable {
  /// A record in the order of sending.
  package struct Item: Sendable, Equatable {
    package let kind: String
    package let id: String
    /// Whether it would be sent as a deletion.
    package let isDeletion: Bool
    /// The record as JSON text; `nil` = a deletion.
    package let json: String?
  }

  /// The number of queued records by kind.
  package let pending: [SyncStatus.Count]
  /// The first of them.
  package let first: [Item]
  /// Records in a body that was sent or was about to be, and is sent again first. 0 = none.
  package let inFlight: Int
}
