import Foundation
import HealthModel
import TestSupport
import Testing

/// The promise of the main job: whatever dies when, what was logged reaches the backend once.
@Suite(.serialized) struct PromiseTests {
  /// `hsync sync` is killed with SIGKILL at 200 random moments while meals are added, changed and deleted by `hsync` and by the bare
  /// `sqlite3` shell; the backend too is killed and started again on the way.
  @Test func killingSyncLosesAndDuplicatesNothing() throws {
    let person = try Household()
    let data = try TemporaryFolder()
    var backend = try RunningBackend(data: data)
    let port = try #require(Int(backend.url.split(separator: ":").last ?? ""))
    try person.logIn(to: backend)
    #expect(try person.hsync.run("log", "--name", "first", "--kcal", "1").status == 0)
    var random = SystemRandomNumberGenerator()
    for round in 1...200 {
      let sync = try person.hsync.start(["sync"])
      if round % 2 == 0 {
        try person.sqlite("INSERT INTO meal(name, energy_kcal) VALUES ('shell \(round)', \(round))")
      } else {
        #expect(try person.hsync.run("log", "--name", "hsync \(round)", "--kcal", "\(round)").status == 0)
      }
      switch round % 10 {
      case 3: try person.sqlite("UPDATE meal SET energy_kcal = energy_kcal + 1 WHERE id = (SELECT min(id) FROM meal)")
      case 7: try person.sqlite("DELETE FROM meal WHERE id = (SELECT max(id) FROM meal)")
      default: break
      }
      // Not a wait for something to happen: the moment of death is what is varied.
      poll(nil, 0, Int32.random(in: 0...60, using: &random))
      sync.signal(SIGKILL)
      _ = sync.wait()
      if round % 50 == 0 {
        backend.crash()
        backend = try RunningBackend(data: data, port: port)
      }
    }
    let last = try person.hsync.run("sync")
    #expect(last.status == 0, "\(last.err)")
    #expect(try person.sqlite("SELECT count(*) FROM outbox").out == "0\n")
    #expect(try person.sqlite("SELECT count(*) FROM in_flight").out == "0\n")
    #expect(try person.sqlite("PRAGMA integrity_check").out == "ok\n")

    let here = try person.sqlite("SELECT id, name, CAST(energy_kcal AS INTEGER) FROM meal ORDER BY id").lines
    let there = try Program("/usr/bin/sqlite3", home: person.home).run(
      backend.database,
      """
      SELECT id, json_extract(body, '$.name'), CAST(json_extract(body, '$.nutrition.energy_kcal') AS INTEGER) FROM rec
      WHERE kind = 'meal' AND body IS NOT NULL ORDER BY id
      """
    ).lines
    #expect(here.count > 150)
    #expect(here == there)
  }

  /// What the first device logged, the second has after a sync; what it changed comes back.
  @Test func aSecondDeviceHasTheMeals() throws {
    let backend = try RunningBackend()
    let token = try backend.addUser("ana")
    let phone = try Household()
    let laptop = try Household()
    try phone.logIn(to: backend, token: token)
    try laptop.logIn(to: backend, token: token)
    #expect(try phone.hsync.run("log", "--name", "Soup", "--kcal", "250", "--at", "2026-02-10 12:00").status == 0)
    #expect(try phone.hsync.run("sync").status == 0)
    #expect(try laptop.hsync.run("sync").status == 0)
    #expect(try laptop.hsync.run("meals", "2026-02-10", "--json").out == phone.hsync.run("meals", "2026-02-10", "--json").out)
    let id = try laptop.sqlite("SELECT id FROM meal").out.trimmingCharacters(in: .newlines)
    #expect(try laptop.hsync.run("meals", "edit", id, "--kcal", "300").status == 0)
    #expect(try laptop.hsync.run("sync").status == 0)
    #expect(try phone.hsync.run("sync").status == 0)
    #expect(try phone.sqlite("SELECT energy_kcal FROM meal").out.hasPrefix("300"))
  }

  /// A stranger with a token of his own sees nothing of it.
  @Test func usersDontSeeEachOther() throws {
    let backend = try RunningBackend()
    let ana = try Household()
    let ben = try Household()
    try ana.logIn(to: backend)
    try ben.logIn(to: backend)
    #expect(try ana.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    #expect(try ana.hsync.run("sync").status == 0)
    #expect(try ben.hsync.run("sync").status == 0)
    #expect(try ben.sqlite("SELECT count(*) FROM meal").out == "0\n")
  }
}
