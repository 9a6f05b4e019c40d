import Glibc
import Synchronization

/// A running tool with the ends of its three pipes.
struct ToolProcess: ~Copyable {
  /// The end to write its standard input to.
  let input: Int32
  /// The end to read its standard output from.
  let output: Int32
  /// The end to read its standard error from.
  let messages: Int32
  /// Its exit status, 128 + the signal's number when a signal ended it. `nil` while it runs.
  private(set) var status: Int32?
  private let pid: pid_t

  /// A tool that was started meanwhile would hold the other ends of these pipes, so that nobody would see their end.
  private static let starting = Mutex(())

  /// Starts a program in a process group of its own.
  init(_ path: String, _ arguments: [String], variables: [String: String]) throws(ToolError) {
    let started: Result<(pid_t, [Int32]), ToolError> = ToolProcess.starting.withLock { _ in
      do throws(ToolError) { return .success(try ToolProcess.start(path, arguments, variables)) } catch { return .failure(error) }
    }
    let ends: [Int32]
    (pid, ends) = try started.get()
    (input, output, messages) = (ends[0], ends[1], ends[2])
    // A pipe that has some room may not have enough; and one without anything to read isn't waited for.
    for end in ends { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
  }

  deinit {
    close(output)
    close(messages)
  }

  /// Sees whether it has ended.
  mutating func look() {
    var ending: Int32 = 0
    let result = waitpid(pid, &ending, WNOHANG)
    if result == 0 || result < 0 && errno == EINTR { return }
    // Someone else took its status, or none is kept: its end is all that is known.
    guard result == pid else { return status = -1 }
    status = ending & 0x7F != 0 ? 128 + ending & 0x7F : ending >> 8 & 0xFF
  }

  /// Ends its group. It must still be running.
  func stop(kill isForced: Bool) { kill(-pid, isForced ? SIGKILL : SIGTERM) }

  /// Returns the process and this side's ends of its pipes.
  private static func start(_ path: String, _ arguments: [String], _ variables: [String: String]) throws(ToolError) -> (pid_t, [Int32]) {
    var ours: [Int32] = []
    var theirs: [Int32] = []
    defer { theirs.forEach { close($0) } }
    func fail(_ number: Int32) -> ToolError {
      ours.forEach { close($0) }
      return ToolError(path: path, number: number)
    }
    for stream in 0..<3 {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw fail(errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      ours.append(ends[stream == 0 ? 1 : 0])
      theirs.append(ends[stream == 0 ? 0 : 1])
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in 0..<3 { posix_spawn_file_actions_adddup2(&actions, theirs[stream], Int32(stream)) }
    // What a library may have opened without closing it for others. Closing what isn't open is no error.
    for descriptor in 3..<Int32(min(1024, getdtablesize())) { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var attributes = asUsual()
    defer { posix_spawnattr_destroy(&attributes) }
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let settings = environment(with: variables) + [nil]
    defer { (words + settings).forEach { free($0) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, path, &actions, &attributes, words, settings)
    guard result == 0 else { throw fail(result) }
    return (pid, ours)
  }

  /// A group of its own, and signals as they usually are: a thread may have some blocked, and servers ignore SIGPIPE.
  private static func asUsual() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return attributes
  }

  /// This process's environment, `NAME=value` each, with other variables in place of equal ones, as copies.
  private static func environment(with variables: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
    var lines = variables.map { strdup("\($0.key)=\($0.value)") }
    var place = environ
    while let line = place.pointee {
      if variables[String(String(cString: line).prefix { $0 != "=" })] == nil { lines.append(strdup(line)) }
      place = place.successor()
    }
    return lines
  }
}
