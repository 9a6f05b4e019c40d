import ArgumentParser
import CMalloc
import HealthModel

#if canImport(Glibc)
  import Glibc
#endif

/// `hsync-backend`: the server that hsync syncs with.
@main
struct HSyncBackend: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hsync-backend",
    abstract: "The server that hsync syncs with: one process, one SQLite file.",
    subcommands: [ServeCommand.self, UserCommand.self])

  /// Maps every error to a sentence, a hint and an exit code.
  static func main() async {
    // What a client hangs up on is an error to handle, not a signal to die of; and files are nobody else's.
    signal(SIGPIPE, SIG_IGN)
    umask(0o077)
    // Bodies of half a megabyte come and go. Freed memory of that size stays in the heap: given back, it is faulted in again page by page for
    // the next push, a sixth of the time that one takes.
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
    mallopt(M_TRIM_THRESHOLD, 64 << 20)
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
    } catch {
      exit(withError: error)
    }
  }
}
