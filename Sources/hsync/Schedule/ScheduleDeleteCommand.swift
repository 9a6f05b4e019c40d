import ArgumentParser
import HealthModel

/// `hsync schedule delete`.
struct ScheduleDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Take the schedule away; nothing of it stays. A run that is going on finishes.")

  @Flag(help: "One JSON document.")
  var json = false

  func run() throws {
    let isRemoved = try Schedule().remove()
    if json { return Output.json(.object([("removed", .bool(isRemoved))])) }
    guard isRemoved else { throw CommandError(.no, "no schedule is installed") }
    Output.line("the schedule is removed")
  }
}
