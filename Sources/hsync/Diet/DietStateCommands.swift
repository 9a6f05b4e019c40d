import ArgumentParser
import DietPlan
import HealthDesk
import HealthModel

/// `hsync diet pause`.
struct DietPauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause the plan, such as for a holiday: days at maintenance that don't count.",
    discussion: "The plan goes on afterwards with the day on which it was paused.")

  @Option(day: "The first day of the pause (default: today).")
  var from: TypedDay?

  @Option(day: "The last day of the pause (default: until hsync diet resume).")
  var to: TypedDay?

  @Flag(help: "Print the day as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let session = try DietSession(library)
    let today = session.now.day
    let first = from?.day(from: today, .future) ?? today
    let last = to?.day(from: first, .future)
    if let last, last < first { throw ValidationError("--from is after --to.") }
    try session.desk.pause(from: first, through: last, at: session.now)
    if json { return Output.json(try session.glance().day.json) }
    let end = last.map { "to \($0)" } ?? "until you resume it: hsync diet resume"
    Output.line("paused from \(first) \(end)")
  }
}

/// `hsync diet resume`.
struct DietResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "resume", abstract: "Continue a paused plan today.")

  @Flag(help: "Print the day as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let session = try DietSession(library)
    try session.desk.resume(at: session.now)
    let day = try session.glance().day
    if json { return Output.json(day.json) }
    Output.line("resumed: \(DietWords.headline(day))")
  }
}

/// `hsync diet stop`.
struct DietStopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Stop the plan: today is the first day without it.",
    discussion: "Its days stay in the history; hsync diet setup starts a new one.")

  @Flag(help: "Print the day as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let session = try DietSession(library)
    try session.desk.stop(at: session.now)
    if json { return Output.json(try session.glance().day.json) }
    Output.line("stopped the plan; start anew: hsync diet setup")
  }
}
