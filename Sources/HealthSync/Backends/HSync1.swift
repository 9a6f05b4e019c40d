import HealthModel
import HealthStore
import Transport

/// Our own protocol, `hsync/1`, as `docs/sync-protocol.md` describes it.
package struct HSync1: Backend, BackendHistory {
  private let account: BackendAccount

  /// The backend of an account.
  package init(account: BackendAccount) { self.account = account }

  package var history: (any BackendHistory)? { self }
  package static var kinds: [String]? { nil }
  package var maxRecords: Int { 5000 }
  package static var losses: [String] { [] }
  package var compresses: Bool { true }
  package var buildsAhead: Bool { true }

  package func pushRequest(_ flight: Flight, device: String, sentAtMs: Int64) -> HTTPRequest {
    var request = request("POST", "/v1/sync/push", device: device)
    request.headers += [
      ("Content-Type", "application/json"), ("Idempotency-Key", "\"\(device):\(flight.push)\""), ("HSync-Sent-At", String(sentAtMs)),
    ]
    if let packed = flight.encoding.header { request.headers.append(("Content-Encoding", packed)) }
    request.body = flight.body
    return request
  }

  package func verdict(_ response: HTTPResponse, on flight: Flight, nowMs: Int64) -> PushVerdict {
    let said = Said(response)
    switch response.status {
    case 200:
      guard let answer = PushAnswer(response.body, push: flight.push, records: flight.records) else {
        if PushAnswer.takesNothing(response.body, push: flight.push) {
          return .nothingTaken("the backend answered push \(flight.push) and took none of \(flight.records.count) records")
        }
        return .trouble(.garbage("the backend's answer to push \(flight.push) makes no sense"))
      }
      return .settled(answer)
    case 400, 422:
      return .refused(code: said.code ?? "refused", message: said.message ?? "refused by the backend (HTTP \(response.status))")
    case 409 where said.code == "device_rewound": return .rewound(.device)
    case 409 where said.code == "server_rewound":
      guard let last = said.last else { return .trouble(.garbage("the backend doesn't say what it remembers (HTTP 409)")) }
      return .rewound(.server(last: last))
    case 413: return .tooLarge
    case 415: return .plainOnly
    default: return .trouble(Trouble(response, nowMs: nowMs))
    }
  }

  package func deviceRequest(device: String) -> HTTPRequest { request("GET", "/v1/sync/device", device: device) }

  package func deviceVerdict(_ response: HTTPResponse, on flight: Flight?, nowMs: Int64) -> DeviceVerdict {
    let answer: DeviceAnswer
    switch response.status {
    case 200:
      guard let read = DeviceAnswer(response.body) else {
        return .trouble(.garbage("the backend's answer about this device makes no sense"))
      }
      answer = read
    case 404: answer = DeviceAnswer(last: 0, sha: nil)
    default: return .trouble(Trouble(response, nowMs: nowMs))
    }
    guard let flight else { return .known(.notCommitted) }
    return .known(answer.fate(push: flight.push, sha: flight.sha))
  }

  /// Some backends respond with 404 for an unknown device, but without `unknown_device`, like any web server: for these
  /// a changes request follows.
  package func signInRequests(device: String, nowMs: Int64) -> [HTTPRequest] {
    [deviceRequest(device: device), changesRequest(since: "", limit: 1, device: device, pushed: nil, kinds: nil)]
  }

  package func signInStanding(_ response: HTTPResponse, step: Int, nowMs: Int64) -> BackendProbe.Standing? {
    if step == 0 {
      if response.status == 404 { return Said(response).code == "unknown_device" ? .signedIn : nil }
      switch deviceVerdict(response, on: nil, nowMs: nowMs) {
      case .known: return .signedIn
      case .trouble(let trouble): return .trouble(trouble.error)
      }
    }
    switch changesVerdict(response, nowMs: nowMs) {
    case .page, .cursorExpired, .serverRewound, .tooLarge: return .signedIn
    case .trouble(let trouble): return .trouble(trouble.error)
    }
  }

  package func changesRequest(since cursor: String, limit: Int, device: String, pushed: PushNumber?, kinds: Set<String>?) -> HTTPRequest {
    var target = "/v1/sync/changes?since=\(HSync1.queryValue(cursor))&limit=\(limit)"
    if let pushed { target += "&pushed=\(pushed)" }
    // A kind of a newer hsync may be called anything; then all kinds are read.
    if let kinds, kinds.allSatisfy(HSync1.isPlain) { target += "&kinds=" + kinds.sorted().joined(separator: ",") }
    return request("GET", target, device: device)
  }

  package func changesVerdict(_ response: HTTPResponse, nowMs: Int64) -> ChangesVerdict {
    switch response.status {
    case 200:
      if let page = ChangesPage(response.body) { return .page(page) }
      return JSON.isTooLarge(answer: response.body) ? .tooLarge : .trouble(.garbage("the backend's page of changes makes no sense"))
    case 410 where Said(response).code == "cursor_expired": return .cursorExpired
    case 410 where Said(response).code == "server_rewound": return .serverRewound
    default: return .trouble(Trouble(response, nowMs: nowMs))
    }
  }

  /// Creates the request that sends lines of the local event log.
  ///
  /// - Parameters:
  ///   - file: the id of their file on this device.
  ///   - offset: bytes before the first of them in that file.
  func eventsRequest(_ lines: [UInt8], device: String, file: Int64, offset: Int, encoding: BodyEncoding) throws -> HTTPRequest {
    var request = request("POST", "/v1/events", device: device)
    request.headers += [("Content-Type", "application/x-ndjson"), ("Idempotency-Key", "\"\(device):\(file):\(offset)\"")]
    if let packed = encoding.header { request.headers.append(("Content-Encoding", packed)) }
    request.body = try encoding.packed(lines)
    return request
  }

  private func request(_ method: String, _ target: String, device: String) -> HTTPRequest {
    HTTPRequest(
      method: method, url: account.url + target,
      headers: [
        ("Authorization", "Bearer \(account.token)"), ("HSync-Version", "1"), ("HSync-Schema", String(Schema.version)),
        ("HSync-Device", device),
      ],
      maxResponseBytes: 32 << 20, allowsInsecureHTTP: account.allowsInsecureHTTP)
  }

  /// Returns whether a kind has the form of hsync's own: `a`–`z`, digits and underscores.
  private static func isPlain(_ kind: String) -> Bool {
    kind.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }

  /// RFC 3986: everything but unreserved characters is percent-encoded.
  private static func queryValue(_ text: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The contents of an error's body: `{"code","message","last"}`, each absent when it isn't there.
private struct Said {
  let code: String?
  let message: String?
  let last: PushNumber?

  init(_ response: HTTPResponse) {
    let json = response.status == 200 ? JSON.null : JSON(answer: response.body) ?? .null
    code = json["code"].said
    message = json["message"].said
    last = json["last"].int.flatMap(PushNumber.init)
  }
}
