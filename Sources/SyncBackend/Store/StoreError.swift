/// The reason why a store doesn't do what it is asked. Nothing was stored then. `Refusal` puts it into an answer.
enum StoreError: Error, Sendable, Equatable {
  /// The token is unknown, was revoked meanwhile, or its owner was deleted.
  case unauthorized
  /// The token has ended.
  case tokenExpired
  /// A push's number isn't the device's next one. `epoch` is that of the owner's last write.
  case rewound(PushLedger.Rewind, last: Int64, epoch: String)
  /// The cursor isn't from this database's history.
  case foreignCursor
  /// Deletions after the cursor are forgotten.
  case expiredCursor
  /// The owner's share of the database is used up.
  case quotaExceeded
  /// The owner has that many devices, all of which were here lately.
  case tooManyDevices(Int)
  /// The answer to a push is too long to be kept.
  case answerTooLong
  /// The database can't do it.
  case failed(StoreFailure)
}

/// A failure of the database itself.
struct StoreFailure: Sendable, Equatable {
  /// The kind of failure, as far as a client or an operator can do something about it.
  enum Kind: Sendable {
    /// The disk is full.
    case full
    /// Others hold what is needed, for too long.
    case busy
    /// The file can't be opened now.
    case cannotOpen
    /// There is no memory left.
    case outOfMemory
    /// It takes no writes.
    case readOnly
    /// Its disk fails.
    case disk
    /// Its data are being moved, or were moved, to another database.
    case moved
    /// It can't be reached, or the connection broke.
    case unreachable
    /// Anything else: a fault of ours, or of the file.
    case fault
  }

  let kind: Kind
  /// The database's code: `SQLITE_FULL`, `53100`.
  let code: String
  /// The database's own words. Never contains a value of a row.
  let message: String
}
