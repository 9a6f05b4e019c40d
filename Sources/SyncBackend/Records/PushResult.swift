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
