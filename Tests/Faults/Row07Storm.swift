import HealthSync
import Synchronization
import TestSupport
import Testing

@Suite struct Row07Storm {
  /// A backend that answers 503 for an hour, and a timer that fires each half minute, in a time of the test's own.
  @Test func requestsFollowTheBreakerAndOneProbeEndsIt() async throws {
    try await FaultRow(7, "an hour of 5xx").holds {
      let backend = try RunningBackend()
      let device = try FaultDevice(token: backend.addUser("ana"))
      let clock = device.clock
      let isStormy = Mutex(false)
      let arrivals = Mutex<[Int64]>([])
      let proxy = try FaultProxy(to: backend.url) { exchange in
        guard isStormy.withLock({ $0 }) else { return exchange.pass().reply }
        arrivals.withLock { $0.append(clock.nowMs) }
        return .text("", status: [500, 502, 503, 504][exchange.number % 4])
      }
      try device.addMeals(10, "before")
      try #require(try await device.sync(proxy.url).failure == nil)
      try device.addMeals(300)

      isStormy.withLock { $0 = true }
      let start = clock.nowMs
      var shown = 0
      while clock.nowMs < start + 3_600_000 {
        try device.restart()
        let report = try await device.sync(proxy.url, .timer)
        try #require(report.stop?.kind == .tryAgain, "\(report)")
        let status = try device.status()
        if arrivals.withLock({ $0.count }) >= 5, status.next?.reason == .breaker, status.lastError != nil { shown += 1 }
        clock.advance(ms: 30_000)
      }
      let times = arrivals.withLock { $0 }
      // Five that open it, then a probe at the end of 60, 120, 240, 480, 900, 900 s: 45 min; the next comes after the hour.
      let gaps = zip(times.dropFirst(5), times.dropFirst(4)).map { ($0 - $1) / 1000 }
      try #require(times.count >= 5 && gaps.count <= 6 && gaps.count >= 5, "\(times.count) requests, gaps \(gaps) s")
      for (gap, least) in zip(gaps, [60, 120, 240, 480, 900, 900] as [Int64]) {
        // The timer looks each half minute.
        try #require((least...least + 60).contains(gap), "gaps \(gaps) s")
      }
      try #require(shown > 60, "the open breaker was shown \(shown) times")

      isStormy.withLock { $0 = false }
      let pushed = proxy.pushes.count
      let blocked = try device.status().next.map { $0.atMs - clock.nowMs } ?? 0
      try #require(blocked <= 900_000)
      clock.advance(ms: blocked)
      try device.restart()
      let recovery = try await device.sync(proxy.url, .timer)
      try #require(recovery.failure == nil && recovery.pending == 0, "\(recovery)")
      try #require(try device.status().next == nil)
      try #require(
        try device.value("SELECT json_extract(state, '$.breaker.failures') || json_extract(state, '$.breaker.openings') FROM backend")
          == "00")
      // The first request after the storm is the probe, and it is answered well: nothing is asked twice.
      let after = proxy.pushes.dropFirst(pushed)
      try #require(Set(after.map(\.body)).count == after.count)
      let count = try Agreement.require(backend, [device.path])
      let program = try theProgramShowsIt()
      return "\(times.count) requests in the hour, gaps \(gaps) s; one probe, then \(count) records agree; \(program)"
    }
  }

  /// Five runs by hand against nobody open the breaker; then the timer's run sends nothing, and `hsync sync status` says why.
  private func theProgramShowsIt() throws -> String {
    let backend = try RunningBackend()
    let proxy = try FaultProxy(to: backend.url)
    let person = try Household()
    try person.logIn(url: proxy.url, token: backend.addUser("ana"))
    try person.sync()
    try person.addMeals(1)
    proxy.stop()
    for _ in 1...5 { try person.sync(ends: 75) }
    let again = try FaultProxy(to: backend.url, port: proxy.port)
    let refused = try person.sync("--timer", ends: 75)
    try #require(refused.err.contains("5 times in a row; next attempt at "), "\(refused.err)")
    try #require(again.connectionCount == 0)
    let status = try person.hsync.run("sync", "status").out
    try #require(!status.contains("next try") && status.contains("failing "), "there is no schedule: \(status)")
    try person.sync()
    try Agreement.require(backend, [person.library])
    return "hsync sync status shows the open breaker"
  }
}
