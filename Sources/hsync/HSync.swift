import ArgumentParser
import Foundation
import HealthModel
import Settings
import Usage

/// The program `hsync`: its commands, and the one place where errors become words and exit codes.
@main
struct HSync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hsync",
    abstract: "Log food from photos of barcodes and summarise health exports by day, on your own machine.",
    discussion: """
      Everything is stored in one SQLite file; hsync sync pushes new records to your own backend. Every command accepts \
      --color=always|auto|never.
      """,
    version: Version.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Food",
        subcommands: [
          ScanCommand.self, WatchCommand.self, LogCommand.self, FoodsCommand.self, MealsCommand.self, PendingCommand.self, UndoCommand.self,
        ]),
      CommandGroup(name: "Health", subcommands: [ImportCommand.self, SummaryCommand.self, WeightCommand.self, SourcesCommand.self]),
      CommandGroup(
        name: "Day and plan",
        subcommands: [
          TodayCommand.self, WeekCommand.self, PlanCommand.self, DietCommand.self, GoCommand.self, LaundryCommand.self,
          NoticesCommand.self, ServeCommand.self, MCPCommand.self,
        ]),
      CommandGroup(
        name: "Backend",
        subcommands: [
          LoginCommand.self, LogoutCommand.self, SyncCommand.self, QueueCommand.self, ConflictsCommand.self, ScheduleCommand.self,
        ]),
      CommandGroup(
        name: "Housekeeping",
        subcommands: [
          ConfigCommand.self, DoctorCommand.self, BackupCommand.self, RestoreCommand.self, ExportCommand.self, EventsCommand.self,
          CompletionsCommand.self,
        ]),
    ])

  static func main() async {
    Terminal.holdStreams()
    // A closed pipe is noticed where we write (Output), not by a signal in the middle of a transaction or of libcurl.
    signal(SIGPIPE, SIG_IGN)
    // The user's zone is the program's, before anything asks for a local time.
    if let zone = Configuration.atStart.zone { setenv("TZ", zone, 1) }
    var told: SettingsError?
    var arguments = Array(CommandLine.arguments.dropFirst())
    do {
      let words = try CommandWords(Array(CommandLine.arguments.dropFirst()))
      Terminal.colorChoice.withLock { $0 = words.color }
      arguments = words.arguments
      if let show = bareCommand(arguments) {
        told = try SettingsNeed.tells.check()
        try await show()
        return Output.flush()
      }
      var command = try parsed(arguments)
      told = try SettingsNeed(of: command).check()
      if var asynchronous = command as? AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      Output.flush()
    } catch {
      Output.flush()
      let isTold = told != nil && error as? SettingsError == told
      Foundation.exit(isTold ? ErrorKind.configuration.exitCode : reporting(error, of: arguments))
    }
  }

  /// A command without options but `--json`; `nil` for all but those that are run most, which aren't parsed: the parser takes as many
  /// instructions as the rest of them. They stay on the main thread, as another one's stack and heap would cost 4 MB and 2 ms.
  private static func bareCommand(_ arguments: [String]) -> (@MainActor () async throws -> Void)? {
    let json = arguments.last == "--json"
    let words = json ? arguments.dropLast() : arguments[...]
    switch words {
    case ["today"]: return { try await TodayCommand.show(json: json) }
    case ["diet"]: return { try DietShowCommand.show(json: json) }
    case ["go"]: return { try await GoNowCommand.show(json: json) }
    case ["laundry"]: return { try LaundryListCommand.show(json: json) }
    default:
      guard words.count == 3, words.starts(with: ["foods", "show"]), !words[2].hasPrefix("-") else { return nil }
      return { try FoodsShowCommand.show(words[2], json: json) }
    }
  }

  /// The command that is asked for, with its options.
  private static func parsed(_ arguments: [String]) throws -> sending any ParsableCommand {
    if let command = Shortcut.command(arguments) { return command }
    return try parseAsRoot(arguments)
  }

  /// Says on standard error what went wrong and returns the exit code for it.
  private static func reporting(_ error: any Error, of arguments: [String]) -> Int32 {
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
      // The parser's own answers: help, version, completions.
      if parserCode.isSuccess {
        Output.verbatim(fullMessage(for: error))
        Output.flush()
        return parserCode.rawValue
      }
      guard parserCode == .validationFailure else {
        Output.notice("hsync: \(error)")
        return ErrorKind.software.exitCode
      }
      let mistake = UsageError(error, arguments: arguments, of: HSync.self)
      Output.report(mistake)
      return mistake.kind.exitCode
    }
  }
}
