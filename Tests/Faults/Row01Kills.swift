import Foundation
import Synchronization
import TestSupport
import Testing

/// The promise of the whole: whatever dies when, what was edited reaches every device, once.
@Suite(.serialized) struct Row01Kills {
  @Test func killsOfBothSides() async throws {
    try await FaultRow(1, "client and server killed at random, answers dropped and garbled, edits by the bare sqlite3 shell").holds {
      let dice = Mutex(SeededGenerator(seed: 1))
      let isFaulty = Mutex(true)
      let data = try TemporaryFolder()
      var backend = try RunningBackend(data: data)
      let proxy = try FaultProxy(
        to: backend.url,
        fault: { exchange in
          guard isFaulty.withLock({ $0 }) else { return exchange.pass().reply }
          switch dice.withLock({ Int.random(in: 0..<20, using: &$0) }) {
          case 0: return .text("", status: 503)
          case 1: return .closed
          case 2: return Self.lost(exchange) { _ in .closed }
          case 3: return Self.lost(exchange) { _ in .text("<html>Please sign in to Free WiFi</html>", type: "text/html") }
          case 4: return Self.lost(exchange) { .torn($0, afterBytes: 150) }
          default: return exchange.pass().reply
          }
        })
      let token = try backend.addUser("ana")
      let devices = [try Household(), try Household()]
      isFaulty.withLock { $0 = false }
      for device in devices { try device.logIn(url: proxy.url, token: token) }
      isFaulty.withLock { $0 = true }

      var ledger = Ledger()
      var random = SeededGenerator(seed: 2)
      let kills = FaultScale.count(full: 1000, short: 100)
      let serverKills = FaultScale.count(full: 50, short: 4)
      var (killed, finished, serverKilled, longest) = (0, 0, 0, 100.0)
      while killed < kills {
        let device = devices[(killed + finished) % 2]
        let sync = try device.hsync.start(["sync"])
        try devices[Int.random(in: 0..<2, using: &random)].edit(&ledger, &random)
        // Not a wait for something to happen: the moment of death is what is varied, over about as long as a run takes.
        poll(nil, 0, Int32.random(in: 0...Int32(longest), using: &random))
        sync.signal(SIGKILL)
        if sync.wait().status == 128 + SIGKILL {
          killed += 1
          longest = min(longest * 1.02, 1000)
        } else {
          finished += 1
          longest = max(longest * 0.9, 10)
        }
        if killed * serverKills >= (serverKilled + 1) * kills {
          let port = backend.port
          let waiting = try device.hsync.start(["sync"])
          poll(nil, 0, Int32.random(in: 0...Int32(longest), using: &random))
          backend.crash()
          waiting.signal(SIGKILL)
          _ = waiting.wait()
          backend = try RunningBackend(data: data, port: port)
          serverKilled += 1
        }
      }
      let exact = try Self.killAtWrites(devices, &ledger, &random)
      isFaulty.withLock { $0 = false }
      let fleet = Fleet(devices, backend)
      let rounds = try fleet.settle()
      let live = try fleet.requireInvariant(ledger)
      return """
        \(killed) kills of hsync at random moments and \(exact) at exact writes, \(serverKilled) of the server, \(finished) runs that were \
        faster, \(ledger.edits) edits on 2 devices; all \(live) records equal after \(rounds) more syncs
        """
    }
  }

  /// A run that dies at its first write to a file, one at its second, and so on.
  ///
  /// - Returns: how many died.
  private static func killAtWrites(_ devices: [Household], _ ledger: inout Ledger, _ dice: inout SeededGenerator) throws -> Int {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else { return 0 }
    var killed = 0
    for n in 1...FaultScale.count(full: 60, short: 6) {
      let device = devices[n % 2]
      try device.edit(&ledger, &dice)
      let run = try Program("/usr/bin/strace", home: device.home, environment: device.hsync.environment).run(
        "-f", "-qq", "-o", "/dev/null", "-e", "trace=pwrite64", "-e", "inject=pwrite64:signal=SIGKILL:when=\(n)",
        Program.folder + "/hsync", "sync")
      if run.status == 128 + SIGKILL { killed += 1 }
    }
    return killed
  }

  /// The backend acts; what it answers is damaged.
  private static func lost(
    _ exchange: FaultProxy.Exchange, _ damage: (LoopbackServer.Reply) -> LoopbackServer.Reply
  ) -> LoopbackServer.Reply { damage(exchange.pass().reply) }
}
