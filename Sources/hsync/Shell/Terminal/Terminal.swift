import Foundation
import Settings
import Synchronization

/// The connections of the program's standard streams.
enum Terminal {
  /// Whether a person sits behind that stream.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether the user can be asked: standard input and the stream for questions, standard error, are a terminal.
  static var canAsk: Bool { isTerminal(STDIN_FILENO) && isTerminal(STDERR_FILENO) }

  /// Whether the session is interactive and the output isn't captured: in `codes=$(hsync scan …)` the user expects no
  /// question.
  static var isConversation: Bool { canAsk && isTerminal(STDOUT_FILENO) }

  /// Asks and reads a line. `nil` at the end of the input, and when the task is cancelled before a line comes.
  static func ask(_ question: String) -> String? {
    if Task.isCancelled { return nil }
    Output.prompt(question)
    return lineComes() ? readLine()?.trimmingCharacters(in: .whitespaces) : nil
  }

  /// Waits until a line was typed. `false` when the task is cancelled first. A terminal delivers one line at a time, so
  /// that none waits in a buffer of this process meanwhile; input that isn't a terminal isn't waited for.
  private static func lineComes() -> Bool {
    var typing = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while isTerminal(STDIN_FILENO) {
      let count = poll(&typing, 1, 100)
      if count > 0 || count < 0 && errno != EINTR { return true }
      if Task.isCancelled { return false }
    }
    return true
  }

  /// Asks for a line that isn't shown while it is typed.
  static func askSecret(_ question: String) -> String? {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return ask(question) }
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
      Output.notice("")
    }
    return ask(question)
  }

  /// Columns of the terminal on standard output, 80 when there is none.
  static var width: Int { width(of: STDOUT_FILENO) }

  /// Columns of the terminal on that stream, 80 when there is none.
  static func width(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Rows of the terminal on that stream, 24 when there is none.
  static func height(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
    return Int(size.ws_row)
  }

  /// Whether a line on that stream can be written over, as progress is shown: a terminal that isn't `dumb`.
  static func canRewrite(_ descriptor: Int32) -> Bool { isTerminal(descriptor) && !isDumb }

  /// Columns of a line: the terminal's, `nil` = unlimited, because standard output isn't a terminal.
  static var room: Int? { isTerminal(STDOUT_FILENO) ? width : nil }

  /// Returns the text in a style, or unchanged if `colorChoice` disables styles.
  static func styled(_ text: String, _ style: Style) -> String {
    hasColor ? "\(styleStart)\(style.rawValue)m\(text)\(styleStart)0m" : text
  }

  /// The start of a style until `Output` writes it: the escape sequence with a random number that untrusted text can't
  /// contain, so that only hsync's styles reach the terminal.
  static let styleStart = "\u{1B}[\(UInt32.random(in: 1_000_000_000 ... .max));"

  /// Styles that work on dark and light backgrounds.
  enum Style: String {
    case bold = "1"
    case dim = "2"
    case done = "32"
    case warning = "33"
  }

  /// The value of `--color`, set before the first text is styled.
  static let colorChoice = Mutex(ColorChoice.auto)

  private static let hasColor: Bool =
    switch colorChoice.withLock(\.self) {
    case .always: true
    case .never: false
    case .auto: isTerminal(STDOUT_FILENO) && Paths().value("NO_COLOR") == nil && !isDumb
    }

  private static let isDumb = Paths().value("TERM") == "dumb"

  /// Opens the descriptors of standard streams that were closed when the program started, so that none of the program's
  /// files gets their numbers and receives the output. Reading and writing there fails, as it does on a closed stream.
  static func holdStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The system gives the lowest number that is free, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
