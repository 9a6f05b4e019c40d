import Gzip
import Synchronization
import TestSupport
import Testing
import Transport

@Suite struct Row05SlowAndEndless {
  /// Too slow for anybody: under 256 bytes a second.
  static let stalls: [(name: String, reply: @Sendable (LoopbackServer.Reply) -> LoopbackServer.Reply)] = [
    ("silent", { _ in .stalled() }), ("stalled head", { .stalled($0, afterBytes: 30) }),
    ("stalled body", { .stalled($0, afterBytes: 120) }), ("a byte each 100 ms", { .dripping($0, everyMs: 100) }),
  ]

  /// More than anybody should take: 32 MiB unpacked, 256 KiB of header fields.
  static let floods: [(name: String, reply: LoopbackServer.Reply)] = [
    (
      "endless head",
      .endless(Array("HTTP/1.1 200 OK\r\n".utf8), repeating: Array(String(repeating: "X-Filler: 0123456789abcdef\r\n", count: 1000).utf8))
    ),
    (
      "endless body",
      .endless(
        Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8),
        repeating: Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 65_536) + Array("\r\n".utf8))
    ),
    ("gzip bomb", .answer(status: 200, headers: [("Content-Encoding", "gzip")], body: bomb)),
  ]

  /// 64 MiB of blanks.
  private static let bomb = (try? Gzip.compressed([UInt8](repeating: 0x20, count: 64 << 20))) ?? []

  @Test func whatIsTooSlowOrTooMuchIsCutOffAndAskedAgain() async throws {
    try await FaultRow(5, "slow loris, one-byte chunks, stalls, endless heads, a gzip bomb").holds {
      let chunks = try oneByteChunksSucceed()
      let stalls = try await stallsAreCutOff()
      let floods = try floodsAreCutOff()
      return "\(chunks); \(stalls); \(floods)"
    }
  }

  /// Slow in pieces isn't slow in all: each byte a chunk in a packet of its own.
  private func oneByteChunksSucceed() throws -> String {
    let backend = try RunningBackend()
    let proxy = try FaultProxy(to: backend.url) { exchange in
      let answer = exchange.pass()
      guard answer.status == 200 else { return answer.reply }
      let chunks = answer.body.flatMap { Array("1\r\n".utf8) + [$0] + Array("\r\n".utf8) } + Array("0\r\n\r\n".utf8)
      return .byteByByte(
        .answer(status: 200, headers: answer.headers.map { ($0.name, $0.value) } + [("Transfer-Encoding", "chunked")], body: chunks))
    }
    let person = try Household()
    try person.logIn(url: proxy.url, token: backend.addUser("ana"))
    try person.addMeals(20)
    try person.sync()
    return "one-byte chunks: \(try Agreement.require(backend, [person.library])) records agree"
  }

  /// A push and a page of changes that stall once each; in the long form the program with its 20 s, else the same with 1 s.
  private func stallsAreCutOff() async throws -> String {
    let limits = FaultScale.isFull ? nil : Timeouts(stalled: .seconds(1))
    let stalledSeconds = FaultScale.isFull ? 20.0 : 1
    let longest = try await withThrowingTaskGroup(of: Double.self) { group in
      for (name, reply) in Self.stalls {
        for path in ["/v1/sync/push", "/v1/sync/changes"] {
          group.addTask {
            let backend = try RunningBackend()
            let proxy = try FaultProxy(to: backend.url) { exchange in
              let answer = exchange.pass()
              return exchange.request.path == path && exchange.number == 1 ? reply(answer.reply) : answer.reply
            }
            let device = try FaultDevice(token: backend.addUser("ana"), limits: limits)
            try device.addMeals(20)
            let start = ContinuousClock.now
            let report = try await device.sync(proxy.url)
            let seconds = Double((ContinuousClock.now - start).components.seconds)
            try #require(report.failure == nil, "\(name) \(path): \(report)")
            let range = stalledSeconds - 1..<stalledSeconds + FaultScale.seconds(15)
            try #require(range.contains(seconds), "\(name) \(path): \(seconds) s")
            try #require(try Agreement.require(backend, [device.path]) == 20)
            return seconds
          }
        }
      }
      return try await group.reduce(0, max)
    }
    let program = FaultScale.isFull ? "; \(try theProgramGivesUpAfter20Seconds())" : ""
    return
      "\(Self.stalls.count) stalls of a push and of a page cut off within \(Int(longest)) s at a limit of \(Int(stalledSeconds)) s\(program)"
  }

  private func theProgramGivesUpAfter20Seconds() throws -> String {
    let backend = try RunningBackend()
    let proxy = try FaultProxy(to: backend.url) { exchange in
      let answer = exchange.pass()
      return exchange.isPush && exchange.number == 1 ? .dripping(answer.reply, everyMs: 100) : answer.reply
    }
    let person = try Household()
    try person.logIn(url: proxy.url, token: backend.addUser("ana"))
    try person.addMeals(20)
    let (outcome, seconds) = try timed { try person.sync() }
    try #require(seconds > 18 && seconds < 30, "\(seconds) s")
    try #require(outcome.cpuSeconds < 0.05 * seconds, "\(outcome.cpuSeconds) s of CPU")
    try Agreement.require(backend, [person.library])
    return "hsync: 10 bytes a second given up and asked again within \(seconds.brief) s"
  }

  private func floodsAreCutOff() throws -> String {
    let usual = try sync(meeting: nil, at: "").outcome.peakBytes
    var most = 0
    for (name, reply) in Self.floods {
      for path in ["/v1/sync/push", "/v1/sync/changes"] {
        let (outcome, seconds) = try sync(meeting: reply, at: path)
        try #require(seconds < FaultScale.seconds(20), "\(name) \(path): \(seconds) s")
        // 32 MiB of the answer, half as much again while its buffer grows, and what doesn't belong to it.
        try #require(outcome.peakBytes < usual + (72 << 20), "\(name) \(path): \(outcome.peakBytes >> 20) MiB, \(usual >> 20) as usual")
        most = max(most, outcome.peakBytes - usual)
      }
    }
    return "\(Self.floods.map(\.name).joined(separator: ", ")) cut off at \(most >> 20) MiB more than usual, then all agree"
  }

  /// A whole sync of 20 meals, in which the first answer at a path is another one.
  private func sync(meeting reply: LoopbackServer.Reply?, at path: String) throws -> (outcome: Program.Outcome, seconds: Double) {
    let backend = try RunningBackend()
    let proxy = try FaultProxy(to: backend.url) { exchange in
      let answer = exchange.pass()
      return exchange.request.path == path && exchange.number == 1 ? reply ?? answer.reply : answer.reply
    }
    let person = try Household()
    try person.logIn(url: proxy.url, token: backend.addUser("ana"))
    try person.addMeals(20)
    let (outcome, seconds) = try timed { try person.sync() }
    try #require(try Agreement.require(backend, [person.library]) == 20, "\(path)")
    return (outcome, seconds)
  }
}
