import Foundation
import Synchronization
import TestSupport

/// A PostgreSQL of a test's own: a cluster in a temporary folder, reached by a Unix socket in it alone, stopped when the value goes away.
///
/// PostgreSQL refuses to run as root; a root's test runs it as `nobody`.
final class PostgresServer: Sendable {
  /// An error as PostgreSQL reports it.
  struct Failure: Error, Equatable {
    /// SQLSTATE.
    let code: String
    let message: String
  }

  /// The folder with its programs, of the newest version installed. `nil` when there is none.
  static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
    return versions.map { "\(root)/\($0)/bin" }.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  /// The reason why a test can't have a server here. `nil` = it can.
  static var missing: String? {
    if programs == nil { return "no PostgreSQL server is installed: apt-get install postgresql" }
    return getuid() == 0 && !FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
      ? "root has no setpriv to run it as nobody" : nil
  }

  private let folder: TemporaryFolder
  private let data: String

  /// Makes and starts one, with an empty database.
  init() throws {
    folder = try TemporaryFolder()
    data = folder.file("data")
    if getuid() == 0 {
      chown(folder.path, 65_534, 65_534)
    }
    try run("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
    let options = "-c listen_addresses= -c unix_socket_directories=\(folder.path) -c fsync=off -c shared_buffers=16MB"
    try run("pg_ctl", ["-D", data, "-w", "-l", folder.file("log"), "-o", options, "start"])
  }

  deinit { _ = try? run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"]) }

  /// Runs SQL in one transaction and returns the rows of its last statement: lines of columns apart by a bar.
  ///
  /// - Parameter user: Whose token PostgREST would have seen: the role `authenticated` with this user id. `nil` = the database's owner.
  @discardableResult
  func sql(_ text: String, as user: String? = nil) throws -> String {
    let claims = user.map {
      "SET LOCAL ROLE authenticated; SET LOCAL request.jwt.claims = '{\"sub\":\"\($0)\",\"role\":\"authenticated\"}';\n"
    }
    let script = "BEGIN;\n\(claims ?? "")\(text)\n;COMMIT;\n"
    let outcome = try program("psql").run(
      prefix("psql") + [
        "-X", "-q", "-At", "-h", folder.path, "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=verbose", "postgres",
      ],
      input: Array(script.utf8))
    guard outcome.status == 0 else {
      // psql:<stdin>:3: ERROR:  23514: new row for relation …
      let line =
        outcome.err.components(separatedBy: "ERROR:  ").dropFirst().first?.split(separator: "\n").first.map(String.init) ?? outcome.err
      throw Failure(code: String(line.prefix(5)), message: String(line.dropFirst(7)))
    }
    return outcome.out.trimmingCharacters(in: .newlines)
  }

  @discardableResult
  private func run(_ name: String, _ arguments: [String]) throws -> Program.Outcome {
    let outcome = try program(name).run(prefix(name) + arguments)
    guard outcome.status == 0 else { throw Failure(code: name, message: outcome.out + outcome.err) }
    return outcome
  }

  private func program(_ name: String) -> Program { Program(getuid() == 0 ? "/usr/bin/setpriv" : path(name), home: folder) }

  private func prefix(_ name: String) -> [String] {
    getuid() == 0 ? ["--reuid=65534", "--regid=65534", "--clear-groups", path(name)] : []
  }

  private func path(_ name: String) -> String { (PostgresServer.programs ?? "") + "/" + name }
}
