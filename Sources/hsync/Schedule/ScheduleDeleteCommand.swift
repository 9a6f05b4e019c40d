import ArgumentParser
import HealthModel

/// `hsync schedule delete`.
struct ScheduleDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Remove the schedule. A run in progress finishes.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let isRemoved = try Schedule().remove()
    if json { return Output.json(.object([("removed", .bool(isRemoved))])) }
    guard isRemoved else { throw CommandError(.no, "no schedule is installed") }
    Output.line("the schedule is removed")
  }
}
