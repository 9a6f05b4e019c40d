import Foundation
import HealthModel
import TestSupport
import Testing

/// The core promise: entries logged on one device reach the others. `Tests/Faults` covers failures on the way.
@Suite(.serialized) struct PromiseTests {
  /// A meal logged on the first device is on the second after a sync; changes made there come back.
  @Test func aSecondDeviceHasTheMeals() throws {
    let backend = try RunningBackend()
    let token = try backend.addUser("ana")
    let phone = try Household()
    let laptop = try Household()
    try phone.logIn(to: backend, token: token)
    try laptop.logIn(to: backend, token: token)
    #expect(try phone.hsync.run("log", "--name", "Soup", "--kcal", "250", "--yes", "--at", "2026-02-10 12:00").status == 0)
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
