import HealthModel
import HealthStore

/// The backend's record of this device: its last push.
package struct DeviceAnswer: Sendable, Equatable {
  /// The last push number, 0 for a device that it has never seen.
  package let last: PushNumber
  /// SHA-256 of that push's decoded body, lower-case hex. `nil` for a device that it has never seen.
  package let sha: String?

  /// An answer with both values.
  package init(last: PushNumber, sha: String?) {
    self.last = last
    self.sha = sha
  }

  /// Reads `{"last":42,"sha":"…"}`. `nil` when it isn't that.
  package init?(_ bytes: [UInt8]) {
    guard let json = JSON(answer: bytes), let last = json["last"].int.flatMap(PushNumber.init) else { return nil }
    self.init(last: last, sha: json["sha"].string)
  }

  /// Returns the fate of push `push` with this SHA-256.
  package func fate(push: PushNumber, sha: String) -> Fate {
    if last != push, last.next == push { return .notCommitted }
    if last == push, self.sha == sha { return .committed }
    return .rewound(last >= push ? .device : .server(last: last))
  }

  /// The fate of a body that was sent.
  package enum Fate: Sendable, Equatable {
    /// It never arrived: it may be built again.
    case notCommitted
    /// It arrived: sending it again brings the stored answer.
    case committed
    /// The two histories differ.
    case rewound(Rewind)
  }
}

/// The side whose history is older than the other side remembers.
package enum Rewind: Sendable, Equatable {
  /// This device's: it was restored from a backup, or copied.
  case device
  /// The backend's: it was restored from a backup and remembers pushes up to `last`.
  case server(last: PushNumber)
}
