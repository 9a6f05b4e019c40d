import ArgumentParser
import DietPlan
import HealthDesk
import HealthModel
import Settings

/// `hsync diet show`, which is what `hsync diet` does.
struct DietShowCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a day of the plan: phase, calories left, macros, weight, streak and eating window.",
    discussion: "--svg draws the ring of the day's calories.")

  @Option(day: "today, yesterday, -2 or 2026-02-10 (default: today).")
  var day: TypedDay?

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var picture: ChartOption

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws { try picture.refuse(json: json) }

  func run() throws { try DietShowCommand.show(library.choice, day: day, json: json, picture: picture.file) }

  /// Runs the command with these values of its options. The defaults are those of the options.
  static func show(
    _ choice: LibraryChoice = LibraryChoice(path: nil, profile: nil), day: TypedDay? = nil, json: Bool = false, picture: ChartFile? = nil
  ) throws {
    let session = DietSession(try choice.open())
    let today = session.now.day
    let glance = try session.desk.glance(on: day?.day(from: today, .past) ?? today, today: today)
    if json { return Output.json(glance.day.json) }
    if let picture { return try picture.write(glance.day.ringChart) }
    glance.lines(within: Terminal.room).forEach(Output.line)
    guard glance.day.day == today else { return }
    session.desk.keepShown(glance.lesson.map { [$0] } ?? [], glance.milestones, on: today, at: session.now)
  }
}
