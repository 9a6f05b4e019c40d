import Synchronization
import TestSupport
import Testing

@Suite struct Row04EarlyAnswers {
  /// An answer while the body is still going out, which the server then never reads. 3.3 MB of it are more than what the kernel takes off
  /// the program's hands. (Over HTTP/2 libcurl 7.88 spins for ever here: curl #7821; so HTTP/1.1.)
  @Test func anAnswerBeforeTheBodyIsReadEndsInTime() async throws {
    try await FaultRow(4, "200 or 413 without reading the body, then the end").holds {
      // An orderly end after a 200 leaves curl sending until it is too slow, 20 s; that is for the long form.
      let ends: [(name: String, reply: LoopbackServer.Reply)] =
        [
          ("413, end", .text("too large", status: 413, headers: [("Connection", "close")])),
          ("413, reset", .reset(.text("too large", status: 413))),
          ("200, reset", .reset(.text("{}"))),
        ] + (FaultScale.isFull ? [("200, end", .text("{}", headers: [("Connection", "close")]))] : [])
      let usual = try run(early: nil)
      try #require(usual.outcome.status == 0, "\(usual.outcome.err)")
      var evidence: [String] = []
      for (name, reply) in ends {
        let early = try run(early: reply)
        let cpu = max(0, early.outcome.cpuSeconds - usual.outcome.cpuSeconds)
        // 20 s of too little speed, up to 2 s before the same bytes go again, and what sending them usually takes.
        try #require(early.seconds < FaultScale.seconds(20 + 2 + 2 + 3 * usual.seconds), "\(name): \(early.seconds) s")
        // Of the limit where the run is short, of the run where it is long.
        try #require(cpu < 0.05 * max(20, early.seconds), "\(name): \(cpu) s of CPU beyond the usual \(usual.outcome.cpuSeconds)")
        if name.hasPrefix("413") {
          try #require(early.outcome.status == 65 || early.outcome.status == 0, "\(name): \(early.outcome.err)")
        } else {
          try #require(early.outcome.status == 0, "\(name): \(early.outcome.err)")
        }
        evidence.append("\(name) \(early.seconds.brief) s, CPU +\(cpu.brief) s")
      }
      return evidence.joined(separator: "; ") + "; HTTP/1.1"
    }
  }

  /// A sync whose first push of a large record meets the early answer; later ones get through.
  private func run(early reply: LoopbackServer.Reply?) throws -> (outcome: Program.Outcome, seconds: Double) {
    let backend = try RunningBackend()
    let isFirst = Mutex(true)
    let proxy = try FaultProxy(
      to: backend.url,
      early: { request in
        guard let reply, request.path == "/v1/sync/push" else { return nil }
        return isFirst.withLock { first in
          defer { first = false }
          return first ? reply : nil
        }
      },
      fault: { $0.pass().reply })
    let person = try Household()
    try person.logIn(url: proxy.url, token: backend.addUser("ana"))
    try person.execute("INSERT INTO meal(id, name, note) VALUES ('large', 'Large', hex(randomblob(3 << 20)))")
    let (outcome, seconds) = try timed { try person.hsync.run("sync") }
    let waiting = try person.waiting()
    // The one record that a 413 was about is put aside with its reason; anything else arrives in the end.
    try #require(waiting == "0|0|0" || (outcome.status == 65 && waiting == "0|0|1"), "\(waiting), \(outcome.status): \(outcome.err)")
    try Agreement.require(backend, [person.library])
    return (outcome, seconds)
  }
}
