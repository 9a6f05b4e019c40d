import HealthModel

/// A record as the server keeps it and gives it out.
struct StoredRecord: Sendable {
  /// `meal`, `weight`, …; unknown kinds are kept, too.
  let kind: String
  /// Unique within its kind and owner.
  let id: String
  let version: RecordVersion
  /// The record's `data` as JSON text, `nil` for a deletion.
  let body: String?

  /// Appends `{"kind":…,"id":…,"hlc":…,"dev":…,"op":…,"data":…}`; `data` only for a put, and not `withData: false`.
  func write(to bytes: inout [UInt8], withData: Bool = true) {
    let head = JSON.object([
      ("kind", .string(kind)), ("id", .string(id)), ("hlc", .string(String(version.hlc))), ("dev", .string(version.device)),
      ("op", .string(body == nil ? "del" : "put")),
    ])
    head.write(to: &bytes)
    guard withData, let body else { return }
    // The data are JSON text already: as a `JSON` they would be read and written again for every record of a page.
    bytes.removeLast()
    bytes.append(contentsOf: #","data":"#.utf8)
    bytes.append(contentsOf: body.utf8)
    bytes.append(UInt8(ascii: "}"))
  }
}
