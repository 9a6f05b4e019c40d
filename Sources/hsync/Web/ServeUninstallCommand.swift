import ArgumentParser
import HealthModel

/// `hsync serve uninstall`.
struct ServeUninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Stop and remove the service; paired browsers stay paired.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let isRemoved = try WebService().remove()
    if json { return Output.json(.object([("removed", .bool(isRemoved))])) }
    guard isRemoved else { throw CommandError(.no, "no service is installed") }
    Output.line("the service is removed")
  }
}
