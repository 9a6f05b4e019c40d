import Files
import Foundation
import HealthModel
import Settings

/// The person's editor.
struct Editor {
  private let command: String
  private let environment: [String: String]

  /// `$VISUAL`, else `$EDITOR`, else what the system has; the first only where there is a terminal.
  ///
  /// - Throws: kind `.usage` when there is none.
  init(paths: Paths) throws {
    environment = paths.environment
    if let command = Terminal.canAsk ? paths.value("VISUAL") ?? paths.value("EDITOR") : paths.value("EDITOR") ?? paths.value("VISUAL") {
      self.command = command
    } else if Terminal.canAsk, let tool = ["editor", "vi", "nano"].first(where: { Tool($0, paths: paths) != nil }) {
      command = tool
    } else {
      throw CommandError(.usage, "there is no editor", hint: "name one: EDITOR=nano hsync config edit")
    }
  }

  /// Runs the editor and waits for its end. The command may contain arguments, so a shell runs it, as git does.
  ///
  /// - Throws: kind `.no` when it fails.
  func edit(_ path: String) throws {
    // Foundation's Process would put it into a process group without the terminal.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var asUsual = sigset_t()
    sigemptyset(&asUsual)
    for number in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&asUsual, number) }
    posix_spawnattr_setsigdefault(&attributes, &asUsual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    // Ctrl-C in the editor is the editor's.
    let handlers = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
    defer {
      signal(SIGINT, handlers.0)
      signal(SIGQUIT, handlers.1)
    }
    Output.flush()
    let arguments: [String] = ["/bin/sh", "-c", "\(command) \"$1\"", "sh", path]
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var pid: pid_t = 0
    guard posix_spawn(&pid, "/bin/sh", nil, &attributes, words, variables) == 0 else {
      throw CommandError(.unavailable, "\(command) can't be started")
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw CommandError(.no, "the editor failed, nothing was changed", hint: "$EDITOR is: \(command)") }
  }
}
