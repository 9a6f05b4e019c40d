import Foundation
import TestSupport
import Testing

/// Two servers of one database, each killed and started again on its port.
final class ServerPair {
  let token: String
  private let program: Program
  private let address: String
  private var running: [Program.Running] = []
  private var ports: [String] = []

  /// Their URLs, which stay.
  var urls: [String] { ports.map { "http://127.0.0.1:\($0)" } }

  init(_ address: String) throws {
    self.address = address
    program = Program("hsync-backend", home: try TemporaryFolder())
    let added = try program.run("user", "add", "ana", "--database", address)
    try #require(added.status == 0, "\(added.err)")
    token = added.lines[0]
    for _ in 0..<2 {
      let (server, port) = try start(port: "0")
      running.append(server)
      ports.append(port)
    }
  }

  deinit {
    for server in running {
      server.signal(SIGKILL)
      _ = server.wait()
    }
  }

  func killAndStart(_ n: Int) throws {
    running[n].signal(SIGKILL)
    _ = running[n].wait()
    running[n] = try start(port: ports[n]).0
  }

  private func start(port: String) throws -> (Program.Running, String) {
    let (server, line) = try program.serve(["serve", "--database", address, "--port", port, "--rate", "0"])
    try #require(line.contains("http://"), "\(line)")
    return (server, String(line.split(separator: ":").last ?? ""))
  }
}
