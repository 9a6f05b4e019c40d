import HealthSync
import Synchronization
import TestSupport
import Testing

@Suite struct Row03GarbledAnswers {
  typealias Garble = @Sendable (FaultProxy.Answer) -> LoopbackServer.Reply

  /// The backend has done what it was asked; then its answer becomes this.
  static let garbles: [(name: String, garble: Garble)] = [
    ("cut JSON", { .answer(status: 200, headers: [], body: Array($0.body.dropLast(2))) }),
    ("torn body", { answer in .raw(head("Content-Length: \(answer.body.count)") + answer.body.dropLast(5)) }),
    ("torn chunk", { answer in .raw(head("Transfer-Encoding: chunked") + Array("ffff\r\n".utf8) + answer.body) }),
    ("torn head", { .torn($0.reply, afterBytes: 30) }),
    ("garbage", { _ in .answer(status: 200, headers: [], body: (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 11) }) }),
    ("HTML", { _ in .text("<!doctype html><title>Welcome</title>", type: "text/html") }),
    ("no body", { _ in .text("") }),
    ("bad gzip", { answer in .answer(status: 200, headers: [("Content-Encoding", "gzip")], body: Array("{}".utf8)) }),
    ("not HTTP", { _ in .raw(Array("+OK POP3 ready\r\n".utf8)) }),
    ("another push", { _ in .text(#"{"push":9999,"accepted":25}"#) }),
    ("a record too few", { _ in .text(#"{"push":2,"accepted":24}"#) }),
    ("strange ids", { _ in .text(#"{"push":2,"accepted":24,"rejected":[{"kind":"meal","id":"nobody","code":"x","message":"y"}]}"#) }),
  ]

  private static func head(_ field: String) -> [UInt8] { Array("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n".utf8) }

  @Test func nothingIsAcknowledgedAndTheSameBytesAreSentAgain() async throws {
    try await FaultRow(3, "200 with a cut, garbled or foreign answer").holds {
      let backend = try RunningBackend()
      let broken = Mutex<Garble?>(nil)
      let proxy = try FaultProxy(to: backend.url) { exchange in
        let answer = exchange.pass()
        return broken.withLock { $0 }?(answer) ?? answer.reply
      }
      for (index, (name, garble)) in Self.garbles.enumerated() {
        let device = try FaultDevice(token: backend.addUser("user\(index)"))
        try device.addMeals(1, "first")
        try #require(try await device.sync(proxy.url).failure == nil)
        try device.addMeals(25)
        let before = proxy.pushes.count
        broken.withLock { $0 = garble }
        let stopped = try await device.sync(proxy.url)
        broken.withLock { $0 = nil }
        try #require(stopped.stop?.code == .badResponse, "\(name): \(stopped)")
        try #require(stopped.pushed == 0 && stopped.pulled == 0, "\(name)")
        try #require(try device.waiting() == "25|1|0", "\(name)")
        try #require(try device.value("SELECT error_code FROM sync_run ORDER BY n DESC") == "bad_response", "\(name)")
        device.clock.advance(ms: 3_600_000)
        try #require(try await device.sync(proxy.url).failure == nil, "\(name)")
        try #require(try device.waiting() == "0|0|0", "\(name)")
        let bodies = proxy.pushes.dropFirst(before).map(\.body)
        try #require(bodies.count >= 3 && Set(bodies).count == 1, "\(name): \(Set(bodies).count) bodies in \(bodies.count) pushes")
        try #require(try device.value("SELECT count(*) FROM meal") == "26")
      }
      try await pagesAreAppliedWholeOrNotAtAll(proxy, broken, backend)
      let program = try theProgramSaysSo()
      return "\(Self.garbles.count) kinds: none acknowledged, the same bytes again, then settled; error_code bad_response; \(program)"
    }
  }

  /// A page of changes that came garbled moves neither a row nor the cursor.
  private func pagesAreAppliedWholeOrNotAtAll(_ proxy: FaultProxy, _ broken: borrowing Mutex<Garble?>, _ backend: RunningBackend)
    async throws
  {
    let token = try backend.addUser("reader")
    let (writer, reader) = (try FaultDevice(token: token), try FaultDevice(token: token))
    try writer.addMeals(50)
    try #require(try await writer.sync(proxy.url).failure == nil)
    for (name, garble) in Self.garbles {
      broken.withLock { $0 = garble }
      let stopped = try await reader.sync(proxy.url)
      broken.withLock { $0 = nil }
      try #require(stopped.stop?.code == .badResponse && stopped.pulled == 0, "\(name): \(stopped)")
      try #require(try reader.value("SELECT (SELECT count(*) FROM meal) || '|' || cursor FROM sync_state") == "0|", "\(name)")
      reader.clock.advance(ms: 3_600_000)
    }
    try #require(try await reader.sync(proxy.url).pulled == 50)
  }

  /// The program itself: 75, the code in `sync_run`, and all is well after the next run.
  private func theProgramSaysSo() throws -> String {
    let backend = try RunningBackend()
    let isBroken = Mutex(false)
    let proxy = try FaultProxy(to: backend.url) { exchange in
      let answer = exchange.pass()
      return isBroken.withLock { $0 } ? .text("<html>", type: "text/html") : answer.reply
    }
    let person = try Household()
    try person.logIn(url: proxy.url, token: backend.addUser("ana"))
    try person.sync()
    try person.addMeals(30)
    isBroken.withLock { $0 = true }
    let failed = try person.sync(ends: 75)
    isBroken.withLock { $0 = false }
    try #require(failed.err.hasPrefix("hsync: Sync Failed: the backend's answer"), "\(failed.err)")
    try #require(try person.lastErrorCode() == "bad_response")
    try #require(try person.waiting() == "30|1|0")
    try person.sync()
    return "hsync: 75, then \(try Agreement.require(backend, [person.library])) records agree"
  }
}
