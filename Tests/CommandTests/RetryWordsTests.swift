import Foundation
import HealthModel
import TestSupport
import Testing

/// A next attempt is announced where something makes it.
@Suite struct RetryWordsTests {
  private let person: Household
  private let server: LoopbackServer

  init() throws {
    person = try Household()
    server = try LoopbackServer { _ in .text("{}", status: 429, headers: [("Retry-After", "3600")]) }
    try person.logIn(url: server.baseURL, token: "t")
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
  }

  @Test func byHandTheUserTriesAgain() throws {
    for _ in 1...2 {
      let outcome = try person.hsync.run("sync")
      #expect(outcome.status == 75)
      #expect(outcome.err.contains("; try again after ") && !outcome.err.contains("next attempt"), "\(outcome.err)")
    }
    let status = try person.hsync.run("sync", "status").out
    #expect(status.contains("not before ") && !status.contains("next try") && !status.contains("by a timer"), "\(status)")
    // For programs the time stands there whoever makes the attempt.
    #expect(try JSON(parsing: person.hsync.run("sync", "status", "--json").out)["next_attempt_ms"].int != nil)
  }

  @Test func aTimerMakesTheNextAttempt() throws {
    let outcome = try person.hsync.run("sync", "--timer")
    #expect(outcome.status == 75)
    #expect(outcome.err.contains("; next attempt at "), "\(outcome.err)")
  }

  /// Another process that watches makes it, as long as it runs.
  @Test func anObserverMakesTheNextAttempt() throws {
    let watch = try person.hsync.start(["sync", "--watch"])
    _ = comesTrue { watch.errSoFar.contains("429") || watch.errSoFar.contains("wait") }
    let status = try person.hsync.run("sync", "status").out
    let byHand = try person.hsync.run("sync")
    watch.signal(SIGINT)
    _ = watch.wait()
    #expect(status.contains("next try") && status.contains("by hsync sync --watch"), "\(status)")
    #expect(byHand.status == 75 && (byHand.err.contains("; next attempt at ") || byHand.err.contains("Syncing")), "\(byHand.err)")
    #expect(try person.hsync.run("sync", "status").out.contains("not before "))
  }
}
