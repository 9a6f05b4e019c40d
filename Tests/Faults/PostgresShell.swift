import TestSupport
import Testing

/// `psql` on one database.
struct PostgresShell {
  private let address: String
  private let program: Program

  /// A shell on the database with that address.
  init(_ address: String) throws {
    self.address = address
    program = Program("/usr/bin/psql", home: try TemporaryFolder())
  }

  /// Runs statements and returns their rows, a line each.
  @discardableResult
  func query(_ sql: String) throws -> String {
    let outcome = try program.run(address, "-Atq", "-v", "ON_ERROR_STOP=1", "-c", sql)
    try #require(outcome.status == 0, "\(outcome.err)")
    return outcome.out
  }
}
