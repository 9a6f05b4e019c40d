import HealthModel
import HealthStore
import Transport

/// The phone app's API: measures as metrics to `POST /mobile/sync`, at most 100 a request, and meals to `POST /food/log`, one a request.
///
/// Deletions can't be sent, and there is nothing to pull. An edited record is sent again under its id, which is in the
/// metadata with its version. Retries follow the app: 4 attempts a run, at `Backoff.Pace.mobile`.
package struct Mobile: Backend {
  private let account: BackendAccount
  private let foodLog: FoodLog

  /// The backend of an account.
  package init(account: BackendAccount) {
    self.account = account
    foodLog = FoodLog(account: account)
  }

  /// The most metrics that a request may hold, by the API's word.
  package static let maxMetrics = 100

  package static var kinds: [String]? { MobileMetric.kinds + [RecordKind.meal] }
  package static var losses: [String] {
    [
      "raw samples and the plan wait: the API has no place for them", "what is deleted here stays there",
      "an edited record is sent again under its id, and the API may show it twice", "nothing comes back from it",
    ]
  }
  package var separatesKinds: Bool { true }
  package var maxRecords: Int { Mobile.maxMetrics }
  package var maxCost: Int? { Mobile.maxMetrics }
  package var pace: Backoff.Pace { .mobile }

  package func kinds(beside kind: String) -> [String]? { kind == RecordKind.meal ? [RecordKind.meal] : MobileMetric.kinds }

  /// Returns the number of metrics of a record. A meal fills a request of its own.
  package func cost(of record: SyncRecord) -> Int {
    record.kind == RecordKind.meal ? Mobile.maxMetrics : MobileMetric.metrics(of: record).count
  }

  /// Deletions can't be sent, nor days or nights without any number.
  package func canBeTold(_ record: SyncRecord) -> Bool {
    record.kind == RecordKind.meal ? foodLog.canBeTold(record) : !MobileMetric.metrics(of: record).isEmpty
  }

  package func pushRequest(_ flight: Flight, device: String, sentAtMs: Int64) -> HTTPRequest {
    if Mobile.isMeal(flight) { return foodLog.pushRequest(flight, device: device, sentAtMs: sentAtMs) }
    let metrics = flight.records.flatMap(MobileMetric.metrics(of:)).map(\.json)
    let body = JSON.object([("source", .string("hsync")), ("metrics", .array(metrics))])
    return HTTPRequest(
      method: "POST", url: account.url + "/mobile/sync",
      headers: [
        (name: "Authorization", value: "Bearer \(account.token)"), (name: "Content-Type", value: "application/json"),
        (name: "Idempotency-Key", value: flight.key(device: device)),
      ],
      body: body.utf8, allowsInsecureHTTP: account.allowsInsecureHTTP)
  }

  package func verdict(_ response: HTTPResponse, on flight: Flight, nowMs: Int64) -> PushVerdict {
    if let verdict = response.nothingTaken(of: flight) { return verdict }
    switch response.status {
    case 404, 405, 501:
      if Mobile.isMeal(flight) { return .untaken([RecordKind.meal]) }
      return .trouble(.misplaced("there is no POST /mobile/sync at that address (HTTP \(response.status))"))
    // Without a word on when, at the app's own pace.
    case 429 where RetryAfter(of: response, nowMs: nowMs) == nil:
      return .trouble(
        Trouble(
          SyncError(.server, "the backend has too many requests (HTTP 429)", kind: .tryAgain), .retry(afterMs: 0), mayHaveArrived: false))
    case 202...299 where !response.isWebPage: return .settled(PushAnswer())
    default: return foodLog.verdict(response, on: flight, nowMs: nowMs)
    }
  }

  /// Whether it is up, then whether it has the route. Meals may have no place there.
  package func signInRequests(device: String, nowMs: Int64) -> [HTTPRequest] {
    [
      HTTPRequest(url: account.url + "/health", allowsInsecureHTTP: account.allowsInsecureHTTP),
      FoodLog.emptyPost(to: "/mobile/sync", of: account),
    ]
  }

  package func signInStanding(_ response: HTTPResponse, step: Int, nowMs: Int64) -> BackendProbe.Standing? {
    if step > 0 { return BackendProbe.Standing(ofEmptyPost: response, to: "POST /mobile/sync", nowMs: nowMs) }
    if (200...299).contains(response.status), !response.isWebPage { return nil }
    if [404, 405, 501].contains(response.status) || (200...299).contains(response.status) {
      return .trouble(Trouble.misplaced("there is no GET /health at that address (HTTP \(response.status))").error)
    }
    return .trouble(Trouble(response, nowMs: nowMs).error)
  }

  /// Meals and metrics never share a body.
  private static func isMeal(_ flight: Flight) -> Bool { flight.records.first?.kind == RecordKind.meal }
}
