import HealthModel
import Transport

/// The body of PostgREST's errors: `{"code":"23514","details":…,"hint":null,"message":"…"}`.
///
/// `details` isn't read: it contains the row.
struct PostgRESTError: Sendable, Equatable {
  /// The meaning of a code for a batch.
  enum Meaning: Sendable, Equatable {
    /// One of the rows can't be stored as it is.
    case refused
    /// The token is known, but its user has no right to that table.
    case notAllowed
    /// A table or column is missing, or not yet in PostgREST's schema cache.
    case noTable
    /// Nothing was stored, and a later try can be better.
    case busy
    /// It took too long and was undone.
    case tooSlow
    /// Something other than PostgREST answered.
    case elsewhere
    /// Nothing special; the HTTP status decides.
    case other
  }

  /// PostgreSQL's SQLSTATE, or PostgREST's own `PGRST…`. `""` when there is none.
  let code: String
  /// In the database's words.
  let message: String
  /// The consequence for the batch.
  let meaning: Meaning

  /// Reads a response with a status other than 2xx.
  init(_ response: HTTPResponse) {
    let json = JSON(answer: response.body) ?? .null
    code = json["code"].said ?? ""
    message = json["message"].said ?? "HTTP \(response.status)"
    meaning = PostgRESTError.meaning(code, message, status: response.status)
  }

  private static func meaning(_ code: String, _ message: String, status: Int) -> Meaning {
    if code.hasPrefix("PGRST") { return ofPostgREST(code) }
    if code.utf8.count == 5 { return ofDatabase(code, message) }
    return [400, 404, 405, 406, 409, 415, 422].contains(status) ? .elsewhere : .other
  }

  /// Groups: 0 = connection, 1 = the request, 2 = the schema cache, 3 = the token (401, worded by its status).
  private static func ofPostgREST(_ code: String) -> Meaning {
    switch code.dropFirst(5).first {
    case "0": .busy
    case "1", "2": .noTable
    default: .other
    }
  }

  private static func ofDatabase(_ code: String, _ message: String) -> Meaning {
    switch code {
    case "42501": return .notAllowed
    // The default of user_id is the token's user: a key of the project has none, and every row would fail.
    case "23502" where message.contains("\"user_id\""): return .notAllowed
    case "57014": return .tooSlow
    // A full disk makes Supabase read-only for a while.
    case "25006": return .busy
    default: break
    }
    switch code.prefix(2) {
    // Data exception, integrity constraint, program limit, RAISE in a trigger of the user's.
    case "21", "22", "23", "44", "54", "P0": return .refused
    // Syntax and schema: 42P01 no table, 42703 no column, 42P10 no such key; 3F000 no schema.
    case "42", "3F": return .noTable
    // Connection, rollback (deadlock, serialisation), resources, locks, intervention, system.
    case "08", "25", "40", "53", "55", "57", "58", "XX": return .busy
    default: return .other
    }
  }
}
