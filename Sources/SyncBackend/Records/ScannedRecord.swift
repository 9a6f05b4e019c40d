import HealthModel

/// One record of a push while its bytes are passed.
struct ScannedRecord {
  private let limits: BackendLimits
  private let device: String
  private var kind: String?
  private var id: String?
  private var hlc: Int64?
  private var maker: String?
  private var isPut: Bool?
  private var data: Range<Int>?
  /// Whether something isn't as it usually is; then the record is read another way.
  private var isUnusual = false

  /// Nothing passed yet of a record in a push of `device`.
  init(device: String, limits: BackendLimits) {
    self.device = device
    self.limits = limits
  }

  /// The record, if it is right beyond doubt; `nil` when it must be read again. `bytes` is the whole body.
  func pushed(in bytes: [UInt8]) -> PushedRecord? {
    guard !isUnusual, let kind, let id, let hlc, let isPut, isPut == false || data != nil else { return nil }
    let version = RecordVersion(hlc: hlc, device: maker ?? device)
    return PushedRecord(kind: kind, id: id, version: version, body: isPut ? data.map { bytes[$0] } : nil)
  }

  /// Passes the record, an object.
  mutating func read(_ cursor: inout JSONCursor) throws(JSONError) {
    cursor.isPlain = true
    try cursor.members { cursor, key throws(JSONError) in
      if cursor.matches(key, "data") {
        try readData(&cursor)
      } else {
        try simple(key, try cursor.value(), cursor)
      }
    }
    if !cursor.isPlain { isUnusual = true }
  }

  private mutating func simple(_ key: Range<Int>, _ value: JSONCursor.Token, _ cursor: JSONCursor) throws(JSONError) {
    if cursor.matches(key, "kind") {
      kind = text(value, cursor, before: kind, isRight: RecordID.isKind(cursor.slice(value.range)))
    } else if cursor.matches(key, "id") {
      let isUsual = (1...limits.maxIDLength).contains(value.range.count) && !cursor.contains(UInt8(ascii: "\\"), in: value.range)
      id = text(value, cursor, before: id, isRight: isUsual && cursor.slice(value.range).allSatisfy { (0x20..<0x7F).contains($0) })
    } else if cursor.matches(key, "dev") {
      maker = text(value, cursor, before: maker, isRight: RecordID.isDevice(cursor.slice(value.range)))
    } else if cursor.matches(key, "hlc") {
      if hlc != nil || value.kind != .string { isUnusual = true }
      hlc = RecordVersion.clock(cursor.text(value.range))
    } else if cursor.matches(key, "op") {
      if isPut != nil || value.kind != .string { isUnusual = true }
      isPut = cursor.matches(value.range, "put") ? true : cursor.matches(value.range, "del") ? false : nil
    }
  }

  /// Returns the text of a member. If the member is repeated or may be invalid, marks the record as unusual and returns
  /// `nil`.
  private mutating func text(_ value: JSONCursor.Token, _ cursor: JSONCursor, before: String?, isRight: Bool) -> String? {
    guard before == nil, value.kind == .string, isRight else {
      isUnusual = true
      return nil
    }
    return cursor.text(value.range)
  }

  private mutating func readData(_ cursor: inout JSONCursor) throws(JSONError) {
    guard data == nil, let kind, cursor.isAtObject() else {
      isUnusual = true
      _ = try cursor.value()
      return
    }
    // Levels are counted from the record's, which is inside of two.
    cursor.deepest = 0
    let start = cursor.position
    if try !DataRules.isRight(&cursor, kind: kind) { isUnusual = true }
    if cursor.deepest > ScannedRecord.levelsAround + limits.maxDepth { isUnusual = true }
    data = start..<cursor.position
    // Values aren't counted here. Each has at least a byte and a comma, so that only what is long enough can have too many.
    if cursor.position - start > 2 * limits.maxValues { isUnusual = true }
  }

  /// The levels outside of `data`: the body, the list of records, the record.
  private static let levelsAround = 3
}
