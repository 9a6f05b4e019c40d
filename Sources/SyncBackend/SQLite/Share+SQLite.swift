import BulkSQL
import GRDB

/// `owner.bytes` and `owner.records` are updated by triggers for replaced and removed records, and by `RecordWriter`
/// for written ones.
extension Share {
  /// The owner's share now. Throws when they were deleted, or their token was revoked.
  init(_ db: Database, owner: Owner) throws {
    try owner.requireToken(db)
    let statement = try db.cachedStatement(sql: "SELECT bytes, records FROM owner WHERE n = ?")
    guard let row = try Row.fetchOne(statement, arguments: [owner.number]) else { throw StoreError.unauthorized }
    self.init(bytes: try row.value(0), records: try row.value(1))
  }
}
