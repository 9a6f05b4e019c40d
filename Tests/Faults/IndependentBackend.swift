import Foundation
import TestSupport
import Transport

/// `independent_backend.py`, running: the protocol as its page alone tells it.
struct IndependentBackend {
  let url: String
  /// Its database.
  let database: String
  private let process: Program.Running
  private let folder: TemporaryFolder

  /// Starts one for a user "ana" whose token is `secret`. `options`: `--spoil 0.33`, …
  init(_ options: String...) throws {
    folder = try TemporaryFolder()
    database = folder.file("data/records.db")
    let script = ProjectFiles.root + "/Tests/Faults/independent_backend.py"
    let (process, line) = try Program("/usr/bin/python3", home: folder)
      .serve([script, "--data", folder.file("data"), "--token", "ana:secret:refresh"] + options)
    guard line.hasPrefix("http://") else { throw SetUpError(description: "the backend said: \(line)\n\(process.wait().err)") }
    self.process = process
    url = line
  }

  /// Ends it.
  func stop() {
    process.signal(SIGKILL)
    _ = process.wait()
  }

  /// Its live records, as `Fleet` compares them.
  func fleet(_ devices: [Household]) -> Fleet {
    Fleet(devices, database: database, sql: "SELECT kind, id, hlc, dev, data FROM record WHERE data IS NOT NULL")
  }

  /// Returns the number of spoiled answers by kind of fault.
  func spoiled() async throws -> [String: Int] { try await ask(HTTPRequest(url: url + "/spoiled")) }

  /// From now on it answers properly.
  func behave() async throws { _ = try await ask(HTTPRequest(method: "POST", url: url + "/spoiled", body: Array(#"{"share":0}"#.utf8))) }

  private func ask(_ request: HTTPRequest) async throws -> [String: Int] {
    try JSONDecoder().decode([String: Int].self, from: Data(try await CurlTransport().send(request).body))
  }
}
