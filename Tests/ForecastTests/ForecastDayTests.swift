import HealthModel
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Forecast

/// Days against a service in all kinds of trouble: never more calls than the rules allow, and always the last good forecast with its age.
@Suite("G-FORECAST days") struct ForecastDayTests {
  /// The behaviour of a service for an hour.
  enum Weather: Int, CaseIterable {
    case good
    case limited
    case broken
    case page
    case cut
    case torn
    case slow
    case gone
  }

  @Test(arguments: 0..<4) func theLastGoodForecastIsAlwaysThere(seed: UInt64) async throws {
    let world = try ForecastWorld()
    let clock = world.clock
    let calls = Mutex<[(ms: Int64, part: String)]>([])
    let server = try LoopbackServer { request in
      let part = FakeOpenMeteo.part(of: request.path) ?? ""
      calls.withLock { $0.append((clock.nowMs, part)) }
      return Self.reply(part, clock.nowMs, seed)
    }
    // A new client each time, as a new process has.
    let timeouts = Timeouts(connect: .seconds(5), stalled: .seconds(5), total: .milliseconds(300))
    var generator = SeededGenerator(seed: seed)
    var goodAt: [ForecastPart: Int64] = [:]
    var answers = 0
    while clock.nowMs < ForecastWorld.startMs + 24 * 3_600_000 {
      let isWish = Int.random(in: 0..<3, using: &generator) == 0
      let before = calls.withLock { $0.count }
      let pauses = ForecastPart.allCases.map { world.memory.budget.pausedUntilMs(CallTarget($0)) ?? 0 }
      let answer = try await world.client(server.baseURL, timeouts: timeouts).forecast(for: world.place, refresh: isWish ? .now : .ifDue)
      let made = calls.withLock { Array($0[before...]) }
      for (part, pausedUntil) in zip(ForecastPart.allCases, pauses) {
        let count = made.count { $0.part == part.rawValue }
        let isDue = clock.nowMs - (goodAt[part] ?? .min / 2) >= (isWish ? 60_000 : 3_600_000)
        #expect(count <= (isDue && clock.nowMs >= pausedUntil ? 2 : 0), "\(part) at \(clock.nowMs)")
        if answer.outcomes[part] == .updated { goodAt[part] = clock.nowMs }
        #expect(answer.forecast?[part]?.fetchedAtMs == goodAt[part])
        #expect((answer.forecast?[part]?.hours.count ?? 0 >= 168) == (goodAt[part] != nil))
      }
      #expect((answer.forecast == nil) == goodAt.isEmpty)
      let fetchedAtMs = [ForecastPart.weather, .marine].compactMap { goodAt[$0] }.min() ?? goodAt[.air]
      #expect(answer.forecast?.fetchedAtMs == fetchedAtMs)
      answers += 1
      clock.advance(ms: [5000, 60_000, 600_000, 900_000, 1_800_000][Int.random(in: 0..<5, using: &generator)])
    }
    let times = calls.withLock { $0.map(\.ms) }
    for (first, last) in zip(times, times.dropFirst(CallBudget.callsPerMinute)) { #expect(last - first > 60_000) }
    for (first, last) in zip(times, times.dropFirst(CallBudget.callsPerHour)) { #expect(last - first > 3_600_000) }
    #expect(goodAt.count == 3 && answers > 40)
  }

  /// Each service changes its behaviour every hour; half of the hours are good.
  private static func reply(_ part: String, _ nowMs: Int64, _ seed: UInt64) -> LoopbackServer.Reply {
    var generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(nowMs / 3_600_000) &* 7 &+ UInt64(part.utf8.count))
    let good = LoopbackServer.Reply.text(FakeOpenMeteo().answer(part, nowMs: nowMs))
    if Bool.random(using: &generator) { return good }
    switch Weather.allCases.randomElement(using: &generator) ?? .good {
    case .good: return good
    case .limited: return .text(FakeOpenMeteo.error("Hourly API request limit exceeded."), status: 429)
    case .broken: return .text("", status: 500)
    case .page: return .text("<!DOCTYPE html><title>Sign in</title>", type: "text/html")
    case .cut: return .text(#"{"utc_offset_seconds":0,"hourly":{"time":["2026-06-01T00"#)
    case .torn: return .torn(good, afterBytes: 700)
    case .slow: return .stalled(good, afterBytes: 400)
    case .gone: return .closed
    }
  }

  /// Two programs at once share the budget and the file.
  @Test func programsAtTheSameTimeKeepWholeForecasts() async throws {
    let world = try ForecastWorld()
    let server = try FakeOpenMeteo.server(clock: world.clock)
    let answers = try await withThrowingTaskGroup(of: ForecastAnswer.self) { group in
      for _ in 0..<6 { group.addTask { try await world.client(server.baseURL).forecast(for: world.place, refresh: .now) } }
      return try await group.reduce(into: [ForecastAnswer]()) { $0.append($1) }
    }
    #expect(server.requests.count <= CallBudget.callsPerMinute)
    #expect(answers.contains { $0.words == ["updated", "updated", "updated"] } || server.requests.count == CallBudget.callsPerMinute)
    let kept = try #require(world.cache.forecast(for: world.place))
    #expect(kept.hours(nowMs: world.clock.nowMs).count == 168)
  }
}
