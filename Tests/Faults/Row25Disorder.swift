import Synchronization
import TestSupport
import Testing

@Suite struct Row25Disorder {
  /// The proxy's treatment of the pushes of a round.
  private enum Disorder: Int, CaseIterable {
    /// Each arrives twice.
    case twice
    /// After each, all earlier ones arrive again, and what is asked is asked twice.
    case replayed
    /// The first is held back; it arrives after what was sent later.
    case late
    /// The first is held back until the client has asked, and built another body under the same number; it arrives after that one.
    case lateAfterAnother
    /// The same, but it arrives just before the other one.
    case lateBeforeAnother
  }

  private struct State {
    var disorder = Disorder.twice
    var passed: [LoopbackServer.Request] = []
    var held: LoopbackServer.Request?
    var closed = 0
    var stale = 0
    var duplicates = 0
    var overtaken = 0
    var faults: [String] = []
  }

  @Test func oldRequestsAreRefusedAndNothingIsAppliedTwice() async throws {
    try await FaultRow(25, "requests replayed, reordered and doubled on the way").holds {
      let backend = try RunningBackend()
      let (laptop, desktop) = (try Household(), try Household())
      let state = Mutex(State())
      let proxy = try FaultProxy(to: backend.url) { exchange in
        Self.fault(exchange, state, backend) { try? laptop.execute("UPDATE meal SET note = hex(randomblob(8)) WHERE id LIKE '%-2'") }
      }
      let token = try backend.addUser("ana")
      try laptop.logIn(url: proxy.url, token: token)
      try desktop.logIn(to: backend, token: token)
      let rounds = FaultScale.count(full: 30, short: 5)
      for round in 0..<rounds {
        let disorder = try #require(Disorder(rawValue: round % Disorder.allCases.count))
        state.withLock {
          $0.disorder = disorder
          $0.held = nil
          $0.closed = 0
        }
        try laptop.addMeals(20, "r\(round)-")
        try laptop.sync()
        try desktop.sync()
        try desktop.execute("UPDATE meal SET energy_kcal = energy_kcal + 1 WHERE id LIKE '%-7'; DELETE FROM meal WHERE id = 'r\(round)-3'")
        try laptop.execute("UPDATE meal SET energy_kcal = energy_kcal + 2 WHERE id LIKE '%-8'")
        try desktop.sync()
        state.withLock { $0.disorder = .twice }
        try laptop.sync()
        if let held = state.withLock({ $0.held }), disorder != .lateBeforeAnother {
          let before = try Agreement.ledger(of: backend)
          let answer = proxy.send(held)
          try #require(answer.status == 409, "\(disorder): \(answer.status)")
          try #require(try Agreement.ledger(of: backend) == before, "\(disorder)")
          state.withLock { $0.stale += 1 }
        }
      }
      for device in [laptop, desktop, laptop, desktop] { try device.sync() }
      let end = state.withLock { $0 }
      try #require(end.faults.isEmpty, "\(end.faults.first ?? "")")
      try #require(try Agreement.require(backend, [laptop.library, desktop.library]) == rounds * 19)
      try #require(
        end.stale >= rounds / 2 && end.duplicates >= rounds && end.overtaken >= rounds / 5,
        "\(end.stale), \(end.duplicates), \(end.overtaken)")
      return
        "\(end.stale) stale pushes got 409, \(end.duplicates) doubles the stored answer, none had an effect; \(end.overtaken) overtaken by an older body and put right; two devices agree"
    }
  }

  private static func fault(
    _ exchange: FaultProxy.Exchange, _ state: borrowing Mutex<State>, _ backend: RunningBackend, edit: () -> Void
  ) -> LoopbackServer.Reply {
    let request = exchange.request
    let disorder = state.withLock { $0.disorder }
    guard exchange.isPush else {
      let answer = exchange.pass()
      if disorder == .replayed { exchange.pass() }
      return answer.reply
    }
    let isHeldBack: Bool = state.withLock { state in
      let closes = [.late: 1, .lateAfterAnother: 2, .lateBeforeAnother: 2][disorder] ?? 0
      guard state.closed < closes else { return false }
      state.closed += 1
      if state.held == nil { state.held = request }
      return true
    }
    if isHeldBack {
      // An edit made meanwhile changes the other body.
      if disorder != .late { edit() }
      return .closed
    }
    if disorder == .lateBeforeAnother, let held = state.withLock({ $0.held }), held.pushNumber == request.pushNumber,
      held.header("HSync-Device") == request.header("HSync-Device")
    {
      let late = exchange.pass(held)
      let answer = exchange.pass()
      state.withLock { state in
        if answer.status == 409 { state.overtaken += 1 }
        if late.status == 200 { state.passed.append(held) }
        if late.status != 200 || (held.body != request.body && answer.status != 409) {
          state.faults.append("late \(late.status), then another under the same number \(answer.status)")
        }
      }
      return answer.reply
    }
    let answer = exchange.pass()
    guard let before = try? Agreement.ledger(of: backend) else { return answer.reply }
    switch disorder {
    case .twice, .late, .lateAfterAnother, .lateBeforeAnother:
      let second = exchange.pass()
      let after = try? Agreement.ledger(of: backend)
      state.withLock { state in
        state.duplicates += 1
        if second.body != answer.body || second.status != answer.status || after != before {
          state.faults.append("a double of push \(request.pushNumber) got \(second.status) and had an effect: \(after != before)")
        }
      }
    case .replayed:
      let newest = Dictionary(state.withLock { $0.passed }.map { ($0.header("HSync-Device") ?? "", $0) }) { $1 }
      for old in state.withLock({ $0.passed }) where old.body != request.body {
        let isNewest =
          newest[old.header("HSync-Device") ?? ""]?.body == old.body && old.header("HSync-Device") != request.header("HSync-Device")
        let replay = exchange.pass(old)
        let after = try? Agreement.ledger(of: backend)
        state.withLock { state in
          if replay.status == 409 { state.stale += 1 }
          if replay.status != (isNewest ? 200 : 409) || after != before {
            state.faults.append(
              "push \(old.pushNumber) replayed after \(request.pushNumber) got \(replay.status), an effect: \(after != before)")
          }
        }
      }
    }
    if answer.status == 200 { state.withLock { $0.passed.append(request) } }
    return answer.reply
  }
}
