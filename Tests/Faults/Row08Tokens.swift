import Foundation
import HealthModel
import Synchronization
import TestSupport
import Testing

@Suite struct Row08Tokens {
  /// The backend's answer to a refresh.
  private enum Refresh {
    /// A new token, that works.
    case works
    /// The same, but the first answer is lost; the old refresh token counts until the new token is used.
    case answerLost
    /// 401.
    case fails
    /// A new token, that is refused like the old one.
    case loops
    /// 404: it has no such thing.
    case missing
  }

  /// The tokens that are good at the moment, and what was asked.
  private struct Gate {
    var token = "token-1"
    var refreshTokens: Set<String> = ["refresh-1"]
    var issued = 1
    var refreshes = 0
    /// Records in the outbox when the backend first refused.
    var refusedAt: String?
  }

  @Test func aTokenIsRefreshedOnceAndNothingLeavesTheOutbox() async throws {
    try await FaultRow(8, "401 between two pushes: refresh works, its answer is lost, fails, loops, is missing; 403").holds {
      let works = try run(.works, status: 401, ends: 0)
      try #require(works.refreshes == 1)
      let lost = try run(.answerLost, status: 401, ends: 0)
      try #require(lost.refreshes == 2)
      for (name, refresh, status, refreshes) in [
        ("fails", Refresh.fails, 401, 1), ("loops", .loops, 401, 1), ("missing", .missing, 401, 1), ("403", .works, 403, 0),
      ] {
        let gate = try run(refresh, status: status, ends: 77)
        try #require(gate.refreshes == refreshes, "\(name): \(gate.refreshes) refreshes")
      }
      return "one refresh each; without a new token 77 and \"sign in\", the outbox as it was; none at 403"
    }
  }

  /// A sync of 1,000 meals in several pushes, in the middle of which the token expires.
  private func run(_ refresh: Refresh, status: Int, ends: Int32) throws -> Gate {
    let backend = try RunningBackend()
    let real = try backend.addUser("ana")
    let gate = Mutex(Gate())
    let person = try Household()
    let proxy = try FaultProxy(to: backend.url) { exchange in
      if exchange.request.path == "/v1/token/refresh" { return Self.answer(exchange.request, refresh, gate) }
      var request = exchange.request
      let token = request.header("Authorization")
      // From the second push on the first token counts no more.
      if exchange.isPush, exchange.number == 2 { gate.withLock { if $0.token == "token-1" { $0.token = "token-2" } } }
      guard token == "Bearer \(gate.withLock { $0.token })", !(status == 403 && exchange.isPush && exchange.number >= 2) else {
        let waiting = try? person.waiting()
        gate.withLock { if $0.refusedAt == nil { $0.refusedAt = waiting } }
        return .text(#"{"code":"\#(status == 401 ? "unauthorized" : "forbidden")","message":"no"}"#, status: status)
      }
      request.headers.removeAll { $0.name == "Authorization" }
      request.headers.append((name: "Authorization", value: "Bearer \(real)"))
      return exchange.pass(request).reply
    }
    try person.logIn(url: proxy.url, token: #"{"token":"token-1","refresh_token":"refresh-1"}"#)
    try person.addMeals(1000)
    let outcome = try person.sync(ends: ends)
    let end = gate.withLock { $0 }
    if ends == 0 {
      try #require(try Agreement.require(backend, [person.library]) == 1000)
      let account = person.library + ".account"
      let text = String(decoding: try ProjectFiles.bytes(account), as: UTF8.self)
      try #require(text.contains(end.token) && text.contains("refresh-\(end.issued)"), "the account file holds other tokens")
      try #require(try FileManager.default.attributesOfItem(atPath: account)[.posixPermissions] as? Int == 0o600)
      try person.addMeals(1, "later")
      try person.sync()
      try #require(gate.withLock { $0.refreshes } == end.refreshes)
    } else {
      try #require(outcome.err.contains("sign in"), "\(outcome.err)")
      try #require(try person.lastErrorCode() == (status == 401 ? "auth" : "forbidden"))
      let waiting = try person.waiting()
      try #require(waiting == end.refusedAt, "\(waiting) instead of \(end.refusedAt ?? "?")")
      // Signing in again is all that is needed.
      gate.withLock { $0.token = "token-9" }
      if status == 401 {
        try person.logIn(url: proxy.url, token: "token-9")
        try person.sync()
        try #require(try Agreement.require(backend, [person.library]) == 1000)
      }
    }
    let said = outcome.out + outcome.err
    try #require(!said.contains("token-") && !said.contains("refresh-"))
    return end
  }

  private static func answer(_ request: LoopbackServer.Request, _ refresh: Refresh, _ gate: borrowing Mutex<Gate>) -> LoopbackServer.Reply {
    gate.withLock { gate in
      gate.refreshes += 1
      let given = (try? JSON(parsing: request.body))?["refresh_token"].string ?? ""
      if case .missing = refresh { return .text("{}", status: 404) }
      if case .fails = refresh { return .text(#"{"code":"unauthorized","message":"no"}"#, status: 401) }
      guard gate.refreshTokens.contains(given) else { return .text(#"{"code":"unauthorized","message":"no"}"#, status: 401) }
      gate.issued += 1
      gate.refreshTokens.insert("refresh-\(gate.issued)")
      let token = "token-\(gate.issued)"
      if case .loops = refresh { gate.token = "another" } else { gate.token = token }
      if case .answerLost = refresh, gate.refreshes == 1 { return .closed }
      return .text(#"{"token":"\#(token)","refresh_token":"refresh-\#(gate.issued)","expires_at_ms":4102444800000}"#)
    }
  }
}
