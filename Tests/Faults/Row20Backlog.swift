import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct Row20Backlog {
  /// A device that was offline for ten days has a million records to send, over a connection whose round trip takes 200 ms.
  @Test func aMillionRecords() async throws {
    try await FaultRow(20, "ten days offline, then a backlog over a slow connection").holds {
      let count = FaultScale.count(full: 1_000_000, short: 20_000)
      let backend = try RunningBackend(program: Self.program("hsync-backend"))
      let pushes = Mutex<[Double]>([])
      let proxy = try FaultProxy(
        to: backend.url,
        fault: { exchange in
          // There and back.
          poll(nil, 0, 200)
          let answer = exchange.pass()
          if exchange.isPush, answer.status == 200 { pushes.withLock { $0.append(Self.monotonic()) } }
          return answer.reply
        })
      let device = try Household(program: Self.program("hsync"))
      try device.logIn(url: proxy.url, token: try backend.addUser("ana"))
      try device.syncs()
      _ = try device.value(Self.backlog(count))
      let today = try device.value("SELECT count(*) FROM outbox WHERE lane = 0")
      try #require(today == "100", "\(today) records of today and yesterday")

      let start = Self.monotonic()
      let run = try device.hsync.start(["sync"])
      var memory = 0
      var urgent: String?
      while !run.hasEnded {
        memory = max(memory, Self.peakKiB(run.pid))
        if urgent == nil, pushes.withLock({ $0.count }) >= 2 {
          urgent = try device.value("SELECT count(*) FROM outbox WHERE lane = 0")
        }
        poll(nil, 0, 20)
      }
      let seconds = Self.monotonic() - start
      let outcome = run.wait()
      try #require(outcome.status == 0, "\(outcome.err)")
      try #require(memory > 0 && memory < 64 << 10, "\(memory >> 10) MiB")
      try #require(urgent == "0", "\(urgent ?? "?") of today's records still waited after two pushes")
      try #require(seconds <= 90, "\(Int(seconds)) s")
      let bytes = try #require(
        Int(try device.shell(backend.database, "SELECT sum(length(body) + length(id) + 75) FROM rec").out.dropLast()))
      try Self.requireInvariant(device, backend, count + 100)
      return """
        \(count + 100) records of \(bytes / (count + 100)) bytes in \(String(format: "%.1f", seconds)) s at 200 ms a round trip, \(pushes.withLock { $0.count }) pushes, \
        \(memory >> 10) MiB, today's 100 within the first 2
        """
    }
  }

  /// The released programs where `make faults` has built them: a million records are about speed, too.
  private static func program(_ name: String) -> String {
    let released = ProjectFiles.root + "/.build/release/" + name
    return FaultScale.isFull && FileManager.default.isExecutableFile(atPath: released) ? released : name
  }

  /// Invariant I, by SQL alone: a million records needn't pass through here.
  private static func requireInvariant(_ device: Household, _ backend: RunningBackend, _ count: Int) throws {
    let there = "SELECT kind, id, hlc, dev FROM there.rec WHERE body IS NOT NULL"
    let here = "SELECT kind, id, hlc, dev FROM version WHERE hash IS NOT NULL"
    let lines = try device.value(
      """
      ATTACH '\(backend.database)' AS there;
      SELECT (SELECT count(*) FROM outbox), (SELECT count(*) FROM in_flight), (SELECT count(*) FROM quarantine);
      SELECT (SELECT count(*) FROM meal) + (SELECT count(*) FROM weight), (SELECT count(*) FROM there.rec);
      SELECT (SELECT count(*) FROM (\(there) EXCEPT \(here))), (SELECT count(*) FROM (\(here) EXCEPT \(there)));
      PRAGMA main.integrity_check;
      """)
    try #require(lines == "0|0|0\n\(count)|\(count)\n0|0\nok", "\(lines)")
  }

  /// Old records first, so that the new ones have to be preferred: three weights to a meal, about 260 bytes each as they are sent.
  private static func backlog(_ count: Int) -> String {
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= \(count))"
    let days = "(SELECT i, date('now', '-' || (3 + i % 8) || ' days') AS day FROM n WHERE i <= \(count))"
    return """
      \(numbers) INSERT INTO weight(id, day, kg, measured_at_ms, utc_offset_min, source)
        SELECT day || '/' || printf('%07x', i), day, 70 + i % 100 / 10.0, unixepoch(day) * 1000 + i % 86400000, 0, 'scale'
        FROM \(days) WHERE i % 4 > 0;
      \(numbers) INSERT INTO meal(id, name, energy_kcal, day)
        SELECT printf('%08x-old', i), 'Meal', i % 900 + 1, day FROM \(days) WHERE i % 4 = 0;
      \(numbers) INSERT INTO meal(id, name, energy_kcal, day)
        SELECT printf('%08x-new', i), 'Meal', i, date('now', '-' || (i % 2) || ' days') FROM n WHERE i <= 100;
      """
  }

  private static func peakKiB(_ pid: pid_t) -> Int {
    let status = String(decoding: FileManager.default.contents(atPath: "/proc/\(pid)/status") ?? Data(), as: UTF8.self)
    return status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
  }

  private static func monotonic() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
