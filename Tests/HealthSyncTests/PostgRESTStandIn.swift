import Foundation
import HealthModel
import Synchronization
import TestSupport

@testable import HealthSync

/// An imitation of PostgREST's upsert, over HTTP, on a real database: the token names the user, the rows of the body become one INSERT, and
/// an error comes back as its documented JSON.
///
/// The SQL is PostgREST's (`Query/QueryBuilder.hs`): columns from `columns=`, the target of ON CONFLICT from `on_conflict=`, each given
/// column set from EXCLUDED.
final class PostgRESTStandIn: Sendable {
  /// The injected faults, apart from errors that the database finds.
  enum Fault: Sendable {
    case none
    /// The rows are stored, but the answer is lost.
    case lostAnswer
  }

  let database: PostgresServer
  private let http: LoopbackServer

  var baseURL: String { http.baseURL }
  var requests: [LoopbackServer.Request] { http.requests }

  /// - Parameter fault: Asked with the number of each request, from 1.
  init(_ database: PostgresServer, fault: @escaping @Sendable (Int) -> Fault = { _ in .none }) throws {
    self.database = database
    let count = Mutex(0)
    http = try LoopbackServer { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      do {
        try PostgRESTStandIn.perform(request, on: database)
        if case .lostAnswer = fault(number) { return .closed }
        return .text("", status: 201)
      } catch let error as PostgresServer.Failure {
        let body = JSON.object([("code", .string(error.code)), ("details", .null), ("hint", .null), ("message", .string(error.message))])
        return .text(body.text, status: error.code == "23505" ? 409 : error.code == "42501" ? 403 : error.code == "42P01" ? 404 : 400)
      } catch {
        return .text("\(error)", status: 500)
      }
    }
  }

  static func perform(_ request: LoopbackServer.Request, on database: PostgresServer) throws {
    let address = URLComponents(string: request.target)
    let query = Dictionary(uniqueKeysWithValues: (address?.queryItems ?? []).map { ($0.name, $0.value ?? "") })
    let table = (address?.path ?? "").replacingOccurrences(of: "/rest/v1/", with: "")
    let columns = (query["columns"] ?? "").split(separator: ",").map { "\"\($0)\"" }
    let target = (query["on_conflict"] ?? "").split(separator: ",").map { "\"\($0)\"" }.joined(separator: ",")
    let sets = columns.map { "\($0) = EXCLUDED.\($0)" }.joined(separator: ", ")
    // The tests' token is the user's id; PostgREST reads it from the JWT.
    let user = request.header("Authorization")?.replacingOccurrences(of: "Bearer ", with: "") ?? ""
    try database.sql(
      """
      INSERT INTO "\(table)"(\(columns.joined(separator: ","))) SELECT \(columns.joined(separator: ","))
      FROM json_populate_recordset(null::"\(table)", $hsync$\(String(decoding: request.body, as: UTF8.self))$hsync$)
      ON CONFLICT(\(target)) DO UPDATE SET \(sets)
      """, as: user)
  }
}
