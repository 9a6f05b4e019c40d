/// The room that one user's rows take, and its limit.
struct Share: Sendable, Equatable {
  /// Bytes of records, events and answers, with `bytesPerRow` for each.
  var bytes: Int64
  /// Records, remembered deletions included.
  var records: Int64

  /// The bytes that a row counts beside those of its data and its id.
  static let bytesPerRow: Int64 = 100

  /// The bytes that a record counts.
  static func bytes(ofRecord id: String, body: ArraySlice<UInt8>?) -> Int64 {
    Int64((body?.count ?? 0) + id.utf8.count) + bytesPerRow
  }

  /// Throws when there may be no room for so many bytes more. None is always few enough: deletions are taken.
  func requireRoom(forBytes count: Int64, limits: BackendLimits) throws(StoreError) {
    if count > 0, bytes + count > limits.maxUserBytes || records >= limits.maxUserRecords { throw .quotaExceeded }
  }

  /// Throws when there is more than may be, and more than there was `before`: what shrinks is always taken.
  func requireRoom(since before: Share, limits: BackendLimits) throws(StoreError) {
    if bytes > limits.maxUserBytes, bytes > before.bytes { throw .quotaExceeded }
    if records > limits.maxUserRecords, records > before.records { throw .quotaExceeded }
  }
}
