import HealthModel
import HealthStore
import Transport

/// A backend that has only `POST {API_BASE_URL}/food/log`: one meal a request, plain JSON.
///
/// Deletions can't be sent, and there is nothing to pull. An edited meal is sent again with another key.
package struct FoodLog: Backend {
  private let account: BackendAccount

  /// The backend of an account.
  package init(account: BackendAccount) { self.account = account }

  package static var kinds: [String]? { [RecordKind.meal] }
  package var maxRecords: Int { 1 }
  package static var losses: [String] {
    [
      "only meals are sent; everything else waits", "a deleted meal stays there", "an edited meal is sent again, beside what was there",
      "nothing comes back from it",
    ]
  }
  package func canBeTold(_ record: SyncRecord) -> Bool { record.content != .deleted }

  package func pushRequest(_ flight: Flight, device: String, sentAtMs: Int64) -> HTTPRequest {
    var headers = [("Authorization", "Bearer \(account.token)"), ("Content-Type", "application/json")]
    var body: [UInt8] = []
    if let meal = flight.records.first {
      headers.append(("Idempotency-Key", "\"\(meal.id):\(meal.hlc)\""))
      // Parsed and written anew, so that a meal that an earlier run stored comes out in the same bytes.
      if case .put(let text) = meal.content { body = (try? JSON(parsing: text))?.utf8 ?? Array(text.utf8) }
    }
    return HTTPRequest(
      method: "POST", url: account.url + "/food/log", headers: headers.map { (name: $0.0, value: $0.1) }, body: body,
      allowsInsecureHTTP: account.allowsInsecureHTTP)
  }

  /// Invalid JSON can't be a meal: the server rejects it, after checking the token.
  package func signInRequests(device: String, nowMs: Int64) -> [HTTPRequest] { [FoodLog.emptyPost(to: "/food/log", of: account)] }

  package func signInStanding(_ response: HTTPResponse, step: Int, nowMs: Int64) -> BackendProbe.Standing? {
    BackendProbe.Standing(ofEmptyPost: response, to: "POST /food/log", nowMs: nowMs)
  }

  /// A POST that begins a JSON object and ends there.
  static func emptyPost(to target: String, of account: BackendAccount) -> HTTPRequest {
    HTTPRequest(
      method: "POST", url: account.url + target,
      headers: [(name: "Authorization", value: "Bearer \(account.token)"), (name: "Content-Type", value: "application/json")],
      body: Array("{".utf8), allowsInsecureHTTP: account.allowsInsecureHTTP)
  }

  package func verdict(_ response: HTTPResponse, on flight: Flight, nowMs: Int64) -> PushVerdict {
    if let verdict = response.nothingTaken(of: flight) { return verdict }
    switch response.status {
    case 200, 201: return response.acceptance
    case 400, 422: return response.refusal
    case 413: return .tooLarge
    default: return .trouble(Trouble(response, nowMs: nowMs))
    }
  }
}
