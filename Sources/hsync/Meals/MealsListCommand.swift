import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync meals [DAY]`.
struct MealsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List a day's meals with their totals.",
    usage: "hsync meals [DAY] [--json]\nhsync meals --from DAY [--to DAY] [--json]")

  // Unrecognised, because the parser takes -1 for an option.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("today, yesterday, -2, monday or 2026-02-10 (default: today).", valueName: "day"),
    completion: .days)
  var words: [String] = []

  @Option(day: "The first of several days; -7 is a week ago.")
  var from: TypedDay?

  @Option(day: "The last of several days (default: today).")
  var to: TypedDay?

  @Flag(help: "Print one JSON object per day, each on its own line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if try TypedDay.only(of: words) != nil, from != nil || to != nil { throw ValidationError("Give one day, or --from and --to.") }
    if to != nil, from == nil { throw ValidationError("--to goes with --from.") }
  }

  func run() throws {
    let today = LocalClock.now.day
    let first = try (from ?? TypedDay.only(of: words))?.day ?? today
    let last = from == nil ? first : to?.day ?? today
    guard first <= last else { throw ValidationError("--from is after --to.") }
    let diary = try Diary(library.open())
    let menus = try diary.menus(from: first, through: last)
    for menu in menus {
      if json { Output.json(menu.json) } else { menu.lines.forEach(Output.line) }
    }
    if menus.isEmpty, first < last, !json {
      Output.line("nothing logged from \(first) to \(last)" + NewestDay.words(try diary.newestDay()))
    }
  }
}
