import Synchronization
import TestSupport
import Testing

@Suite struct Row02LostAnswers {
  /// The proxy hands each push on, and closes the connection in place of the answer the first time it sees its body.
  ///
  ///     hsync                 proxy              hsync-backend
  ///     push 7  ──────────▶   push 7  ────────▶  stored, answered
  ///             ◀── closed                ◀────
  ///     push 7  ──────────▶   push 7  ────────▶  the stored answer, nothing else
  ///             ◀────────────────────────────
  @Test func everyAnswerIsLostOnce() async throws {
    try await FaultRow(2, "the backend commits, then the connection breaks before the answer").holds {
      let backend = try RunningBackend()
      let lost = Mutex<[[UInt8]: (answer: [UInt8], ledger: String)]>([:])
      let replays = Mutex((equal: 0, different: 0))
      let proxy = try FaultProxy(to: backend.url) { exchange in
        let answer = exchange.pass()
        guard exchange.isPush else { return answer.reply }
        let ledger = (try? Agreement.ledger(of: backend)) ?? "unreadable"
        guard let first = lost.withLock({ $0.updateValue((answer.body, ledger), forKey: exchange.request.body) }) else { return .closed }
        replays.withLock { replays in
          if first == (answer.body, ledger) { replays.equal += 1 } else { replays.different += 1 }
        }
        return answer.reply
      }
      let person = try Household()
      try person.logIn(url: proxy.url, token: backend.addUser("ana"))
      let rounds = FaultScale.count(full: 30, short: 4)
      for round in 1...rounds {
        try person.addMeals(40, "r\(round)-")
        try person.execute("UPDATE meal SET energy_kcal = energy_kcal + 1 WHERE id LIKE 'r%-7'; DELETE FROM meal WHERE id = 'r\(round)-3'")
        try person.sync()
      }
      let count = try Agreement.require(backend, [person.library])
      try #require(count == rounds * 39)
      let (equal, different) = replays.withLock { $0 }
      try #require(different == 0 && equal >= rounds)
      try #require(lost.withLock { $0.count } == equal)
      return "\(equal) answers lost, each push sent again byte for byte and answered from the store, rows unchanged, \(count) records agree"
    }
  }
}
