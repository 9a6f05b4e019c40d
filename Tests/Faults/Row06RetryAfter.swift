import Foundation
import HealthSync
import Synchronization
import TestSupport
import Testing

@Suite struct Row06RetryAfter {
  /// The server's header, and the wait in milliseconds that it alone asks for. `nil` = it isn't usable: a 429 then means a minute, a 503
  /// our own backoff.
  static let words: [(value: @Sendable (_ nowMs: Int64) -> String, waitMs: Int64?)] = [
    ({ _ in "0" }, 0), ({ _ in "5" }, 5000), ({ date($0 + 90_000) }, 90_000), ({ date($0 - 90_000) }, nil),
    ({ _ in "1000000000" }, Deadline.longestMs), ({ date($0 + 9_000_000_000) }, Deadline.longestMs), ({ _ in "-1" }, nil),
    ({ _ in "soon" }, nil), ({ _ in "" }, nil), ({ _ in String(repeating: "9", count: 30) }, Deadline.longestMs),
  ]

  private static func date(_ ms: Int64) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: Date(timeIntervalSince1970: Double(ms) / 1000))
  }

  @Test func noRequestGoesBeforeTheTimeThatWasAskedFor() async throws {
    try await FaultRow(6, "429 and 503 with every Retry-After").holds {
      let backend = try RunningBackend()
      var asked = 0
      for status in [429, 503] {
        // Both run by both in the long form; who is told to wait makes no difference to the time.
        for reason in FaultScale.isFull ? [SyncReason.person, .timer] : [status == 429 ? .person : .timer] {
          for (index, word) in Self.words.enumerated() {
            let wait = word.waitMs ?? (status == 429 ? 60_000 : 0)
            try await heeds(status, word.value, wait, reason, backend, user: asked, name: "\(status) \(word.value(0)) (\(index)) \(reason)")
            asked += 1
          }
        }
      }
      let program = try theProgramKeepsIt()
      return "\(asked) cases: not one request early, none later than a timer's own backoff, at most 6 h; \(program)"
    }
  }

  /// One push meets the answer. The process is restarted before each run after that; a run a millisecond early sends nothing.
  private func heeds(
    _ status: Int, _ value: @escaping @Sendable (Int64) -> String, _ waitMs: Int64, _ reason: SyncReason, _ backend: RunningBackend,
    user: Int, name: String
  ) async throws {
    let device = try FaultDevice(token: backend.addUser("user\(user)"))
    let clock = device.clock
    let arrivals = Mutex<[Int64]>([])
    let proxy = try FaultProxy(to: backend.url) { exchange in
      if exchange.isPush { arrivals.withLock { $0.append(clock.nowMs) } }
      guard exchange.isPush, exchange.number == 1 else { return exchange.pass().reply }
      // The server's clock is a day behind ours; only its own dates count.
      let serverMs = clock.nowMs - 86_400_000
      return .text("{}", status: status, headers: [("Date", Self.date(serverMs)), ("Retry-After", value(serverMs / 1000 * 1000))])
    }
    try device.addMeals(3)
    var report = try await device.sync(proxy.url, reason)
    if report.stop != nil {
      try #require(report.stop?.kind == .tryAgain, "\(name): \(report)")
      let until = try #require(arrivals.withLock { $0.first }) + waitMs
      let left = until - clock.nowMs
      if left > 30_000 {
        try device.restart()
        let early = try await device.sync(proxy.url, reason)
        try #require(early.requests == 0 && early.stop?.code == .backoff, "\(name): \(early)")
        // Within half a minute of the time a run waits for it, no longer.
        clock.advance(ms: left - 30_001)
        try device.restart()
        try #require(try await device.sync(proxy.url, reason).requests == 0, "\(name)")
        clock.advance(ms: 30_001)
      } else {
        clock.advance(ms: max(left, 0))
      }
      try device.restart()
      report = try await device.sync(proxy.url, reason)
    }
    try #require(report.failure == nil && report.pushed == 3, "\(name): \(report)")
    let times = arrivals.withLock { $0 }
    try #require(times.count == 2, "\(name): \(times.count) pushes")
    let gap = times[1] - times[0]
    // Half of the 1 s that the first backoff is at most.
    try #require(gap >= waitMs && gap <= max(waitMs, 500), "\(name): \(gap) ms instead of \(waitMs)")
  }

  /// `hsync` by hand and by its timer, a process each, and what the user sees.
  private func theProgramKeepsIt() throws -> String {
    let backend = try RunningBackend()
    let proxy = try FaultProxy(to: backend.url) { exchange in
      exchange.isPush ? .text("{}", status: 429, headers: [("Retry-After", "1000000000")]) : exchange.pass().reply
    }
    let person = try Household()
    try person.logIn(url: proxy.url, token: backend.addUser("ana"))
    try person.addMeals(3)
    try person.sync(ends: 75)
    let requests = proxy.requests.count
    // A timer makes the next attempt; of a run by hand nobody does.
    for (option, words) in [("--json", "try again after "), ("--timer", "next attempt at ")] {
      let refused = try person.sync(option, ends: 75)
      try #require(refused.err.contains("the backend asked to wait; \(words)"), "\(refused.err)")
    }
    try #require(proxy.requests.count == requests)
    let seconds = Double(
      try person.value("SELECT json_extract(state, '$.retryAfter.ms') / 1000.0 - (julianday('now') - 2440587.5) * 86400 FROM backend"))
    try #require(abs((seconds ?? 0) - 6 * 3600) < 600, "\(seconds ?? 0) s")
    try #require(try person.hsync.run("sync", "status").out.contains("not before "))
    return "hsync keeps it over processes: 10^9 s became 6 h"
  }
}
