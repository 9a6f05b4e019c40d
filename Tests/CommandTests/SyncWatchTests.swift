import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync sync --watch` as it is typed, and `hsync sync status` beside it.
@Suite struct SyncWatchTests {
  private func waits(for what: String, _ isSo: () throws -> Bool) throws {
    #expect(try comesTrue(isSo), "never: \(what)")
  }

  @Test func editsReachTheBackendAndSignalsEndIt() throws {
    let backend = try RunningBackend()
    let person = try Household()
    try person.logIn(to: backend)
    let watch = try person.hsync.start(["sync", "--watch", "--json"])
    defer { watch.signal(SIGKILL) }
    func runs() throws -> [String] { try person.sqlite("SELECT reason || ' ' || pushed FROM sync_run WHERE ended IS NOT NULL").lines }
    try waits(for: "the first run") { try runs() == ["watch 0"] }
    try person.sqlite("INSERT INTO meal(name) VALUES ('Soup')")
    #expect(try person.hsync.run("log", "--name", "Bread", "--kcal", "250").status == 0)
    try waits(for: "the edits' run") { try runs().count == 2 }
    #expect(try runs() == ["watch 0", "watch 2"])
    try waits(for: "its line") { watch.outSoFar.hasSuffix("\n") }
    let line = try JSON(parsing: watch.outSoFar)
    #expect(line["cause"].string == "change" && line["pushed"].int == 2 && line["error"] == .null)
    watch.signal(SIGTERM)
    let outcome = watch.wait()
    #expect(outcome.status == 0, "\(outcome.err)")
    // A run in which nothing happened, like the first, is not worth a line.
    #expect(outcome.lines.count == 1)
    #expect(try person.sqlite("SELECT count(*) FROM outbox").out == "0\n")
  }

  @Test func aFailureIsToldOnceAndItsEnd() throws {
    let data = try TemporaryFolder()
    var backend: RunningBackend? = try RunningBackend(data: data)
    let url = try #require(backend?.url)
    let person = try Household()
    try person.logIn(to: #require(backend))
    backend?.crash()
    backend = nil
    let watch = try person.hsync.start(["sync", "--watch", "--every", "1m"])
    defer { watch.signal(SIGKILL) }
    func failures() throws -> Int {
      Int(try person.sqlite("SELECT count(*) FROM sync_run WHERE error_code IS NOT NULL").out.trimmingCharacters(in: .newlines)) ?? 0
    }
    try waits(for: "two failures") { try failures() >= 2 }
    #expect(try person.hsync.run("sync", "status").out.contains("failing"))
    backend = try RunningBackend(data: data, port: #require(Int(url.split(separator: ":").last ?? "")))
    try waits(for: "the end of the failures") { watch.outSoFar.contains("syncing again") }
    watch.signal(SIGINT)
    let outcome = watch.wait()
    #expect(outcome.status == 0)
    #expect(outcome.err.components(separatedBy: "Sync Failed").count == 2, "\(outcome.err)")
    withExtendedLifetime(backend) {}
  }

  @Test(
    arguments: [
      (["--watch"], 78), (["--every", "5m"], 64), (["--watch", "--timer"], 64), (["--watch", "--every", "25h"], 64),
      (["--watch", "--every", "0m"], 64), (["--watch", "--every", "soon"], 64),
    ] as [([String], Int32)])
  func badInput(arguments: [String], status: Int32) throws {
    let outcome = try Household().hsync.run(["sync"] + arguments)
    #expect(outcome.status == status, "\(outcome.err)")
  }

  @Test func theStatusTellsWhatIsSo() throws {
    let backend = try RunningBackend()
    let person = try Household()
    #expect(try person.hsync.run("sync", "status").out.contains("backend    none: hsync login --url URL"))
    try person.logIn(to: backend)
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    #expect(try person.hsync.run("sync", "status").out.contains("Never synced"))
    #expect(try person.hsync.run("sync").status == 0)
    let status = try person.hsync.run("sync", "status").out
    for word in ["by hand: 1 sent, 0 received", "waiting    nothing", "today      "] { #expect(status.contains(word), "\(status)") }
    #expect(try person.hsync.run("logout").status == 0)
    #expect(try person.hsync.run("sync", "status").out.contains("signed out: hsync login"))
  }
}
