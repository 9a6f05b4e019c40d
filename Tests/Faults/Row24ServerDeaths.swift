import Foundation
import Synchronization
import TestSupport
import Testing
import Transport

@Suite(.serialized) struct Row24ServerDeaths {
  /// Four devices push as fast as they can while the server is killed, or its power cut; what it has answered for must be there when it is
  /// back.
  @Test func everythingAcknowledgedIsThere() async throws {
    try await FaultRow(24, "the server killed, or its power cut, during commits").holds {
      let data = try TemporaryFolder()
      var backend = try RunningBackend(data: data)
      let port = backend.port
      let token = try backend.addUser("ana")
      let devices = Mutex((1...4).map { Pusher(name: "d\($0)") })
      var random = SeededGenerator(seed: 24)
      let shim = try CompiledShim("power_cut")
      let deaths = FaultScale.count(full: 60, short: 8)
      var cuts = 0
      for death in 0..<deaths {
        let isCut = shim != nil && death % 2 == 1
        backend.stop()
        backend = try RunningBackend(
          data: data, port: port,
          environment: isCut ? ["LD_PRELOAD": shim?.path ?? "", "POWER_CUT_FOLDER": data.file("data")] : [:])
        let pushes = Int.random(in: 8...80, using: &random)
        let moment = Int32.random(in: 0...20, using: &random)
        let answered = PushCounter()
        let url = backend.url
        async let pushing: Void = Self.pushUntilItDies(devices, url: url, token: token, answered: answered)
        await answered.reaches(pushes)
        // Not a wait for something to happen: between two answers, too, the moment of death is what is varied.
        await Task.detached { _ = poll(nil, 0, moment) }.value
        backend.crash()
        await pushing
        if isCut {
          try Self.leaveWhatIsDurable(data)
          cuts += 1
        }
        let there = Set(try Self.records(data))
        let missing = devices.withLock { $0.flatMap(\.acknowledged) }.filter { !there.contains($0) }
        try #require(missing.isEmpty, "\(missing.count) acknowledged records are gone: \(missing.prefix(3))")
        let sound = try Program("/usr/bin/sqlite3", home: data).run(backend.database, "PRAGMA integrity_check").out
        try #require(sound == "ok\n", "\(sound)")
      }
      let (records, unknown) = devices.withLock { ($0.reduce(0) { $0 + $1.acknowledged.count }, $0.reduce(0) { $0 + $1.repeated }) }
      try #require(records >= deaths * 80)
      let control = try shim.map { try Self.control(shim: $0.path) } ?? "no C compiler: without power cuts"
      return """
        \(deaths - cuts) kills and \(cuts) power cuts while 4 devices pushed; all \(records) acknowledged records present each time, \
        \(unknown) bodies of unknown fate sent again; \(control)
        """
    }
  }

  private static func pushUntilItDies(_ devices: borrowing Mutex<[Pusher]>, url: String, token: String, answered: PushCounter) async {
    let pushers = devices.withLock { $0 }
    let after = await withTaskGroup(of: (Int, Pusher).self) { group in
      for (n, pusher) in pushers.enumerated() {
        group.addTask { (n, await push(pusher, url: url, token: token, answered: answered)) }
      }
      return await group.reduce(into: pushers) { $0[$1.0] = $1.1 }
    }
    devices.withLock { $0 = after }
  }

  private static func push(_ start: Pusher, url: String, token: String, answered: PushCounter) async -> Pusher {
    var pusher = start
    let transport = CurlTransport()
    while let answer = try? await transport.send(pusher.request(url, token)), answer.status == 200 {
      if pusher.isUnknown { pusher.repeated += 1 }
      pusher.isUnknown = false
      pusher.acknowledged += pusher.ids
      answered.add()
      pusher.push += 1
    }
    pusher.isUnknown = true
    return pusher
  }

  private static func records(_ data: TemporaryFolder) throws -> [String] {
    try Program("/usr/bin/sqlite3", home: data).run(data.file("data/backend.db"), "SELECT id FROM rec").lines
  }

  // MARK: Power cuts

  /// Leaves of the files what was synced.
  private static func leaveWhatIsDurable(_ data: TemporaryFolder) throws {
    let files = FileManager.default
    try? files.removeItem(atPath: data.file("data/backend.db-shm"))
    for name in try files.contentsOfDirectory(atPath: data.file("data")) where name.hasSuffix(".durable") {
      let path = data.file("data/" + name)
      try? files.removeItem(atPath: String(path.dropLast(8)))
      try files.moveItem(atPath: path, toPath: String(path.dropLast(8)))
    }
  }

  /// A database that doesn't sync must lose what it wrote, else the power cut is none.
  private static func control(shim: String) throws -> String {
    let folder = try TemporaryFolder()
    let shell = Program("/usr/bin/sqlite3", home: folder, environment: ["LD_PRELOAD": shim, "POWER_CUT_FOLDER": folder.path])
    for mode in ["OFF", "FULL"] {
      let script =
        "PRAGMA journal_mode=WAL; CREATE TABLE IF NOT EXISTS t(mode); PRAGMA synchronous=\(mode); INSERT INTO t VALUES('\(mode)');"
      _ = try shell.run([folder.file("\(mode).db")], input: Array("\(script)\n.shell kill -9 $PPID\n".utf8))
      for end in ["", "-wal"] {
        let file = folder.file("\(mode).db\(end)")
        guard FileManager.default.fileExists(atPath: file + ".durable") else { continue }
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: file + ".durable", toPath: file)
      }
      try? FileManager.default.removeItem(atPath: folder.file("\(mode).db-shm"))
      let left = try Program("/usr/bin/sqlite3", home: folder).run(folder.file("\(mode).db"), "SELECT mode FROM t").out
      try #require(left == (mode == "FULL" ? "FULL\n" : ""), "after a power cut \(mode) has left: \(left)")
    }
    return "a database without fsync loses everything by the same cut"
  }
}
