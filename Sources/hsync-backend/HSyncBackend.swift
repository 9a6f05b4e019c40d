import ArgumentParser
import Glibc
import HealthModel
import Usage

/// `hsync-backend`: the server that hsync syncs with.
@main
struct HSyncBackend: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hsync-backend",
    abstract: "The server that hsync syncs with: one process, one SQLite file.",
    version: Version.text,
    subcommands: [ServeCommand.self, UserCommand.self])

  /// Maps every error to a sentence, a hint and an exit code.
  static func main() async {
    // What a client hangs up on is an error to handle, not a signal to die of; and files are nobody else's.
    signal(SIGPIPE, SIG_IGN)
    umask(0o077)
    do {
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
