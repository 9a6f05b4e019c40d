/// One page of changes while it grows: `{"changes":[…],"next":"<cursor>","more":false,"snapshot":false}`.
///
/// It ends at the query's limit, or at `limits.maxAnswerBytes` after at least one record.
struct ChangesPage {
  private let query: ChangesQuery
  private let limits: BackendLimits
  // Not one `JSON`, because the records' data are text that isn't read again (`StoredRecord.write`).
  private var bytes = Array(#"{"changes":["#.utf8)
  private var count = 0
  private var last: Int64 = 0
  /// Whether a record was left for the next page.
  private(set) var isFull = false

  /// An empty page.
  init(_ query: ChangesQuery, limits: BackendLimits) {
    self.query = query
    self.limits = limits
  }

  /// Adds the next record, whose number is `seq`. Returns `false` when there is no room for it, and the page is full.
  mutating func add(_ record: @autoclosure () throws -> StoredRecord, seq: @autoclosure () throws -> Int64) rethrows -> Bool {
    if count == query.limit || (count > 0 && bytes.count >= limits.maxAnswerBytes) {
      isFull = true
      return false
    }
    if count > 0 { bytes.append(UInt8(ascii: ",")) }
    try record().write(to: &bytes)
    last = try seq()
    count += 1
    return true
  }

  /// Ends the page before a record that is left for the next one.
  mutating func close() { isFull = true }

  /// The page's text.
  ///
  /// - Parameters:
  ///   - epoch: the owner's epoch, of the next cursor.
  ///   - end: the seq up to which was looked.
  ///   - ownerSeq: the owner's counter.
  consuming func text(epoch: String, end: Int64, ownerSeq: Int64) -> [UInt8] {
    // Of a page that isn't full the cursor jumps over what other kinds' records have used.
    let next = "\(epoch).\(isFull ? last : end)"
    bytes.append(contentsOf: #"],"next":"\#(next)","more":\#(isFull || end < ownerSeq),"snapshot":\#(query.since.isEmpty)}"#.utf8)
    return bytes
  }
}
