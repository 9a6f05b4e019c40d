import ArgumentParser
import HealthModel

/// `hsync schedule status`.
struct ScheduleStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the schedule, its next run, and how the last one ended.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let state = try Schedule().state()
    if json { return Output.json(ScheduleState.json(state)) }
    if let state { state.lines.forEach(Output.line) } else { Output.line("no schedule is installed: hsync schedule install") }
  }
}
