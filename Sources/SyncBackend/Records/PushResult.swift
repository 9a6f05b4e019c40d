import HealthModel

/// The answer to a push while it grows: only what isn't simply accepted is listed.
struct PushResult {
  /// Records that are stored, or were already in that very version.
  var accepted = 0
  /// Rejected records with their reasons.
  var rejected: [JSON] = []
  /// The server's records that won over pushed ones.
  var superseded: [StoredRecord] = []
  /// Records that were stored under another version, as theirs lay in the future.
  var restamped: [JSON] = []

  /// The result of storing a record.
  enum Outcome: Sendable {
    /// Stored as it came.
    case stored
    /// It was there in this very version before.
    case known
    /// Stored with another clock, as its own lies too far in the future.
    case restamped(hlc: Int64)
    /// The database has this, which is newer.
    case superseded(StoredRecord)
  }

  /// Adds a record that can't be stored.
  mutating func add(_ rejected: PushRequest.RejectedRecord) {
    self.rejected.append(rejected.rejection.json(kind: rejected.kind, id: rejected.id))
  }

  /// Adds what became of a record.
  mutating func add(_ outcome: Outcome, of record: PushedRecord) {
    switch outcome {
    case .stored, .known: accepted += 1
    case .superseded(let winner): superseded.append(winner)
    case .restamped(let hlc):
      accepted += 1
      restamped.append(.object([("kind", .string(record.kind)), ("id", .string(record.id)), ("hlc", .string(String(hlc)))]))
    }
  }

  /// The answer as JSON, to be kept with the push. Throws when it is too long: half as many records have half as many reasons.
  func kept(push: Int64, limits: BackendLimits) throws(StoreError) -> [UInt8] {
    let bytes = bytes(push: push, limits: limits)
    guard bytes.count <= 4 * limits.maxPushAnswerBytes else { throw .answerTooLong }
    return bytes
  }

  /// The answer as JSON. Above `limits.maxPushAnswerBytes` the winners come without their data, to be pulled.
  func bytes(push: Int64, limits: BackendLimits) -> [UInt8] {
    let full = bytes(push: push, limits: limits, withData: true)
    return full.count <= limits.maxPushAnswerBytes ? full : bytes(push: push, limits: limits, withData: false)
  }

  private func bytes(push: Int64, limits: BackendLimits, withData: Bool) -> [UInt8] {
    // Not one `JSON`, because the records' data are text that isn't read again (`StoredRecord.write`).
    var bytes = Array(#"{"push":\#(push),"accepted":\#(accepted),"rejected":"#.utf8)
    JSON.array(rejected).write(to: &bytes)
    bytes.append(contentsOf: #","superseded":["#.utf8)
    for (index, winner) in superseded.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      winner.write(to: &bytes, withData: withData)
    }
    bytes.append(contentsOf: #"],"restamped":"#.utf8)
    JSON.array(restamped).write(to: &bytes)
    bytes.append(contentsOf: #","limits":"#.utf8)
    PushResult.limits(limits).write(to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private static func limits(_ limits: BackendLimits) -> JSON {
    .object([
      ("max_records", JSON(limits.maxRecords)), ("max_bytes", JSON(limits.maxBodyBytes)),
      ("encodings", .array(ContentCoding.names.map(JSON.string))), ("events", .bool(true)),
    ])
  }
}
