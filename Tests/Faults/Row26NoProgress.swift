import Synchronization
import TestSupport
import Testing

@Suite struct Row26NoProgress {
  /// A backend that says "fine" and takes nothing, the kind of success that stalls a sync for weeks without a word.
  @Test func aSuccessThatMovesNothingIsAFailureAfterThreeRuns() async throws {
    try await FaultRow(26, "200 with accepted 0, run after run").holds {
      let backend = try RunningBackend()
      let isIdle = Mutex(true)
      let proxy = try FaultProxy(to: backend.url) { exchange in
        guard exchange.isPush, isIdle.withLock({ $0 }) else { return exchange.pass().reply }
        return .text(#"{"push":\#(exchange.request.pushNumber),"accepted":0}"#)
      }
      let person = try Household()
      try person.logIn(url: proxy.url, token: backend.addUser("ana"))
      try person.addMeals(10)
      var codes: [String] = []
      for status in [75, 75, 69] as [Int32] {
        try person.sync(ends: status)
        codes.append(try person.lastErrorCode())
        try #require(try person.value("SELECT count(*) FROM outbox") == "10")
      }
      try #require(codes == ["bad_response", "bad_response", "no_progress"], "\(codes)")
      let status = try person.hsync.run("sync", "status").out
      try #require(status.contains("took none of the waiting records"), "\(status)")
      isIdle.withLock { $0 = false }
      try person.sync()
      try #require(try person.lastErrorCode() == "")
      try #require(try Agreement.require(backend, [person.library]) == 10)
      return "the third run ends with no_progress, shown by hsync sync status; then all agree"
    }
  }
}
