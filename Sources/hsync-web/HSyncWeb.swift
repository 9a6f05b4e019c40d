import ArgumentParser
import Glibc
import HealthModel
import Settings
import Usage

/// `hsync-web`: the pages of a library, for a browser. `hsync serve` starts it.
@main
struct HSyncWeb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hsync-web",
    abstract: "The day as pages for a browser, from your own machine.",
    version: Version.text,
    subcommands: [ServeCommand.self, DevicesCommand.self],
    defaultSubcommand: ServeCommand.self)

  /// Maps every error to a sentence, a hint and an exit code.
  static func main() async {
    // What a browser hangs up on is an error to handle, not a signal to die of; and files are nobody else's.
    signal(SIGPIPE, SIG_IGN)
    umask(0o077)
    do {
      // The user's zone is the program's, before anything asks for a local time.
      if let zone = Configuration.read(Paths()).settings.zone { setenv("TZ", zone, 1) }
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as any UserFacingError {
      StandardStreams.complain(error)
      Glibc.exit(error.kind.exitCode)
    } catch  where exitCode(for: error) == .validationFailure {
      StandardStreams.complain(UsageError(error, arguments: Array(CommandLine.arguments.dropFirst()), of: Self.self))
      Glibc.exit(ErrorKind.usage.exitCode)
    } catch {
      exit(withError: error)
    }
  }
}
