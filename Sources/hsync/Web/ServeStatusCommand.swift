import ArgumentParser

/// `hsync serve status`.
struct ServeStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show whether the service runs, and its address.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let state = try WebService().state()
    if json { return Output.json(WebService.State.json(state)) }
    if let state { state.lines.forEach(Output.line) } else { Output.line("no service is installed: hsync serve install") }
  }
}
