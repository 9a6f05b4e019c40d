import Allocator
import ArgumentParser
import HealthModel
import Usage

/// `hsync-web`: the pages of a library, for a browser. `hsync serve` starts it.
@main
struct HSyncWeb: ServingProgram {
  static let configuration = CommandConfiguration(
    commandName: "hsync-web",
    abstract: "Serve the pages of the hsync companion from your own machine.",
    version: Version.text,
    subcommands: [ServeCommand.self, DevicesCommand.self, TokensCommand.self],
    defaultSubcommand: ServeCommand.self)

  static func main() async { await serve() }

  /// Pages that are made on many threads would leave freed memory in as many heaps.
  static func prepare() { Allocator.returnFreedMemory() }

  /// Prints an error under the name `hsync`, the command that users started.
  static func complain(_ error: any UserFacingError) { StandardStreams.complain(error, of: "hsync", advice: error.advice) }
}
