import Gzip
import HealthModel
import HealthStore

/// The body of a push: `{"device":"d3f19c0a","push":42,"records":[…]}`.
package enum PushBody {
  /// Returns the body's bytes before compression. Records' data is in the form that SQLite wrote.
  package static func bytes(device: String, push: PushNumber, records: [SyncRecord]) -> [UInt8] {
    // Not by way of `JSON`: each record's data would be read and written again.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(records.reduce(64) { $0 + size(of: $1) })
    bytes.append(contentsOf: #"{"device":"#.utf8)
    JSON.string(device).write(to: &bytes)
    bytes.append(contentsOf: #","push":\#(push),"records":["#.utf8)
    for (index, record) in records.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(record, to: &bytes)
    }
    bytes.append(contentsOf: "]}".utf8)
    return bytes
  }

  /// Returns the records of a body that an earlier run left behind.
  ///
  /// - Throws: When it wasn't written by hsync, which only a damaged library can cause.
  package static func records(of bytes: [UInt8]) throws -> [SyncRecord] {
    let body = try JSON(parsing: bytes)
    return try (body["records"].array ?? []).map { json in
      guard let record = SyncRecord(own: json) else { throw Gzip.Failure.damaged }
      return record
    }
  }

  /// About how many bytes a record adds to a body.
  package static func size(of record: SyncRecord) -> Int {
    let data = if case .put(let text) = record.content { text.utf8.count + 7 } else { 0 }
    return 64 + record.kind.utf8.count + record.id.utf8.count + data
  }

  private static func append(_ record: SyncRecord, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: #"{"kind":"#.utf8)
    JSON.string(record.kind).write(to: &bytes)
    bytes.append(contentsOf: #","id":"#.utf8)
    JSON.string(record.id).write(to: &bytes)
    bytes.append(contentsOf: #","hlc":"\#(record.hlc)""#.utf8)
    if let dev = record.dev {
      bytes.append(contentsOf: #","dev":"#.utf8)
      JSON.string(dev).write(to: &bytes)
    }
    switch record.content {
    case .put(let text):
      bytes.append(contentsOf: #","op":"put","data":"#.utf8)
      bytes.append(contentsOf: text.utf8)
    case .deleted, .withheld: bytes.append(contentsOf: #","op":"del""#.utf8)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension SyncRecord {
  /// Reads `{"kind","id","hlc","dev","op","data"}`. `nil` when it is invalid: a malformed kind or device, an id that
  /// can't be displayed, an HLC that isn't decimal digits, an unknown op, data that isn't an object.
  package init?(json: JSON) {
    self.init(own: json)
    guard let text = json["hlc"].string, RecordClock.value(text) != nil, RecordID.isKind(kind), RecordID.isUsable(id),
      dev.map(RecordID.isDevice) ?? true
    else { return nil }
  }

  /// Reads the same of what this device wrote itself, with any HLC and id that an older hsync let into its library.
  init?(own json: JSON) {
    guard let kind = json["kind"].string, !kind.isEmpty, let id = json["id"].string, !id.isEmpty,
      let hlc = json["hlc"].string.flatMap({ Int64($0) }), hlc > 0
    else { return nil }
    let content: Content
    switch (json["op"].string, json["data"]) {
    case ("del", _): content = .deleted
    case ("put", .null): content = .withheld
    case ("put", .members(let members)): content = .put(JSON.members(members).text)
    default: return nil
    }
    self.init(kind: kind, id: id, hlc: hlc, dev: json["dev"].string, content: content)
  }
}
