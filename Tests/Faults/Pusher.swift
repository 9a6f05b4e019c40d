import Transport

/// A device that counts its pushes and knows which records were acknowledged.
struct Pusher: Sendable {
  let name: String
  var push = 1
  var acknowledged: [String] = []
  var repeated = 0
  var isUnknown = false

  /// Ten records, the same as long as the push is the same.
  var ids: [String] { (0..<10).map { "\(name)-\(push)-\($0)" } }

  func request(_ url: String, _ token: String) -> HTTPRequest {
    let records = ids.map {
      #"{"kind":"note","id":"\#($0)","hlc":"\#((1_770_000_000_000 << 16) + push)","op":"put","data":{"n":\#(push)}}"#
    }
    let body = #"{"device":"\#(name)","push":\#(push),"records":[\#(records.joined(separator: ","))]}"#
    let headers = [
      ("Authorization", "Bearer \(token)"), ("HSync-Device", name), ("Content-Type", "application/json"), ("HSync-Version", "1"),
      ("Idempotency-Key", "\"\(name):\(push)\""),
    ]
    return HTTPRequest(method: "POST", url: url + "/v1/sync/push", headers: headers, body: Array(body.utf8))
  }
}
