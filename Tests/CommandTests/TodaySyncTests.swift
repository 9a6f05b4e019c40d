import Foundation
import HealthModel
import Synchronization
import TestSupport
import Testing

/// The sync line of `hsync today`, its refresh of stale data, and the setup of tokens and budgets.
@Suite struct TodaySyncTests {
  private func writeConfiguration(_ text: String, of person: Household) throws {
    try FileManager.default.createDirectory(atPath: person.home.file(".config/hsync"), withIntermediateDirectories: true)
    try person.home.write(Array(text.utf8), to: ".config/hsync/config.toml")
  }

  @Test func aFailingTimerShowsUntilARunEndsWell() throws {
    let isBroken = Mutex(true)
    let server = try LoopbackServer { request in
      if isBroken.withLock({ $0 }) { return .text("{}", status: 403) }
      return request.path == "/v1/sync/device" ? .text("{}", status: 404) : .text(#"{"changes":[],"next":"e.1","more":false}"#)
    }
    let person = try Household()
    isBroken.withLock { $0 = false }
    #expect(try person.hsync.run(["login", "--url", server.baseURL, "--token-stdin"], input: Array("t".utf8)).status == 0)
    #expect(try !person.hsync.run("today").out.contains("sync has failed"))
    isBroken.withLock { $0 = true }
    #expect(try person.hsync.run("sync", "--timer").status == 77)
    let shown = try person.hsync.run("today")
    #expect(shown.status == 0)
    let line = try #require(shown.lines.first { $0.hasPrefix("sync has failed since ") })
    #expect(line.hasSuffix(": the backend doesn't allow this account to sync"))
    let failure = try JSON(parsing: person.hsync.run("today", "--json").out)["sync_failure"]
    #expect(failure.members?.map(\.key) == ["code", "message", "since_ms"])
    #expect(failure["code"].string == "forbidden")
    isBroken.withLock { $0 = false }
    #expect(try person.hsync.run("sync").status == 0)
    #expect(try !person.hsync.run("today").out.contains("sync has failed"))
    #expect(try JSON(parsing: person.hsync.run("today", "--json").out)["sync_failure"].isNull)
  }

  @Test func aRefreshSyncsAtMostOnceAMinuteAndHidesNothing() throws {
    let backend = try RunningBackend()
    let person = try Household()
    let other = try Household()
    let token = try backend.addUser("ana")
    try person.logIn(to: backend, token: token)
    try other.logIn(to: backend, token: token)
    #expect(try other.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    #expect(try other.hsync.run("sync").status == 0)
    #expect(try !person.hsync.run("today").out.contains("Soup"))
    #expect(try person.hsync.run("today", "--refresh").out.contains("Soup"))
    #expect(try other.hsync.run("log", "--name", "Bread", "--kcal", "250").status == 0)
    #expect(try other.hsync.run("sync").status == 0)
    let early = try person.hsync.run("today", "--refresh")
    #expect(early.status == 0 && early.err == "" && !early.out.contains("Bread"))
    #expect(try person.sqlite("SELECT group_concat(reason) FROM sync_run").out == "refresh\n")
    // By the configuration, with the minute over.
    try writeConfiguration("[sync]\nrefresh_today = true\n", of: person)
    _ = try person.sqlite("DELETE FROM notebook WHERE name = 'foreground_refresh'")
    #expect(try person.hsync.run("today").out.contains("Bread"))
    _ = try person.sqlite("DELETE FROM notebook WHERE name = 'foreground_refresh'")
    backend.crash()
    let away = try person.hsync.run("today")
    #expect(away.status == 0)
    #expect(away.out.contains("Bread"))
    #expect(away.err.split(separator: "\n").count == 1 && away.err.hasPrefix("hsync: "), "\(away.err)")
    _ = try person.sqlite("DELETE FROM notebook WHERE name = 'foreground_refresh'")
    #expect(try person.hsync.run("today", "--no-refresh").err == "")
  }

  @Test func withoutABackendARefreshSaysNothing() throws {
    let outcome = try Household().hsync.run("today", "--refresh")
    #expect(outcome.status == 0)
    #expect(outcome.err == "")
  }

  @Test func aTokenThatEndsIsRenewedOnTheWay() throws {
    let backend = try RunningBackend()
    let person = try Household()
    let pair = try backend.program.run("user", "add", "ana", "--lifetime", "30d", "--data", backend.folder.file("data"))
    #expect(pair.status == 0, "\(pair.err)")
    let token = try #require(try JSON(parsing: pair.out)["token"].string)
    #expect(try person.hsync.run(["login", "--url", backend.url, "--token-stdin"], input: Array(pair.out.utf8)).status == 0)
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    let database = Program("/usr/bin/sqlite3", home: backend.folder)
    #expect(try database.run("-batch", "-cmd", ".timeout 20000", backend.database, "UPDATE token SET expires_at_ms = 1").status == 0)
    let outcome = try person.hsync.run("sync", "--timer")
    #expect(outcome.out == "Sync Complete: Synced 1 record\n", "\(outcome.err)")
    let account = try JSON(parsing: String(decoding: ProjectFiles.bytes(person.library + ".account"), as: UTF8.self))
    #expect(account["token"].string != token)
    #expect(account["refresh_token"].string != nil)
    #expect(try person.hsync.run("sync").status == 0)
  }

  @Test func jsonWithoutATokenIsRefusedWithoutShowingIt() throws {
    let outcome = try Household().hsync.run(
      ["login", "--url", "https://x.example", "--token-stdin"], input: Array(#"{"tokens":"s3cret"}"#.utf8))
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("no token") && !outcome.err.contains("s3cret"))
  }

  @Test(arguments: [#""20 parsecs""#, "-1", "0", #""1.2.3MB""#, "true"])
  func aBudgetThatIsNoNumberOfBytesIsAConfigurationError(value: String) throws {
    let person = try Household()
    try writeConfiguration("[sync]\ndaily_bytes = \(value)\n", of: person)
    let outcome = try person.hsync.run("sync")
    #expect(outcome.status == 78)
    #expect(outcome.err.contains("daily_bytes in"))
    // The day is shown all the same.
    #expect(try person.hsync.run("today").status == 0)
  }

  @Test(arguments: [("1", true), (#""500 kB""#, false), (#""1.5GiB""#, false)])
  func aTimerHeedsTheBudgetAndAPersonDoesNot(value: String, isUsedUp: Bool) throws {
    let backend = try RunningBackend()
    let person = try Household()
    try person.logIn(to: backend)
    try writeConfiguration("[sync]\ndaily_bytes = \(value)\n", of: person)
    #expect(try person.hsync.run("sync").status == 0)
    let timer = try person.hsync.run("sync", "--timer")
    #expect(timer.status == (isUsedUp ? 75 : 0), "\(timer.err)")
    if isUsedUp {
      #expect(timer.err.contains("today's budget of 1 byte is used up; next attempt at 00:00"))
      #expect(try person.hsync.run("today").out.contains("sync waits until "))
    }
    #expect(try person.hsync.run("sync").status == 0)
  }
}
