import ArgumentParser
import HealthModel
import Usage

/// `hsync-backend`: the server that hsync syncs with.
@main
struct HSyncBackend: ServingProgram {
  static let configuration = CommandConfiguration(
    commandName: "hsync-backend",
    abstract: "The server that hsync syncs with: one process and one SQLite file, or several over a PostgreSQL database.",
    version: Version.text,
    subcommands: [ServeCommand.self, UserCommand.self, CheckCommand.self, AuditCommand.self, CopyCommand.self, ShardCommand.self])

  static func main() async { await serve() }

  /// The server's own hints are text; remedies are about the programs that sync with it.
  static func complain(_ error: any UserFacingError) {
    StandardStreams.complain(error, of: "hsync-backend", advice: error.hint?.words { _ in "hsync" })
  }
}
