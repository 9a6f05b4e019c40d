import ArgumentParser
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync weight list`.
struct WeightListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List weights by day.")

  @Option(day: "The first day; -30 is 30 days ago, the default.")
  var from: TypedDay?

  @Option(day: "The last day (default: today).")
  var to: TypedDay?

  @Flag(help: "Print one JSON object per day, each on its own line.")
  var json = false

  @OptionGroup var picture: ChartOption

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws { try picture.refuse(json: json) }

  func run() throws {
    let last = to?.day ?? LocalClock.now.day
    let first = from?.day ?? last.adding(-30)
    guard first <= last else { throw ValidationError("--from is after --to.") }
    let diary = try WeightLog(following: Configuration.atStart.health, in: library.open())
    if let file = picture.file { return try file.write(WeightPicture(diary, from: first, through: last).chart) }
    let entries = try diary.entries(from: first, through: last)
    if json { return entries.forEach { Output.json($0.json) } }
    if entries.isEmpty {
      return Output.line("no weight from \(first) to \(last)" + NewestDay.words(try diary.latest(1).first?.day))
    }
    if Terminal.isTerminal(STDOUT_FILENO), entries.count > 2 { Output.line(Sparkline(entries.map(\.kg)).text) }
    var columns = Columns([.left, .right, .left])
    for entry in entries {
      columns.add([entry.day.title, Quantity.weight(entry.kg), entry.source == "user" ? "" : entry.source])
    }
    columns.lines().forEach(Output.line)
  }
}
