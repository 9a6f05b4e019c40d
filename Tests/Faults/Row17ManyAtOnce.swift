import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct Row17ManyAtOnce {
  /// Timers, people and whatever else start twenty syncs of one library while the first is still waiting for its answer.
  @Test func twentyAtOnce() async throws {
    try await FaultRow(17, "20 syncs of one library at once").holds {
      let backend = try RunningBackend()
      let isOpen = Mutex(false)
      let proxy = try FaultProxy(
        to: backend.url,
        fault: { exchange in
          while exchange.request.path != "/v1/sync/device", !isOpen.withLock({ $0 }) { poll(nil, 0, 5) }
          return exchange.pass().reply
        })
      let person = try Household()
      try person.logIn(url: proxy.url, token: try backend.addUser("ana"))
      _ = try person.value("INSERT INTO meal(name, energy_kcal) VALUES ('Soup', 250)")
      let runs = try (0..<20).map { try person.hsync.start($0 % 2 == 0 ? ["sync"] : ["sync", "--timer"]) }
      // The one that has the lock waits for us; all others end by themselves.
      let deadline = Date(timeIntervalSinceNow: 60)
      while runs.filter({ !$0.hasEnded }).count > 1 {
        try #require(Date() < deadline, "\(runs.filter { !$0.hasEnded }.count) still run")
        poll(nil, 0, 10)
      }
      let winner = try #require(runs.first { !$0.hasEnded }, "nobody has the lock")
      isOpen.withLock { $0 = true }
      var refused = 0
      for run in runs {
        let outcome = run.wait()
        if run.pid == winner.pid {
          try #require(outcome.status == 0, "\(outcome.err)")
        } else {
          try #require(outcome.status == 75 && outcome.err.contains("Syncing... since "), "\(outcome.status): \(outcome.err)")
          refused += 1
        }
      }
      try Fleet([person], backend).requireInvariant()
      try #require(proxy.pushes.count == 1)
      try #require(try person.value("SELECT count(*) FROM sync_run") == "1")
      return "one ran, \(refused) ended with 75 and \"Syncing... since\"; the server saw \(proxy.pushes.count) push"
    }
  }
}

extension Program.Running {
  /// Whether the process has ended; it can still be waited for.
  var hasEnded: Bool {
    var status = siginfo_t()
    return waitid(P_PID, id_t(pid), &status, WEXITED | WNOHANG | WNOWAIT) == 0 && status.si_signo == SIGCHLD
  }
}
