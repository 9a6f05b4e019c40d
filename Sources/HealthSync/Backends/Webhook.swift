import HealthModel
import HealthStore
import Transport

/// One address that takes records as they are: a POST of `[{"kind","id","hlc","dev","op","data"}, …]` to the URL as given.
///
/// Any 2xx acknowledges the whole batch, once the receiver has it safe. The receiver may get a batch more than once, always under the same
/// key, and keeps of each `(kind, id)` what has the largest `(hlc, dev)`.
package struct Webhook: Backend {
  private let account: BackendAccount

  /// The backend of an account.
  package init(account: BackendAccount) { self.account = account }

  package static var kinds: [String]? { nil }
  package static var losses: [String] {
    [
      "nothing comes back from it: neither changes nor conflicts", "why it refuses a record is known only if it says so in its answer",
      "a backup restored on either side goes unnoticed", "a batch can arrive twice, with the same Idempotency-Key",
    ]
  }
  package var maxRecords: Int { 1000 }
  package var buildsAhead: Bool { true }

  package func pushRequest(_ flight: Flight, device: String, sentAtMs: Int64) -> HTTPRequest {
    let body = JSON.array(flight.records.map { Webhook.json(of: $0, device: device) }).utf8
    return request(body, key: flight.key(device: device), sentAtMs: sentAtMs)
  }

  /// A batch without records.
  package func signInRequests(device: String, nowMs: Int64) -> [HTTPRequest] {
    [request(Array("[]".utf8), key: "\"\(device):0\"", sentAtMs: nowMs)]
  }

  package func signInStanding(_ response: HTTPResponse, step: Int, nowMs: Int64) -> BackendProbe.Standing? {
    BackendProbe.Standing(ofEmptyPost: response, to: "webhook", nowMs: nowMs)
  }

  private func request(_ body: [UInt8], key: String, sentAtMs: Int64) -> HTTPRequest {
    var headers = [("Content-Type", "application/json"), ("Idempotency-Key", key)]
    if let signer = WebhookSignature(secret: account.token) {
      headers += signer.headers(id: key.filter { $0 != "\"" }, seconds: sentAtMs / 1000, body: body)
    } else {
      headers.append(("Authorization", "Bearer \(account.token)"))
    }
    return HTTPRequest(
      method: "POST", url: account.url, headers: headers.map { (name: $0.0, value: $0.1) }, body: body,
      allowsInsecureHTTP: account.allowsInsecureHTTP)
  }

  package func verdict(_ response: HTTPResponse, on flight: Flight, nowMs: Int64) -> PushVerdict {
    if let verdict = response.nothingTaken(of: flight) { return verdict }
    switch response.status {
    case 200...299: return response.acceptance
    case 400, 422: return response.refusal
    case 404, 405, 410, 501: return .trouble(.misplaced("the webhook isn't there (HTTP \(response.status))"))
    case 413: return .tooLarge
    default: return .trouble(Trouble(response, nowMs: nowMs))
    }
  }

  /// Parses and rewrites the JSON, so that a record stored by an earlier run gives the same bytes.
  private static func json(of record: SyncRecord, device: String) -> JSON {
    var members: [(String, JSON)] = [
      ("kind", .string(record.kind)), ("id", .string(record.id)), ("hlc", .string(String(record.hlc))),
      ("dev", .string(record.dev ?? device)),
    ]
    if case .put(let text) = record.content {
      members += [("op", .string("put")), ("data", (try? JSON(parsing: text)) ?? .null)]
    } else {
      members.append(("op", .string("del")))
    }
    return .object(members)
  }
}
