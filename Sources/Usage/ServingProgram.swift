import ArgumentParser
import Glibc
import HealthModel

/// A program that serves until it is told to end.
package protocol ServingProgram: AsyncParsableCommand {
  /// Prepares the process before the command line is read.
  static func prepare()
  /// Writes an error in the program's words.
  static func complain(_ error: any UserFacingError)
}

extension ServingProgram {
  package static func prepare() {}

  /// Runs the command line, and maps every error to a sentence, a hint and an exit code.
  package static func serve() async {
    // Writing to a closed connection is an error to handle, not a fatal signal; new files are readable by their owner only.
    signal(SIGPIPE, SIG_IGN)
    umask(0o077)
    prepare()
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as any UserFacingError {
      complain(error)
      Glibc.exit(error.kind.exitCode)
    } catch  where exitCode(for: error) == .validationFailure {
      complain(UsageError(error, arguments: Array(CommandLine.arguments.dropFirst()), of: Self.self))
      Glibc.exit(ErrorKind.usage.exitCode)
    } catch {
      exit(withError: error)
    }
  }
}
