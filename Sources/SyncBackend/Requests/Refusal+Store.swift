import HealthModel
import Hummingbird

/// The answers for what a store doesn't do, here alone.
extension Refusal {
  /// The answer for an error of a store.
  init(_ error: StoreError) {
    switch error {
    case .unauthorized: self = .unauthorized
    case .tokenExpired: self = .tokenExpired
    case .rewound(let rewind, let last, let epoch): self = Refusal.rewound(rewind, last: last, epoch: epoch)
    case .foreignCursor: self.init(.gone, "server_rewound", "the cursor isn't from this server's history")
    case .expiredCursor: self.init(.gone, "cursor_expired", "deletions after the cursor are no longer known")
    case .quotaExceeded:
      self.init(
        .init(code: 507, reasonPhrase: "Insufficient Storage"), "quota_exceeded", "this account's share of the server is used up",
        headers: [.retryAfter: "3600"])
    case .tooManyDevices(let count): self.init(.forbidden, "too_many_devices", "this account has \(count) devices already")
    case .answerTooLong: self = .tooLarge("the answer to this push is too long: send fewer records")
    case .failed(let failure): self = Refusal.failure(failure.kind)
    }
  }

  /// A number used for other bytes, or below the last: the device was restored to an older state. One beyond the next: the server was.
  private static func rewound(_ rewind: PushLedger.Rewind, last: Int64, epoch: String) -> Refusal {
    let details = [JSON.Member("last", JSON(last)), JSON.Member("epoch", .string(epoch))]
    return switch rewind {
    case .device(let number):
      Refusal(.conflict, "device_rewound", "push \(number) of this device was another one", details: details)
    case .server: Refusal(.conflict, "server_rewound", "the server's last push of this device is \(last)", details: details)
    }
  }

  /// Nothing was committed, so the same request may be sent again.
  private static func failure(_ kind: StoreFailure.Kind) -> Refusal {
    switch kind {
    case .full: .storage("storage_full", "the server's disk is full")
    case .busy: .storage("busy", "the server's database is busy")
    case .cannotOpen: .storage("cant_open", "the server can't open its database now")
    case .outOfMemory: .overloaded
    case .readOnly: .storage("read_only", "the server's database can't be written")
    case .disk: .storage("storage", "the server's disk fails")
    case .moved: .storage("moved", "the server's data are moving to another database")
    case .unreachable: .storage("unreachable", "the server can't reach its database now")
    case .fault: Refusal(.internalServerError, "internal", "the server failed")
    }
  }
}
