import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct Row19RestoredServer {
  /// The server's file is put back from a backup, emptied, and lost; each time every device offers again what is missing.
  @Test func backupsAndWipes() async throws {
    try await FaultRow(19, "the server restored from a backup, wiped, begun anew").holds {
      let data = try TemporaryFolder()
      var backend = try RunningBackend(data: data)
      let token = try backend.addUser("ana")
      let devices = [try Household(), try Household()]
      for device in devices { try device.logIn(to: backend, token: token) }
      let empty = try Self.stopAndCopy(&backend, data)
      var ledger = Ledger()
      var dice = SeededGenerator(seed: 19)
      func editAndSync(times: Int) throws {
        for _ in 0..<times {
          for device in devices {
            for _ in 0..<3 { try device.edit(&ledger, &dice) }
            try device.syncs()
          }
        }
      }
      var offered = 0
      func recover(_ copy: TemporaryFolder, edits: Int) throws {
        let port = backend.port
        backend.crash()
        try Self.put(copy, into: data)
        backend = try RunningBackend(data: data, port: port)
        for device in devices { for _ in 0..<edits { try device.edit(&ledger, &dice) } }
        for device in devices { offered += try device.recovered() }
        let fleet = Fleet(devices, backend)
        try fleet.settle()
        try fleet.requireInvariant(ledger)
      }

      try editAndSync(times: 2)
      let first = try Self.stopAndCopy(&backend, data)
      try editAndSync(times: 1)
      try recover(first, edits: 0)
      try editAndSync(times: 1)
      let second = try Self.stopAndCopy(&backend, data)
      try editAndSync(times: FaultScale.count(full: 20, short: 4))
      try recover(second, edits: 3)
      try recover(empty, edits: 2)
      try #require(offered > 0)

      // A restart is a new epoch too, and must cost nothing.
      let port = backend.port
      backend.crash()
      backend = try RunningBackend(data: data, port: port)
      for device in devices { try #require(try device.recovered() == 0) }

      // The whole account is gone: nothing is sent to the new one before the person says so.
      backend.crash()
      try FileManager.default.removeItem(atPath: data.file("data"))
      backend = try RunningBackend(data: data, port: port)
      let another = try backend.addUser("ana")
      for device in devices {
        let arguments = ["login", "--url", backend.url, "--token-stdin"]
        let refused = try device.hsync.run(arguments, input: Array("\(another)\n".utf8))
        try #require(refused.status == 78 && refused.err.contains("--fresh"), "\(refused.status): \(refused.err)")
        let signedIn = try device.hsync.run(arguments + ["--fresh"], input: Array("\(another)\n".utf8))
        try #require(signedIn.status == 0, "\(signedIn.err)")
        try device.edit(&ledger, &dice)
      }
      let fleet = Fleet(devices, backend)
      try fleet.settle()
      let live = try fleet.requireInvariant(ledger)
      return """
        restored 2 times, emptied and lost once each, with \(ledger.edits) edits on 2 devices: \(offered) records offered again, \
        all \(live) equal; a restart alone offers none
        """
    }
  }

  /// The data of a server that was stopped; it runs again on the same port then.
  private static func stopAndCopy(_ backend: inout RunningBackend, _ data: TemporaryFolder) throws -> TemporaryFolder {
    let port = backend.port
    backend.stop()
    let copy = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: data.file("data/backend.db"), toPath: copy.file("backend.db"))
    backend = try RunningBackend(data: data, port: port)
    return copy
  }

  private static func put(_ copy: TemporaryFolder, into data: TemporaryFolder) throws {
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: data.file("data/backend.db" + end)) }
    try FileManager.default.copyItem(atPath: copy.file("backend.db"), toPath: data.file("data/backend.db"))
  }
}

extension Household {
  /// Syncs and tells how many records were offered again because the server had lost them.
  fileprivate func recovered() throws -> Int {
    let run = try hsync.run("sync")
    try #require(run.status == 0, "sync ended with \(run.status): \(run.err)")
    let line = run.lines.first { $0.contains("offered again") }
    return line.flatMap { Int($0.split(separator: " ")[0]) } ?? 0
  }
}
