import Foundation

/// The terminal in raw mode, on a screen of its own: keys come at once, and aren't shown by themselves. It is as it was before once `leave`
/// was called, and on every other end of the program but SIGKILL: signals and `exit` restore it as well.
final class RawTerminal {
  /// Waits for keys and for signals.
  enum Event: Equatable {
    case bytes([UInt8])
    /// Nothing came within the time.
    case quiet
    /// The size changed, or the program continues after a stop: the screen is to be drawn again.
    case redraw
    /// The terminal is gone.
    case end
  }

  /// Enters raw mode. `nil` when standard input isn't a terminal that allows it.
  init?() {
    guard Terminal.canRewrite(STDERR_FILENO), RawState.save() else { return nil }
    RawState.handleSignals()
    RawState.enter()
  }

  /// Restores the terminal.
  func leave() {
    RawState.leave()
    RawState.restoreSignals()
  }

  deinit { leave() }

  /// Whether a key waits to be read.
  static var hasKey: Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  /// Waits for what comes next.
  ///
  /// - Parameter ms: The longest time; `nil` = forever.
  func next(withinMs ms: Int32?) -> Event {
    while true {
      if RawState.takeRedraw() { return .redraw }
      var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      // A signal that comes between the check and the wait is seen within a second.
      let count = poll(&descriptor, 1, min(ms ?? 1000, 1000))
      if count < 0, errno == EINTR { continue }
      if count == 0 {
        if ms == nil { continue }
        return .quiet
      }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let read = bytes.withUnsafeMutableBytes { Foundation.read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if read < 0, errno == EINTR || errno == EAGAIN { continue }
      return read > 0 ? .bytes(Array(bytes.prefix(read))) : .end
    }
  }

  /// Stops the program as Ctrl-Z does, with the terminal as it was; returns when it continues.
  func suspend() {
    RawState.leave()
    raise(SIGSTOP)
    RawState.enter()
  }

  /// Ends the program by that signal, with the terminal as it was.
  func die(of number: Int32) -> Never {
    leave()
    signal(number, SIG_DFL)
    raise(number)
    // The signal was blocked or is ignored.
    exit(128 + number)
  }
}

/// The state for signal handlers. They run on the thread of the program, between any two instructions of it, so that they touch nothing but these
/// values and call nothing but functions that POSIX allows there.
private enum RawState {
  // Written before handlers are set, and then only by handlers and by the thread that they interrupt.
  nonisolated(unsafe) private static var saved = termios()
  nonisolated(unsafe) private static var raw = termios()
  nonisolated(unsafe) private static var isRaw: sig_atomic_t = 0
  nonisolated(unsafe) private static var isStale: sig_atomic_t = 0
  nonisolated(unsafe) private static var before: [(number: Int32, action: sigaction)] = []
  nonisolated(unsafe) private static var hasExitHandler = false

  /// The alternate screen, and marks around pasted text.
  private static let entering: StaticString = "\u{1B}[?1049h\u{1B}[?2004h"
  private static let leaving: StaticString = "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

  static func save() -> Bool {
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return false }
    // A handler must not be the first to use it.
    _ = leaving
    raw = saved
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP | IXON)
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    raw.c_oflag &= ~tcflag_t(OPOST)
    raw.c_cflag |= tcflag_t(CS8)
    if !hasExitHandler {
      hasExitHandler = true
      atexit { RawState.leave() }
    }
    return true
  }

  static func enter() {
    guard isRaw == 0 else { return }
    isRaw = 1
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    write(entering)
    isStale = 1
  }

  static func leave() {
    guard isRaw == 1 else { return }
    isRaw = 0
    write(leaving)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &saved)
  }

  static func takeRedraw() -> Bool {
    defer { isStale = 0 }
    return isStale == 1
  }

  static func handleSignals() {
    before = []
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE] { handle(number, restoreAndDie) }
    handle(SIGTSTP, restoreAndStop)
    handle(SIGCONT, continueRaw)
    handle(SIGWINCH, markStale)
  }

  static func restoreSignals() {
    for (number, action) in before {
      var action = action
      sigaction(number, &action, nil)
    }
    before = []
  }

  private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    var old = sigaction()
    guard sigaction(number, &action, &old) == 0 else { return }
    // A signal that is ignored, as nohup does, stays so.
    if unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      sigaction(number, &old, nil)
    } else {
      before.append((number, old))
    }
  }

  private static let restoreAndDie: @convention(c) (Int32) -> Void = { number in
    RawState.leave()
    signal(number, SIG_DFL)
    raise(number)
  }

  private static let restoreAndStop: @convention(c) (Int32) -> Void = { _ in
    RawState.leave()
    raise(SIGSTOP)
  }

  private static let continueRaw: @convention(c) (Int32) -> Void = { _ in
    RawState.isRaw = 0
    RawState.enter()
  }

  private static let markStale: @convention(c) (Int32) -> Void = { _ in RawState.isStale = 1 }

  private static func write(_ text: StaticString) {
    _ = Foundation.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
