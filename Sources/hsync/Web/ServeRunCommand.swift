import ArgumentParser
import Foundation
import Settings

/// `hsync serve [run]`: becomes `hsync-web`, which has the web server in it, so that no other command has.
struct ServeRunCommand: ParsableCommand, IgnoringSettings {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Serve the pages; takes all options and commands of hsync-web.")

  @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("Options and commands of hsync-web.", valueName: "option"))
  var arguments: [String] = []

  func run() throws {
    let program = try ServeRunCommand.program(Paths())
    Output.flush()
    // `serve` is what it does unless told otherwise, but its help is that of all commands unless it is named.
    let isCommand = arguments.first.map { !$0.hasPrefix("-") } ?? false
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + (isCommand ? [] : ["serve"]) + arguments).map { strdup($0) }
    words.append(nil)
    execv(program, words)
    let reason = String(cString: strerror(errno))
    throw CommandError(.unavailable, "can't start \(program): \(reason)", hint: "install hsync-web again")
  }

  /// The path of `hsync-web`: beside this program, else in PATH.
  private static func program(_ paths: Paths) throws(CommandError) -> String {
    let beside = ProgramPath.own.map { ($0 as NSString).deletingLastPathComponent + "/hsync-web" }
    let candidates = [beside].compactMap(\.self) + ProgramPath.candidates("hsync-web", paths)
    if let path = candidates.first(where: ProgramPath.canRun) { return path }
    throw CommandError(
      .unavailable, "the program hsync-web isn't installed", hint: "put it beside hsync, or into a folder of PATH")
  }
}
