import Foundation
import HealthModel
import Synchronization

/// A person's home with an `hsync` in it, for tests that run the built programs.
package struct Household: Sendable {
  /// Its `HOME`.
  package let home: TemporaryFolder
  /// The program, offline for products.
  package let hsync: Program

  /// A new home. `environment` is added to the program's; `program` is another build of hsync, by its path.
  package init(_ environment: [String: String] = [:], program: String = "hsync") throws {
    home = try TemporaryFolder()
    hsync = Program(program, home: home, environment: ["HSYNC_OFFLINE": "1"].merging(environment) { $1 })
  }

  /// The library's file, where it is by default.
  package var library: String { home.file(".local/share/hsync/hsync.db") }

  /// Returns the output of the sqlite3 shell for a statement on the library; it waits for other writers.
  @discardableResult
  package func sqlite(_ sql: String) throws -> Program.Outcome {
    try Program("/usr/bin/sqlite3", home: home).run("-batch", "-cmd", ".timeout 20000", library, sql)
  }

  /// A product file with three invented products of the GS1 demo prefix, and its path.
  package func writeProducts() throws -> String {
    try home.write(
      Array(
        """
        code\tname\tbrand\tquantity\tserving\tserving_g\tenergy_kcal_100g\tprotein_g_100g\tcarbs_g_100g\tfat_g_100g
        9521234543213\tOat Crunch\tHearth\t500 g\t1 bowl (40 g)\t40\t370\t12.5\t60\t7
        9521234500001\tSparkling Water\tBrook\t1 l\t\t\t0\t0\t0\t0
        9521234500018\tMystery Tin\t\t\t\t\t\t\t\t

        """.utf8), to: "products.tsv")
  }
}

/// An `hsync-backend` on a free loopback port, stopped when the test lets go of it.
package final class RunningBackend: Sendable {
  /// `http://127.0.0.1:<port>`.
  package let url: String
  /// Its home; its data are in `data`.
  package let folder: TemporaryFolder
  /// For its other commands.
  package let program: Program
  private let process: Program.Running
  private let isOver = Mutex(false)

  /// Starts one on `port` (0 = any free one). `environment` is added to the program's; `name` may be the path of another build.
  package init(
    data folder: TemporaryFolder? = nil, port: Int = 0, environment: [String: String] = [:], program name: String = "hsync-backend"
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    let program = Program(name, home: folder, environment: environment)
    let (server, line) = try program.serve(["serve", "--data", folder.file("data"), "--port", String(port)])
    guard let start = line.range(of: "http://") else {
      throw SetUpError(description: "the backend said: \(line)\n\(server.wait().err)")
    }
    self.folder = folder
    self.program = program
    self.process = server
    url = String(line[start.lowerBound...])
  }

  deinit { end(by: SIGTERM) }

  /// The port it listens on.
  package var port: Int { Int(url.split(separator: ":").last ?? "") ?? 0 }

  /// The server's database.
  package var database: String { folder.file("data/backend.db") }

  /// A new user's token.
  package func addUser(_ name: String) throws -> String {
    let outcome = try program.run("user", "add", name, "--data", folder.file("data"))
    guard outcome.status == 0 else { throw SetUpError(description: outcome.err) }
    return outcome.out.trimmingCharacters(in: .newlines)
  }

  /// Kills it without warning; it is dead when this returns.
  package func crash() { end(by: SIGKILL) }

  /// Stops it as an operator would; it has ended when this returns.
  package func stop() { end(by: SIGTERM) }

  private func end(by signal: Int32) {
    isOver.withLock { isOver in
      guard !isOver else { return }
      isOver = true
      process.signal(signal)
      _ = process.wait()
    }
  }
}

/// The reason why a test could not be set up.
package struct SetUpError: Error, CustomStringConvertible {
  package let description: String

  /// An error with its reason.
  package init(description: String) { self.description = description }
}

extension Household {
  /// Logs in to the backend as a new user of it, or with the token of one.
  package func logIn(to backend: RunningBackend, token: String? = nil) throws {
    try logIn(["--url", backend.url], token: token ?? backend.addUser("user\(UInt32.random(in: 0 ... .max))"))
  }

  /// Logs in at an address where anything may answer, or nothing, with more of `hsync login`'s options.
  package func logIn(url: String, token: String, _ options: String...) throws {
    try logIn(["--url", url, "--unchecked"] + options, token: token)
  }

  private func logIn(_ options: [String], token: String) throws {
    let outcome = try hsync.run(["login", "--token-stdin"] + options, input: Array((token + "\n").utf8))
    guard outcome.status == 0 else { throw SetUpError(description: "login: \(outcome.err)") }
  }
}
