import HealthModel

/// One record of a push, checked.
struct PushedRecord: Sendable, Equatable {
  let kind: String
  let id: String
  let version: RecordVersion
  /// `data` as compact JSON text, keys in the order in which they were sent; `nil` for a deletion. Often a part of the request's own bytes.
  let body: ArraySlice<UInt8>?

  /// A record that is known to be right.
  init(kind: String, id: String, version: RecordVersion, body: ArraySlice<UInt8>?) {
    self.kind = kind
    self.id = id
    self.version = version
    self.body = body
  }

  /// Reads `{"kind","id","hlc","op","data","dev"?}` of a push by `device`.
  ///
  /// Unknown kinds are accepted unchanged: they come from a newer client.
  init(_ json: JSON, kind: String, id: String, device: String, limits: BackendLimits) throws(Rejection) {
    guard RecordID.isKind(kind.utf8) else { throw Rejection("form", "kind isn't a name of 1 to 64 characters a-z, 0-9, _") }
    try PushedRecord.check(id: id, limits: limits)
    guard let hlc = json["hlc"].string.flatMap(RecordVersion.clock) else {
      throw Rejection("form", "hlc isn't a string of decimal digits")
    }
    let maker = try PushedRecord.maker(json["dev"]) ?? device
    self.kind = kind
    self.id = id
    self.version = RecordVersion(hlc: hlc, device: maker)
    switch json["op"].string {
    case "del": body = nil
    case "put":
      let data = json["data"]
      try PushedRecord.check(data: data, kind: kind, limits: limits)
      body = data.utf8[...]
    default: throw Rejection("form", "op isn't put or del")
    }
  }

  /// A meal that came by itself, with the identity that its request gave it.
  init(meal data: JSON, id: String, version: RecordVersion, limits: BackendLimits) throws(Rejection) {
    try PushedRecord.check(id: id, limits: limits)
    try PushedRecord.check(data: data, kind: RecordKind.meal, limits: limits)
    self.kind = RecordKind.meal
    self.id = id
    self.version = version
    self.body = data.utf8[...]
  }

  /// Checks an id. Ids are displayed, logged and put into URLs, so that terminal control characters are rejected. The
  /// length is counted in scalars, as the library's CHECKs do.
  static func check(id: String, limits: BackendLimits) throws(Rejection) {
    guard !id.isEmpty else { throw Rejection("missing", "id is empty") }
    // Code points, as one character may have any number of them. Bytes are no fewer, and quicker to count.
    guard id.utf8.count <= limits.maxIDLength || id.unicodeScalars.count <= limits.maxIDLength else {
      throw Rejection("too_long", "id has more than \(limits.maxIDLength) characters")
    }
    guard RecordID.hasOnlyVisible(id) else { throw Rejection("form", "id has a control character") }
  }

  /// `data` must be an object, not too deep, and right for its kind.
  static func check(data: JSON, kind: String, limits: BackendLimits) throws(Rejection) {
    guard case .members = data else { throw Rejection("missing", "data isn't an object") }
    guard data.isWithin(depth: limits.maxDepth) else { throw Rejection("too_deep", "data has more than \(limits.maxDepth) levels") }
    try DataRules.check(data, kind: kind)
  }

  private static func maker(_ json: JSON) throws(Rejection) -> String? {
    switch json {
    case .null: return nil
    case .string(let text) where RecordID.isDevice(text): return text
    default: throw Rejection("form", "dev isn't lower-case hex")
    }
  }
}

extension JSON {
  /// Whether arrays and objects are nested no deeper than `depth`; a bare value has depth 0.
  fileprivate func isWithin(depth: Int) -> Bool {
    switch self {
    case .array(let elements): depth > 0 && elements.allSatisfy { $0.isWithin(depth: depth - 1) }
    case .members(let members): depth > 0 && members.allSatisfy { $0.value.isWithin(depth: depth - 1) }
    default: true
    }
  }
}
