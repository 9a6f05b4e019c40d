import Foundation

/// A terminal that a program runs on: a test types, waits for what is shown, and looks at the terminal's mode.
package final class PseudoTerminal {
  /// A text that didn't come.
  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  /// The path of the program's side.
  let path: String
  /// The program. 0 before it is started.
  package internal(set) var pid: pid_t = 0
  private let ours: Int32
  /// Open for the mode, and so that nothing is lost when the program ends.
  private let theirs: Int32
  private var bytes: [UInt8] = []

  init(columns: Int, rows: Int) throws {
    ours = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // What unlockpt and ptsname do: TIOCSPTLCK and TIOCGPTN, as in Linux' ioctls.h.
    var (lock, number): (Int32, UInt32) = (0, 0)
    guard ours >= 0, ioctl(ours, 0x4004_5431, &lock) == 0, ioctl(ours, 0x8004_5430, &number) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    path = "/dev/pts/\(number)"
    theirs = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard theirs >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(theirs)
    close(ours)
  }

  /// Changes the size, which the program is told.
  package func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(ours, UInt(TIOCSWINSZ), &size)
  }

  /// Types text and controls.
  package func type(_ text: String) {
    let typed = Array(text.utf8)
    _ = typed.withUnsafeBytes { write(ours, $0.baseAddress, $0.count) }
  }

  /// All that the program wrote so far.
  package var written: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines of the last screen that the program drew whole, without styles.
  package var screen: [String] {
    guard let start = written.range(of: "\u{1B}[H", options: .backwards) else { return [] }
    let drawn = written[start.upperBound...].components(separatedBy: "\u{1B}[J")[0]
    return drawn.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "").components(separatedBy: "\r\n")
  }

  /// Waits until the last screen, or all that was written, is as wanted.
  ///
  /// - Throws: `Missing` when it isn't within 30 s.
  package func wait(for what: String, _ isThere: (PseudoTerminal) -> Bool) throws {
    for _ in 0..<3000 {
      if isThere(self) { return }
      var descriptor = pollfd(fd: ours, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 10) > 0 else { continue }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = chunk.withUnsafeMutableBytes { read(ours, $0.baseAddress, $0.count) }
      if count > 0 { bytes += chunk.prefix(count) }
    }
    throw Missing(description: "no \(what) within 30 s; the terminal has:\n\(screen.joined(separator: "\n"))\n\(written.debugDescription)")
  }

  /// Waits until the last screen has a text.
  package func waitForScreen(_ text: String) throws { try wait(for: text) { $0.screen.contains { $0.contains(text) } } }

  /// Waits until a text was written.
  package func waitForText(_ text: String) throws { try wait(for: text) { $0.written.contains(text) } }

  /// Whether keys come one by one and aren't shown by the terminal.
  package var isRaw: Bool {
    var mode = termios()
    tcgetattr(theirs, &mode)
    return mode.c_lflag & tcflag_t(ICANON | ECHO) == 0
  }

  /// Whether the program is stopped, as by Ctrl-Z.
  package var isStopped: Bool {
    let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
    return stat.split(separator: ")").last?.split(separator: " ").first == "T"
  }

  /// Waits for the end of the program.
  ///
  /// - Returns: The exit status; 128 + the signal's number when a signal ended it.
  /// - Throws: `Missing` when it doesn't end within 30 s; it is killed then.
  package func end() throws -> Int32 {
    var status: Int32 = 0
    do {
      // What it writes is read meanwhile.
      try wait(for: "end") { _ in waitpid(pid, &status, WNOHANG) == pid }
    } catch {
      kill(pid, SIGKILL)
      waitpid(pid, &status, 0)
      throw error
    }
    // The system hands over what was written a little later; a mark behind it says when all of it is here.
    let mark = Array("\u{0}end\u{0}".utf8)
    _ = mark.withUnsafeBytes { write(theirs, $0.baseAddress, $0.count) }
    try wait(for: "last words") { $0.bytes.suffix(mark.count).elementsEqual(mark) }
    bytes.removeLast(mark.count)
    let isSignalled = status & 0x7F != 0
    return isSignalled ? 128 + status & 0x7F : status >> 8 & 0xFF
  }
}
