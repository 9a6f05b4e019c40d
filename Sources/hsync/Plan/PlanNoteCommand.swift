import ArgumentParser
import Foundation
import HealthDesk
import HealthModel
import WeekPlan

/// `hsync plan note [TEXT…]`.
struct PlanNoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Show or write the note of a day.", discussion: "Without a text, shows the note.")

  @Argument(help: "The new text of the note; - reads it from standard input.")
  var text: [String] = []

  @Option(day: "mon … sun, today, tomorrow, +2, -1 or 2026-02-10 (default: today).", completion: .planDays)
  var day: TypedDay?

  @Flag(help: "Delete the note.")
  var delete = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if delete, !text.isEmpty { throw ValidationError("Give a text or --delete, not both.") }
  }

  func run() throws {
    let session = try PlanSession(library, week: week)
    let day = session.day(day)
    let name = PlanDates.day(day, beside: session.now.day)
    if delete {
      return show(nil, of: day, try session.desk.setNote("", on: day) ? ["removed the note of \(name)"] : ["\(name) has no note"])
    }
    guard !text.isEmpty else {
      guard let note = try session.desk.note(of: day) else {
        if json { return show(nil, of: day, []) }
        throw CommandError(.no, "\(name) has no note", hint: "write one: hsync plan note TEXT")
      }
      return show(note, of: day, note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init))
    }
    let note = try PlanTitle.trimmed(text == ["-"] ? InputText(of: "-").text : text.joined(separator: " "))
    guard !note.isEmpty else { throw CommandError(.usage, "the note is empty", hint: "to remove one: hsync plan note --delete") }
    show(note, of: day, try session.desk.setNote(note, on: day) ? ["noted on \(name)"] : ["\(name) has that note"])
  }

  private func show(_ note: String?, of day: Day, _ lines: [String]) {
    if json { return Output.json(.object([("day", .string(day.description)), ("note", JSON(note))])) }
    lines.forEach(Output.line)
  }
}
