import ArgumentParser
import HealthDesk
import HealthModel

/// `hsync plan copy-week [FROM] [TO]`.
struct PlanCopyWeekCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy-week", abstract: "Copy the plan of one week to another.", usage: "hsync plan copy-week [FROM] [TO] [--json]",
    discussion: """
      Without arguments, copies this week to the next. Items and notes that the other week already has are kept. Weekly items aren't \
      copied: they repeat anyway.
      """
  )

  // Unrecognised, because the parser takes -1 for an option.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "The week to copy from (default: this week), and the week to copy to (default: the one after it).", valueName: "week"))
  var words: [String] = []

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws { _ = try WeekArgument.all(of: words, most: 2) }

  func run() throws {
    let session = try PlanSession(library)
    let weeks = try WeekArgument.all(of: words, most: 2).map { try $0.week(from: session.now.day) }
    let from = weeks.first ?? session.week
    let to = weeks.count > 1 ? weeks[1] : from.adding(1)
    guard from != to else { throw CommandError(.usage, "\(from) can't be copied to itself", hint: "hsync plan copy-week this next") }
    let (items, notes) = try session.desk.copyWeek(from: from, to: to)
    if json {
      return Output.json(
        .object([
          ("from", .string(from.description)), ("to", .string(to.description)), ("items", .array(items.map(\.json))),
          ("notes", .array(notes.map { .string($0.description) })),
        ]))
    }
    guard !items.isEmpty || !notes.isEmpty else {
      return Output.line("nothing to copy: \(to) already has everything from \(from)")
    }
    let what = [items.isEmpty ? nil : Quantity.count(items.count, "item"), notes.isEmpty ? nil : Quantity.count(notes.count, "note")]
    Output.line("copied \(what.compactMap(\.self).joined(separator: " and ")) from \(from) to \(to)")
  }
}
