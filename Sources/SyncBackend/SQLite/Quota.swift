import BulkSQL
import GRDB
import HTTPTypes

/// The disk space of one user, and its limit.
///
/// `owner.bytes` and `owner.records` are updated by triggers for replaced and removed records, and by `RecordWriter`
/// for written ones.
struct Quota {
  /// Bytes of records, events and answers, with some hundred bytes for each.
  let bytes: Int64
  /// Records, remembered deletions included.
  let records: Int64
  private let limits: BackendLimits

  /// The bytes that a record counts beside those of its data and its id.
  static let bytesPerRecord: Int64 = 100

  /// The owner's share now. Throws 401 when they were deleted, or their token was revoked.
  init(_ db: Database, owner: Owner, limits: BackendLimits) throws {
    try owner.requireToken(db)
    let statement = try db.cachedStatement(sql: "SELECT bytes, records FROM owner WHERE n = ?")
    guard let row = try Row.fetchOne(statement, arguments: [owner.number]) else { throw Refusal.unauthorized }
    (bytes, records, self.limits) = try (row.value(0), row.value(1), limits)
  }

  /// Throws 507 when there may be no room for so many bytes more. None is always few enough: deletions are taken.
  func requireRoom(forBytes count: Int64) throws(Refusal) {
    if count > 0, bytes + count > limits.maxUserBytes || records >= limits.maxUserRecords { throw Quota.exceeded }
  }

  /// Throws 507 when there is more than may be, and more than there was `before`: what shrinks is always taken.
  func requireRoom(since before: Quota) throws(Refusal) {
    if bytes > limits.maxUserBytes, bytes > before.bytes { throw Quota.exceeded }
    if records > limits.maxUserRecords, records > before.records { throw Quota.exceeded }
  }

  private static let exceeded = Refusal(
    .init(code: 507, reasonPhrase: "Insufficient Storage"), "quota_exceeded", "this account's share of the server is used up",
    headers: [.retryAfter: "3600"])
}
