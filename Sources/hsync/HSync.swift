import ArgumentParser
import Foundation
import HealthModel

/// The program `hsync`: its commands, and the one place where errors become words and exit codes.
@main
struct HSync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hsync",
    abstract: "Food from photos of barcodes and days from health exports, on your own machine.",
    discussion: "Everything is kept in one SQLite file; sync pushes what is new to a backend of yours.",
    version: Version.text,
    groupedSubcommands: [
      CommandGroup(name: "Food", subcommands: [Scan.self, WatchCommand.self, Log.self, Meals.self, Pending.self, Undo.self]),
      CommandGroup(name: "Health", subcommands: [Import.self, Summary.self, Weight.self, Sources.self]),
      CommandGroup(name: "The day", subcommands: [Today.self, Week.self, Plan.self]),
      CommandGroup(name: "Backend", subcommands: [Login.self, Logout.self, Sync.self, Queue.self, Conflicts.self, ScheduleCommand.self]),
      CommandGroup(
        name: "Housekeeping",
        subcommands: [
          ConfigCommand.self, Doctor.self, BackupCommand.self, RestoreCommand.self, ExportCommand.self, EventsCommand.self,
          CompletionsCommand.self,
        ]),
    ])

  static func main() async {
    Terminal.holdStreams()
    // A closed pipe is noticed where we write (Output), not by a signal in the middle of a transaction or of libcurl.
    signal(SIGPIPE, SIG_IGN)
    // The user's zone is the program's, before anything asks for a local time.
    if let zone = Configuration.atStart.zone { setenv("TZ", zone, 1) }
    var told: CommandError?
    do {
      var command = try parsed()
      told = try SettingsNeed(of: command).check()
      if var asynchronous = command as? AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      Output.flush()
    } catch {
      Output.flush()
      let isTold = told != nil && error as? CommandError == told
      Foundation.exit(isTold ? ErrorKind.configuration.exitCode : reporting(error))
    }
  }

  /// The command that is asked for, with its options.
  private static func parsed() throws -> sending any ParsableCommand {
    if let command = Shortcut.command() { return command }
    return try parseAsRoot()
  }

  /// Says on standard error what went wrong and returns the exit code for it.
  private static func reporting(_ error: any Error) -> Int32 {
    switch error {
    case let failure as Failures:
      return failure.exitCode
    case let error as any UserFacingError:
      Output.report(error)
      return error.kind.exitCode
    case is CancellationError:
      return ErrorKind.interrupted.exitCode
    default:
      let parserCode = exitCode(for: error)
      guard parserCode.rawValue != EXIT_FAILURE || error is ValidationError else {
        Output.notice("hsync: \(error)")
        return ErrorKind.software.exitCode
      }
      // The parser's own answers: help and version on stdout, usage errors on stderr.
      let text = fullMessage(for: error)
      if parserCode.isSuccess { Output.line(text) } else { Output.notice(text) }
      Output.flush()
      return parserCode.rawValue
    }
  }
}

/// The version of both programs.
enum Version {
  static let text = "0.1.0"
}
