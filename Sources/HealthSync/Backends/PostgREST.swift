import HealthModel
import HealthStore
import Transport

/// Tables behind PostgREST, as at Supabase: an upsert of rows of one kind, `POST …/hsync_meal?on_conflict=user_id,id&columns=…`.
///
/// A deletion is a row with `deleted_at` and no data. The tables are made by `script`, whose trigger keeps the newer version;
/// without it the last writer wins. Push only: PostgREST has no order in which changes could be read without missing some.
///
/// Codes and statuses: docs.postgrest.org, "Errors"; PostgreSQL 15, appendix A.
package struct PostgREST: Backend {
  private let account: BackendAccount
  /// The address of PostgREST itself, without a slash at its end.
  private let root: String

  /// The backend of an account. An address without a path is Supabase's, where PostgREST is at `/rest/v1`.
  package init(account: BackendAccount) {
    self.account = account
    root = account.url + (account.hasPath ? "" : "/rest/v1")
  }

  package static var kinds: [String]? { PostgRESTTable.all.map(\.kind) }
  package static var losses: [String] {
    [
      "nothing comes back from it: what is changed there stays there", "a backup restored on either side goes unnoticed",
      "without the trigger of the SQL an older version overwrites a newer one",
    ]
  }
  package var separatesKinds: Bool { true }
  package var maxRecords: Int { 1000 }

  package func kinds(beside kind: String) -> [String]? { [kind] }

  package func pushRequest(_ flight: Flight, device: String, sentAtMs: Int64) -> HTTPRequest {
    // A body is always of one kind that has a table.
    let table = flight.records.first.flatMap { PostgRESTTable.of(kind: $0.kind) } ?? .samples
    let rows = flight.records.map { table.row(of: $0, device: device) }
    let columns = table.columnNames.joined(separator: ",")
    var request = request("POST", "/\(table.name)?on_conflict=user_id,id&columns=\(columns)")
    request.headers += [
      (name: "Content-Type", value: "application/json"), (name: "Prefer", value: "resolution=merge-duplicates,return=minimal"),
      (name: "Idempotency-Key", value: flight.key(device: device)),
    ]
    request.body = JSON.array(rows).utf8
    return request
  }

  package func verdict(_ response: HTTPResponse, on flight: Flight, nowMs: Int64) -> PushVerdict {
    switch response.status {
    case 200...299: return response.acceptance
    case 413: return .tooLarge
    default: break
    }
    let said = PostgRESTError(response)
    switch said.meaning {
    case .refused: return .refused(code: said.code, message: said.message)
    // Rolled back for sure; the same body would take too long again.
    case .tooSlow where flight.records.count > 1: return .tooLarge
    default: return .trouble(trouble(said, response, nowMs: nowMs))
    }
  }

  /// The SQL that makes the tables, their guard and their rights; may be run again after an update. It is `docs/postgrest.sql`, too.
  package static var script: String { PostgRESTTable.script }

  /// Requests no row of one table, to check whether the token is accepted and the tables exist.
  package func signInRequests(device: String, nowMs: Int64) -> [HTTPRequest] {
    [request("GET", "/\(PostgRESTTable.all[0].name)?select=id&limit=0")]
  }

  package func signInStanding(_ response: HTTPResponse, step: Int, nowMs: Int64) -> BackendProbe.Standing? {
    if response.status == 200 {
      if JSON(answer: response.body)?.array != nil { return nil }
      return .trouble(Trouble.misplaced("there is no PostgREST at that address: its answer isn't a list of rows").error)
    }
    let said = PostgRESTError(response)
    let error = trouble(said, response, nowMs: nowMs).error
    // The tables can be made after signing in as well as before.
    return said.meaning == .noTable ? .unready(error) : .trouble(error)
  }

  /// Supabase requires the project's key in `apikey`, too; others ignore it.
  private func request(_ method: String, _ target: String) -> HTTPRequest {
    HTTPRequest(
      method: method, url: root + target,
      headers: [(name: "Authorization", value: "Bearer \(account.token)"), (name: "apikey", value: account.apiKey ?? account.token)],
      allowsInsecureHTTP: account.allowsInsecureHTTP)
  }

  private func trouble(_ said: PostgRESTError, _ response: HTTPResponse, nowMs: Int64) -> Trouble {
    switch said.meaning {
    case .notAllowed:
      return Trouble(
        SyncError(
          .forbidden, "the token's user may not write there: \(said.message) (\(said.code))",
          hint: "sign in with the token of a user, not a key of the project: \(.signIn)", kind: .noPermission), .stop,
        mayHaveArrived: false)
    case .noTable:
      return .misplaced(
        "the tables there aren't as hsync needs them: \(said.message) (\(said.code))",
        hint: "run there what this prints: \(.backendTables)")
    case .busy, .tooSlow:
      return Trouble(
        SyncError(.server, "the database has a problem: \(said.message) (\(said.code))", kind: .tryAgain),
        .retry(afterMs: RetryAfter(of: response, nowMs: nowMs)?.delayMs), mayHaveArrived: true)
    case .elsewhere: return .misplaced("there is no PostgREST at that address (HTTP \(response.status))")
    case .refused, .other: return Trouble(response, nowMs: nowMs)
    }
  }
}
