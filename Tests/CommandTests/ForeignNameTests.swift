import Foundation
import HealthModel
import TestSupport
import Testing

/// Names from elsewhere never control the terminal.
@Suite struct ForeignNameTests {
  private let name = "So\u{1B}[31mup\n\u{202E}lamron\u{2066}\u{9B}2J"

  @Test func controlAndBidirectionalCharactersAreShownAsQuestionMarks() throws {
    let person = try Household()
    let logged = try person.hsync.run("log", "--name", name, "--kcal", "12")
    #expect(logged.status == 0 && logged.lines.count == 1, "\(logged.out)")
    try #require(person.hsync.run("plan", "add", "workout", "Run \u{202E}x").status == 0)
    let id = try JSON(parsing: person.hsync.run("meals", "--json").out)["meals"].array?.first?["id"].string ?? ""
    let commands = [
      ["today"], ["meals"], ["week"], ["plan"], ["meals", "edit", id, "--kcal", "13"], ["meals", "delete", id], ["undo"],
      ["today", "--json"], ["meals", "--json"], ["plan", "--json", "--items"], ["today", "--color=always"],
    ]
    for command in commands {
      let outcome = try person.hsync.run(command)
      let text = outcome.out + outcome.err
      #expect(outcome.status == 0, "\(command): \(text)")
      let foreign = text.replacing(/\u{1B}\[\d+m/, with: "").unicodeScalars.filter { $0 != "\n" && $0.steersTerminal }
      #expect(foreign.isEmpty && !text.contains("\u{1B}[31m"), "\(command): \(text.debugDescription)")
    }
    #expect(logged.out.hasPrefix("logged So?[31mup??lamron??2J"), "\(logged.out.debugDescription)")
  }

  @Test func jsonIsTheSameDataEscaped() throws {
    let person = try Household()
    let outcome = try person.hsync.run("log", "--name", name, "--kcal", "12", "--json")
    #expect(outcome.out.contains("\\u202e") && outcome.out.contains("\\u009b"))
    #expect(try JSON(parsing: outcome.out)["name"].string == name)
  }
}
