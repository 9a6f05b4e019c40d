import Digests
import FoundationEssentials
import HealthModel

/// The body of a push, read: who sends, which number it is, and its records, those that can't be stored with the reason.
struct PushRequest: Sendable, Equatable {
  /// The device that sends it.
  let device: String
  /// 1 for a device's first push, then one more each time.
  let number: Int64
  /// SHA-256 of the unpacked body: two pushes with one number are the same when these are.
  let sha256: Data
  /// In the order in which they were sent.
  let records: [Result<PushedRecord, RejectedRecord>]

  /// Bytes of all data that is to be stored.
  var putBytes: Int { records.reduce(0) { $0 + ((try? $1.get())?.body?.count ?? 0) } }

  /// A record that is rejected without affecting the others.
  struct RejectedRecord: Error, Sendable, Equatable {
    let kind: String
    let id: String
    let rejection: Rejection
  }

  /// Reads the unpacked body. Throws 400 when it can't be read as a whole, 413 for too many records.
  init(parsing bytes: [UInt8], limits: BackendLimits) throws(Refusal) {
    self = if let usual = PushScanner.request(bytes, limits: limits) { usual } else { try PushRequest(unusual: bytes, limits: limits) }
  }

  /// A body that was read; `bytes` is all of it.
  init(device: String, number: Int64, records: [Result<PushedRecord, RejectedRecord>], bytes: [UInt8]) {
    self.device = device
    self.number = number
    self.records = records
    self.sha256 = Data(SHA256.of(bytes))
  }

  /// Reads any body, its records one by one through `JSON`: the slow path, and the reference for the fast one. Unused
  /// members are skipped without creating values.
  init(unusual bytes: [UInt8], limits: BackendLimits) throws(Refusal) {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(Refusal) in try PushRequest.read(buffer, limits: limits) }
    }
    let (device, number, records) = try result.get()
    self.init(device: device, number: number.value, records: records, bytes: bytes)
  }

  private typealias Parts = (device: String, number: DevicePushNumber, records: [Result<PushedRecord, RejectedRecord>])

  private static func read(_ text: UnsafeBufferPointer<UInt8>, limits: BackendLimits) throws(Refusal) -> Parts {
    let members = try MemberRanges(text, of: ["device", "push", "records"])
    if let key = members.repeated { throw Refusal.badRequest("\(key) stands twice") }
    guard let device = members.json("device").string, RecordID.isDevice(device) else {
      throw Refusal.badRequest("device isn't lower-case hex")
    }
    guard case .number(let digits) = members.json("push"), let number = DevicePushNumber(digits) else {
      throw Refusal.badRequest("push isn't a number above 0")
    }
    guard let list = members.elements("records", upTo: limits.maxRecords + 1) else { throw Refusal.badRequest("records isn't a list") }
    guard list.count <= limits.maxRecords else { throw Refusal.tooLarge("a push may have \(limits.maxRecords) records") }
    var records: [Result<PushedRecord, RejectedRecord>] = []
    records.reserveCapacity(list.count)
    for (index, range) in list.enumerated() {
      records.append(try UnusualRecord.record(UnsafeBufferPointer(rebasing: text[range]), index: index, device: device, limits: limits))
    }
    return (device, number, records)
  }
}
