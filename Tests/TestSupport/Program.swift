import Foundation

/// Runs one of the built programs as a user would, with a home of its own.
///
/// Output goes to files rather than pipes, so that a program that writes a lot never waits for the test.
package struct Program: Sendable {
  /// The result of a run.
  package struct Outcome: Sendable {
    /// The exit status; 128 + the signal's number when a signal ended it.
    package let status: Int32
    /// Standard output.
    package let out: String
    /// Standard error.
    package let err: String
    /// Seconds of processor time, its own and the system's for it.
    package let cpuSeconds: Double
    /// The most memory that it held at once, in bytes.
    package let peakBytes: Int

    /// The lines of standard output.
    package var lines: [String] { out.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) }
  }

  /// A run that goes on while the test does other things.
  package struct Running: Sendable {
    /// The process.
    package let pid: pid_t
    fileprivate let folder: TemporaryFolder

    /// Standard output so far.
    package var outSoFar: String { text("out") }

    /// Standard error so far.
    package var errSoFar: String { text("err") }

    /// The most memory that it held at once so far, in bytes; 0 when it has ended. Unlike that of an outcome it isn't at least what the test held
    /// when it started the program, which Linux counts for a child.
    package var peakBytesSoFar: Int {
      let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }

    /// Whether it has ended and waits to be waited for.
    package var hasEnded: Bool {
      let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
      return stat.split(separator: ")").last?.split(separator: " ").first == "Z"
    }

    /// Sends a signal.
    package func signal(_ number: Int32) { kill(pid, number) }

    /// Waits for the end.
    package func wait() -> Outcome {
      var status: Int32 = 0
      var usage = rusage()
      while wait4(pid, &status, 0, &usage) < 0, errno == EINTR {}
      let isSignalled = status & 0x7F != 0
      func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
      return Outcome(
        status: isSignalled ? 128 + status & 0x7F : status >> 8 & 0xFF, out: text("out"), err: text("err"),
        cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime), peakBytes: usage.ru_maxrss << 10)
    }

    private func text(_ name: String) -> String {
      String(decoding: FileManager.default.contents(atPath: folder.file(name)) ?? Data(), as: UTF8.self)
    }
  }

  /// The program's name, `hsync` or `hsync-backend`; or the path of another one.
  package private(set) var name: String
  /// The environment; nothing else of the test's own is passed on.
  package var environment: [String: String]

  /// A program whose `HOME` is that folder, in UTC.
  package init(_ name: String, home: TemporaryFolder, environment: [String: String] = [:]) {
    self.name = name
    self.environment = ["HOME": home.path, "TZ": "UTC", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
  }

  /// Runs it to its end.
  @discardableResult
  package func run(_ arguments: [String], input: [UInt8] = []) throws -> Outcome { try start(arguments, input: input).wait() }

  /// Runs it to its end.
  @discardableResult
  package func run(_ arguments: String..., input: [UInt8] = []) throws -> Outcome { try run(arguments, input: input) }

  /// Starts it.
  package func start(_ arguments: [String], input: [UInt8] = []) throws -> Running {
    let folder = try TemporaryFolder()
    let inputPath = try folder.write(input, to: "in")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, folder.file("out"), O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder.file("err"), O_WRONLY | O_CREAT, 0o600)
    return Running(pid: try spawn(arguments, actions: &actions), folder: folder)
  }

  /// Starts a server and waits for the first line it prints, which says that it is ready; `""` when it ended without one.
  package func serve(_ arguments: [String]) throws -> (server: Running, firstLine: String) {
    let folder = try TemporaryFolder()
    var pipe: [Int32] = [0, 0]
    guard Foundation.pipe(&pipe) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
    posix_spawn_file_actions_addclose(&actions, pipe[0])
    posix_spawn_file_actions_addclose(&actions, pipe[1])
    posix_spawn_file_actions_addopen(&actions, 2, folder.file("err"), O_WRONLY | O_CREAT, 0o600)
    let running = Running(pid: try spawn(arguments, actions: &actions), folder: folder)
    close(pipe[1])
    defer { close(pipe[0]) }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(pipe[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return (running, String(decoding: line, as: UTF8.self))
  }

  /// Runs it with a terminal as its standard streams, types `typed` and the end of input (Ctrl-D), and returns all that the terminal showed.
  ///
  /// - Parameters:
  ///   - columns: How wide it is; `nil` = it doesn't say.
  ///   - reader: A command that its standard output is piped into.
  package func runOnTerminal(
    _ arguments: [String], typing typed: String, columns: Int? = nil, into reader: String? = nil
  ) throws -> (status: Int32, out: String) {
    var shell = self
    shell.name = "/bin/sh"
    let (program, words) = reader.map { (shell, ["-c", "\"$0\" \"$@\" | \($0)", path] + arguments) } ?? (self, arguments)
    let terminal = try program.startOnTerminal(words, columns: columns ?? 0, rows: 0)
    terminal.type(typed + "\u{4}")
    return (try terminal.end(), terminal.written)
  }

  /// Returns the lines shown on a terminal of so many columns, with colours.
  package func runOnTerminal(columns: Int, _ arguments: [String], environment: [String: String] = [:]) throws -> [String] {
    var program = self
    program.environment.merge(environment) { $1 }
    return try program.runOnTerminal(arguments, typing: "", columns: columns).out
      .split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: ["\r"]) }
  }

  /// Starts it with a terminal of its own as its standard streams.
  package func startOnTerminal(_ arguments: [String], columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in 0...2 as ClosedRange<Int32> { posix_spawn_file_actions_addopen(&actions, stream, terminal.path, O_RDWR, 0) }
    terminal.pid = try spawn(arguments, actions: &actions, leadsSession: true)
    return terminal
  }

  private var path: String { name.contains("/") ? name : Program.folder + "/" + name }

  private func spawn(_ arguments: [String], actions: inout posix_spawn_file_actions_t, leadsSession: Bool = false) throws -> pid_t {
    // A test's thread may have signals blocked, and a shell's background job ignores Ctrl-C; a program must inherit neither.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    var asUsual = sigset_t()
    sigemptyset(&asUsual)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&asUsual, number) }
    posix_spawnattr_setsigdefault(&attributes, &asUsual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (leadsSession ? 0x80 : 0)))
    // Nor what another test has open for writing: a script held so can't be run, and a file isn't finished. Closing what isn't open is no error.
    for descriptor in 3..<min(512, getdtablesize()) { posix_spawn_file_actions_addclose(&actions, descriptor) }
    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, path, &actions, &attributes, argv, envp)
    guard result == 0 else { throw POSIXError(.init(rawValue: result) ?? .EIO) }
    return pid
  }

  /// The folder of the built programs: beside the running tests.
  package static let folder: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return (tests as NSString).deletingLastPathComponent
  }()
}
