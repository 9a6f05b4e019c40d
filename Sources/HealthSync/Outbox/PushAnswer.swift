import HealthModel
import HealthStore

/// A valid answer to a push: only exceptions are listed, the rest is accepted and durable.
package struct PushAnswer: Sendable, Equatable {
  /// The outcome of the records.
  package var outcome = SyncOutcome()
  /// The backend's announced maximum of records in a push. `nil` = not announced.
  package var maxRecords: Int?
  /// The backend's announced maximum of bytes in a push before compression. `nil` = not announced.
  package var maxBytes: Int?
  /// The backend's announced encodings of bodies: values of `Content-Encoding`. `nil` = not announced.
  package var encodings: [String]?
  /// Whether the backend announced that it accepts events of the local log. `nil` = not announced.
  package var takesEvents: Bool?

  /// Everything accepted.
  package init() {}

  /// Reads the answer to push `push` of `records`. `nil` when it isn't a whole and consistent answer to exactly that push: then nothing is
  /// known, and nothing may be acknowledged.
  package init?(_ bytes: [UInt8], push: PushNumber, records: [SyncRecord]) {
    guard let json = JSON(answer: bytes), json["push"].int == push.value, let accepted = json["accepted"].int else { return nil }
    guard
      let rejected = PushAnswer.list(json["rejected"], PushAnswer.rejection),
      let superseded = PushAnswer.list(json["superseded"], SyncRecord.init(json:)),
      let restamped = PushAnswer.list(json["restamped"], PushAnswer.restamp),
      accepted == Int64(records.count - rejected.count - superseded.count), accepted >= 0
    else { return nil }
    outcome = SyncOutcome(rejected: rejected, superseded: superseded, restamped: restamped)
    maxRecords = json["limits"]["max_records"].int.flatMap(PushAnswer.limit)
    maxBytes = json["limits"]["max_bytes"].int.flatMap(PushAnswer.limit)
    encodings = json["limits"]["encodings"].array.map { $0.prefix(PushAnswer.mostEncodings).compactMap(\.said) }
    takesEvents = json["limits"]["events"].bool
    guard rejected.isEmpty, superseded.isEmpty, restamped.isEmpty else {
      let named = rejected.map(\.key) + superseded.map(\.key)
      let sent = Dictionary(records.map { ($0.key, $0.hlc) }, uniquingKeysWith: max)
      guard Set(named).count == named.count, named.allSatisfy({ sent[$0] != nil }), restamped.allSatisfy({ sent[$0.key] != nil }),
        // A record can't have been superseded by an older version.
        superseded.allSatisfy({ $0.hlc >= sent[$0.key] ?? 0 })
      else { return nil }
      return
    }
  }

  /// Whether it is an answer to push `push` that accepts, rejects and supersedes nothing.
  package static func takesNothing(_ bytes: [UInt8], push: PushNumber) -> Bool {
    guard let json = JSON(answer: bytes), json["push"].int == push.value, json["accepted"].int == 0 else { return false }
    return ["rejected", "superseded"].allSatisfy { json[$0].isNull || json[$0].array?.isEmpty == true }
  }

  /// The maximum number of encodings that are read.
  private static let mostEncodings = 20

  /// A limit that means something: above 0, and no larger than sums of it can be.
  private static func limit(_ number: Int64) -> Int? { number > 0 ? Int(min(number, 1 << 40)) : nil }

  /// Returns the elements, none when the list is absent. `nil` when it isn't a list or one element is invalid.
  private static func list<T>(_ json: JSON, _ read: (JSON) -> T?) -> [T]? {
    if json.isNull { return [] }
    guard let elements = json.array else { return nil }
    let values = elements.compactMap(read)
    return values.count == elements.count ? values : nil
  }

  private static func rejection(_ json: JSON) -> SyncOutcome.Rejection? {
    guard let kind = json["kind"].string, let id = json["id"].string else { return nil }
    return SyncOutcome.Rejection(
      kind: kind, id: id, code: json["code"].said ?? "rejected", message: json["message"].said ?? "no reason given")
  }

  private static func restamp(_ json: JSON) -> SyncOutcome.Restamp? {
    guard let kind = json["kind"].string, let id = json["id"].string, let hlc = json["hlc"].string.flatMap(RecordClock.value)
    else { return nil }
    return SyncOutcome.Restamp(kind: kind, id: id, hlc: hlc)
  }
}
