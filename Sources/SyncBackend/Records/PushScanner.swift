import HealthModel

/// Reads the body of a push in one pass over its bytes, without a tree of JSON values.
///
/// Handles the usual form of a push. An unusual record (white space, escapes, a repeated key, a possibly wrong value)
/// is read again through `JSON`, by itself; an unusual body is read again as a whole. So validation and its reasons are
/// implemented in one place, and this is only a faster way to the same result.
struct PushScanner {
  private let limits: BackendLimits
  private var device: String?
  private var number: DevicePushNumber?
  private var records: [Result<PushedRecord, PushRequest.RejectedRecord>]?

  /// The push in a body; `nil` when it must be read the other way, which may find it right or wrong.
  static func request(_ bytes: [UInt8], limits: BackendLimits) -> PushRequest? {
    var scanner = PushScanner(limits: limits)
    guard (try? bytes.withUnsafeBufferPointer({ try scanner.read(JSONCursor($0), of: bytes) })) != nil,
      let device = scanner.device, let number = scanner.number, let records = scanner.records
    else { return nil }
    return PushRequest(device: device, number: number.value, records: records, bytes: bytes)
  }

  /// Ends the quick way through a body that `JSON` may well read. Nobody sees it.
  private static let otherForm = JSONError(reason: "not as a client writes it", offset: 0)

  private init(limits: BackendLimits) { self.limits = limits }

  private mutating func read(_ start: JSONCursor, of bytes: [UInt8]) throws(JSONError) {
    var cursor = start
    guard cursor.isAtObject() else { throw PushScanner.otherForm }
    try cursor.members { cursor, key throws(JSONError) in
      // A key that is spelt otherwise than it could be may be one of ours.
      guard !cursor.contains(UInt8(ascii: "\\"), in: key) else { throw PushScanner.otherForm }
      if cursor.matches(key, "device"), device == nil {
        device = try text(&cursor)
        guard device.map(RecordID.isDevice) == true else { throw PushScanner.otherForm }
      } else if cursor.matches(key, "push"), number == nil {
        let value = try cursor.value()
        number = value.kind == .number ? DevicePushNumber(cursor.text(value.range)) : nil
        guard number != nil else { throw PushScanner.otherForm }
      } else if cursor.matches(key, "records"), records == nil, let device {
        records = try list(&cursor, device: device, of: bytes)
      } else if cursor.matches(key, "device") || cursor.matches(key, "push") || cursor.matches(key, "records") {
        throw PushScanner.otherForm  // twice, or the records before the device that made them
      } else {
        _ = try cursor.value()
      }
    }
    try cursor.end()
  }

  private func list(
    _ cursor: inout JSONCursor, device: String, of bytes: [UInt8]
  ) throws(JSONError) -> [Result<PushedRecord, PushRequest.RejectedRecord>] {
    guard cursor.isAtArray() else { throw PushScanner.otherForm }
    var records: [Result<PushedRecord, PushRequest.RejectedRecord>] = []
    try cursor.elements { cursor throws(JSONError) in
      guard records.count < limits.maxRecords, cursor.isAtObject() else { throw PushScanner.otherForm }
      let start = cursor.position
      var record = ScannedRecord(device: device, limits: limits)
      try record.read(&cursor)
      if let usual = record.pushed(in: bytes) {
        records.append(.success(usual))
      } else {
        records.append(try unusual(cursor.slice(start..<cursor.position), device: device))
      }
    }
    return records
  }

  /// A record through `JSON`, whose text has been checked.
  private func unusual(
    _ text: UnsafeBufferPointer<UInt8>, device: String
  ) throws(JSONError) -> Result<PushedRecord, PushRequest.RejectedRecord> {
    guard let record = try? UnusualRecord.record(text, index: 0, device: device, limits: limits) else { throw PushScanner.otherForm }
    return record
  }

  private func text(_ cursor: inout JSONCursor) throws(JSONError) -> String? {
    let value = try cursor.value()
    return value.kind == .string ? cursor.text(value.range) : nil
  }
}
