import Crypto
import FoundationEssentials
import HealthModel

/// The body of a push, read: who sends, which number it is, and its records, those that can't be stored with the reason.
struct PushRequest: Sendable {
  /// The device that sends it.
  let device: String
  /// 1 for a device's first push, then one more each time.
  let number: Int64
  /// SHA-256 of the unpacked body: two pushes with one number are the same when these are.
  let sha256: Data
  /// In the order in which they were sent.
  let records: [Result<PushedRecord, RejectedRecord>]

  /// A record that is refused by itself.
  struct RejectedRecord: Error, Sendable {
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
    self.sha256 = Data(SHA256.hash(data: bytes))
  }

  /// Reads any body, by way of `JSON`: what the quick way leaves alone, and what the quick way is measured by.
  init(unusual bytes: [UInt8], limits: BackendLimits) throws(Refusal) {
    let json: JSON
    do {
      json = try JSON(parsing: bytes)
    } catch {
      throw Refusal.badRequest("the body isn't JSON: \(error)")
    }
    guard let device = json["device"].string, PushedRecord.isDevice(device) else {
      throw Refusal.badRequest("device isn't lower-case hex")
    }
    guard let number = json["push"].int, number > 0 else { throw Refusal.badRequest("push isn't a number above 0") }
    guard let list = json["records"].array else { throw Refusal.badRequest("records isn't a list") }
    guard list.count <= limits.maxRecords else { throw Refusal.tooLarge("a push may have \(limits.maxRecords) records") }
    var records: [Result<PushedRecord, RejectedRecord>] = []
    records.reserveCapacity(list.count)
    for (index, record) in list.enumerated() {
      records.append(try PushRequest.record(record, index: index, device: device, limits: limits))
    }
    self.init(device: device, number: number, records: records, bytes: bytes)
  }

  /// Reads one record of a push by `device`. Throws 400 for one that can't even be named.
  static func record(
    _ json: JSON, index: Int, device: String, limits: BackendLimits
  ) throws(Refusal) -> Result<PushedRecord, RejectedRecord> {
    guard let kind = json["kind"].string, let id = json["id"].string else {
      throw Refusal.badRequest("record \(index) has no kind or id")
    }
    do {
      return .success(try PushedRecord(json, kind: kind, id: id, device: device, limits: limits))
    } catch {
      return .failure(RejectedRecord(kind: kind, id: id, rejection: error))
    }
  }
}
