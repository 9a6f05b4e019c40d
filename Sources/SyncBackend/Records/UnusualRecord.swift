import HealthModel

/// Reads one record of a push through `JSON`. Validation and its reasons are implemented only here.
///
/// Only the known members of a record are converted to values.
enum UnusualRecord {
  /// The record in its text. Throws 400 for one that can't even be named.
  static func record(
    _ text: UnsafeBufferPointer<UInt8>, index: Int, device: String, limits: BackendLimits
  ) throws(Refusal) -> Result<PushedRecord, PushRequest.RejectedRecord> {
    let members = try MemberRanges(text, of: ["kind", "id", "hlc", "dev", "op", "data"])
    guard let kind = members.json("kind").string, let id = members.json("id").string else {
      throw Refusal.badRequest("record \(index) has no kind or id")
    }
    do throws(Rejection) {
      if let key = members.repeated { throw Rejection("form", "\(key) stands twice") }
      let record = JSON.object([
        ("hlc", members.json("hlc")), ("dev", members.json("dev")), ("op", members.json("op")), ("data", try data(members, limits: limits)),
      ])
      return .success(try PushedRecord(record, kind: kind, id: id, device: device, limits: limits))
    } catch {
      return .failure(PushRequest.RejectedRecord(kind: kind, id: id, rejection: error))
    }
  }

  private static func data(_ members: MemberRanges, limits: BackendLimits) throws(Rejection) -> JSON {
    let rules = JSON.ReadingRules(maxValues: limits.maxValues, refusesRepeatedKeys: true)
    do throws(JSONError) {
      return try members.json("data", by: rules)
    } catch {
      // It is JSON: the members before it were told apart.
      if error.reason == JSONError.repeatedKey { throw Rejection("form", "data has a key that stands twice") }
      throw Rejection("too_large", "data has more than \(limits.maxValues) values")
    }
  }
}
