import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct Row27IndependentBackend {
  /// A backend that was written from the protocol's page alone, and drops, garbles or cuts off a third of its answers after it has committed
  /// what it was sent.
  @Test func aBackendWrittenFromThePage() async throws {
    try await FaultRow(27, "an independent backend that spoils a third of its answers").holds {
      let backend = try IndependentBackend("--spoil", "0.33", "--seed", "4")
      defer { backend.stop() }
      let devices = [try Household(), try Household()]
      var ledger = Ledger()
      var dice = SeededGenerator(seed: 27)
      for device in devices { try device.logIn(url: backend.url, token: "secret") }
      let syncs = FaultScale.count(full: 60, short: 10)
      var broken = 0
      for n in 0..<syncs {
        let device = devices[n % 2]
        for _ in 0..<Int.random(in: 1...4, using: &dice) { try device.edit(&ledger, &dice) }
        // As a timer would, but without its patience: a person's run doesn't wait for our own backoff.
        let run = try device.hsync.run("sync")
        try #require([0, 69, 75].contains(run.status), "\(run.status): \(run.err)")
        if run.status != 0 { broken += 1 }
      }
      try await backend.behave()
      let fleet = backend.fleet(devices)
      let rounds = try fleet.settle()
      let live = try fleet.requireInvariant(ledger)
      let counts = try await backend.spoiled()
      let spoiled = ["drop", "html", "flip", "number", "cut", "short"].reduce(0) { $0 + (counts[$1] ?? 0) }
      try #require(spoiled * 5 > syncs)
      return """
        \(ledger.edits) edits on 2 devices, \(counts["answers"] ?? 0) answers, \(spoiled) of them spoiled, \
        \(counts["replayed"] ?? 0) pushes replayed, \(broken) of \(syncs) syncs failed; all \(live) records equal after \(rounds) more syncs
        """
    }
  }
}
