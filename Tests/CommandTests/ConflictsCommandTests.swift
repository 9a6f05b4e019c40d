import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync conflicts`: edits that lost against another device's.
@Suite struct ConflictsCommandTests {
  private let backend: RunningBackend
  private let phone: Household
  private let laptop: Household

  /// The phone edits a meal and deletes another; the laptop edits both later, and syncs first.
  init() throws {
    backend = try RunningBackend()
    phone = try Household()
    laptop = try Household()
    let token = try backend.addUser("ana")
    try phone.logIn(to: backend, token: token)
    try laptop.logIn(to: backend, token: token)
    for name in ["Soup", "Bread"] { try phone.hsync.run("log", "--name", name, "--kcal", "250", "--yes", "--at", "2026-02-10 12:00") }
    for person in [phone, laptop] { #expect(try person.hsync.run("sync").status == 0) }
    try phone.sqlite("UPDATE meal SET energy_kcal = 300 WHERE name = 'Soup'; DELETE FROM meal WHERE name = 'Bread'")
    // Larger versions whatever the clocks say.
    try laptop.sqlite("UPDATE sync_state SET hlc = (SELECT hlc FROM sync_state) + (3000 << 16)")
    try laptop.sqlite(
      "UPDATE meal SET energy_kcal = 400, name = 'Stew' WHERE name = 'Soup'; UPDATE meal SET energy_kcal = 9 WHERE name = 'Bread'")
    for person in [laptop, phone] { #expect(try person.hsync.run("sync").status == 0) }
  }

  private func number(of what: String) throws -> String {
    let rows = try phone.hsync.run("conflicts", "--json").lines.map { try JSON(parsing: $0) }
    return try #require(rows.first { $0["what"].string?.hasPrefix(what) == true })["n"].text
  }

  private func meals(_ person: Household) throws -> [String] {
    try person.sqlite("SELECT name || ' ' || CAST(energy_kcal AS INTEGER) FROM meal ORDER BY name").lines
  }

  @Test func whatLostIsShownBesideWhatWon() throws {
    let list = try phone.hsync.run("conflicts")
    #expect(list.lines.count == 2 && list.out.contains("deletion of Bread") && list.out.contains("lost to device"), "\(list.out)")
    let shown = try phone.hsync.run("conflicts", "show", number(of: "Soup"))
    #expect(shown.out.contains("name                   Soup  Stew\nnutrition.energy_kcal  300   400\n"), "\(shown.out)")
    let json = try JSON(parsing: phone.hsync.run("conflicts", "show", number(of: "Soup"), "--json").out)
    #expect(json["lost"]["name"].string == "Soup" && json["now"]["name"].string == "Stew")
    let deletion = try JSON(parsing: phone.hsync.run("conflicts", "show", number(of: "deletion"), "--json").out)
    #expect(deletion["lost"] == .null && deletion["now"]["name"].string == "Bread")
  }

  @Test func restoringIsAnEditThatReachesTheOthers() throws {
    let all = try phone.hsync.run("conflicts", "--json").out
    let restored = try phone.hsync.run(["conflicts", "restore", "-"], input: Array(all.utf8))
    #expect(restored.status == 0 && restored.lines.count == 2, "\(restored.err)")
    #expect(try meals(phone) == ["Soup 300"])
    for person in [phone, laptop] { #expect(try person.hsync.run("sync").status == 0) }
    #expect(try meals(laptop) == ["Soup 300"])
    #expect(try phone.hsync.run("conflicts").out.contains("restored"))
    #expect(try phone.hsync.run("undo").out == "undone: restored 2 lost edits\n")
    #expect(try meals(phone) == ["Bread 9", "Stew 400"])
  }

  @Test func forgettingIsForGood() throws {
    #expect(try phone.hsync.run("conflicts", "delete", number(of: "Soup")).out == "deleted 1 lost edit\n")
    let unasked = try phone.hsync.run("conflicts", "delete", "--all")
    #expect(unasked.status == 64 && unasked.err.contains("--yes"))
    #expect(try phone.hsync.run("conflicts", "delete", "--all", "--yes", "--json").out == "{\"forgotten\":1}\n")
    #expect(try phone.hsync.run("conflicts").out == "no local edit lost against a newer one\n")
    #expect(try meals(phone) == ["Bread 9", "Stew 400"])
  }

  @Test(
    arguments: [
      (["show", "99"], 1), (["show", "x"], 1), (["restore", "99"], 1), (["restore", "x"], 1), (["restore"], 64), (["delete"], 64),
      (["delete", "1", "--all"], 64), (["delete", "99"], 1),
    ] as [([String], Int32)])
  func badInput(arguments: [String], status: Int32) throws {
    let outcome = try phone.hsync.run(["conflicts"] + arguments)
    #expect(outcome.status == status, "\(outcome.err)")
    #expect(outcome.out.isEmpty && !outcome.err.isEmpty)
  }
}
