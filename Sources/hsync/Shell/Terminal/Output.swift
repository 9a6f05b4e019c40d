import Files
import Foundation
import HealthModel
import Synchronization
import Usage

/// Writes the program's output: results to standard output, everything else to standard error.
///
/// Text for display passes through `shown` here, the only place that prevents untrusted names and texts from
/// controlling a terminal.
enum Output {
  private static let pending = Mutex<[UInt8]>([])

  /// Writes a line of the result, for display. Written at once to a terminal, else in larger pieces.
  static func line(_ text: String) { verbatim(shown(text)) }

  /// Text for programs, or of our own, with its line ends and a last one after it.
  static func verbatim(_ text: String) {
    let waiting = pending.withLock { buffer in
      buffer.append(contentsOf: text.utf8)
      buffer.append(UInt8(ascii: "\n"))
      return buffer.count
    }
    if waiting > 1 << 16 || Terminal.isTerminal(STDOUT_FILENO) { flush() }
  }

  /// Writes a value unchanged, for scripts; on a terminal, as a line for display.
  static func value(_ text: String) {
    if Terminal.isTerminal(STDOUT_FILENO) { line(text) } else { verbatim(text) }
  }

  /// Writes lines for programs, as `verbatim`; on a terminal, as lines for display.
  static func document(_ text: String) {
    guard Terminal.isTerminal(STDOUT_FILENO) else { return verbatim(text) }
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.forEach { line(String($0)) }
  }

  /// A JSON document on a line of its own, written at once: a reader of a stream waits for whole lines.
  static func json(_ value: JSON) {
    verbatim(value.text.harmlessJSON)
    flush()
  }

  /// Writes what waits. A closed pipe ends the program as it would end `cat`.
  static func flush() {
    let bytes = pending.withLock { buffer in
      defer { buffer = [] }
      return buffer
    }
    StandardStreams.writeResult(bytes[...], of: "hsync")
  }

  /// Writes bytes that are the result itself, at once. The caller must ensure that the output isn't a terminal: they
  /// aren't checked.
  static func bytes(_ bytes: ArraySlice<UInt8>) {
    flush()
    StandardStreams.writeResult(bytes, of: "hsync")
  }

  /// A line on standard error.
  static func notice(_ text: String) {
    flush()
    writeNotice(shown(text) + "\n")
  }

  /// An error and what to do about it, on a line each.
  static func report(_ error: any UserFacingError) {
    notice("hsync: \(error.message)")
    if let hint = error.advice { notice("hint: \(hint)") }
  }

  /// A question on standard error, without a line's end.
  static func prompt(_ text: String) {
    flush()
    writeNotice(shown(text))
  }

  /// Writes over the last line on standard error, which must be a terminal: progress. An empty text takes the line away.
  static func rewrite(_ text: String) {
    flush()
    writeNotice("\r\u{1B}[K" + shown(text))
  }

  /// Draws lines from the top of the screen on standard error, which must be a terminal, and puts the cursor somewhere.
  ///
  /// - Parameters:
  ///   - row: The row of the cursor, from 0.
  ///   - column: The column of the cursor, from 0.
  static func screen(_ lines: [String], row: Int, column: Int) {
    flush()
    let text = lines.map { shown($0) + "\u{1B}[K" }.joined(separator: "\r\n")
    // The cursor is hidden meanwhile, so that it isn't seen jumping.
    writeNotice("\u{1B}[?25l\u{1B}[H\(text)\u{1B}[J\u{1B}[\(row + 1);\(column + 1)H\u{1B}[?25h")
  }

  /// The text as a terminal may get it: on one line, in the styles of `Terminal.styled` and with no other control or bidirectional character.
  private static func shown(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    // By bytes: searching for a text takes a dozen times as long.
    let (bytes, start) = (Array(text.utf8), Array(Terminal.styleStart.utf8))
    var (shown, begin) = ("", 0)
    for index in bytes.indices where bytes[index] == start[0] && bytes[index...].starts(with: start) {
      shown += String(decoding: bytes[begin..<index], as: UTF8.self).printable + "\u{1B}["
      begin = index + start.count
    }
    return shown + String(decoding: bytes[begin...], as: UTF8.self).printable
  }

  /// Standard error is for people: that it can't be written is no reason to end, unless nobody reads it.
  private static func writeNotice(_ text: String) {
    guard !writeWhole(Array(text.utf8), to: STDERR_FILENO), errno == EPIPE else { return }
    StandardStreams.endAtClosedPipe()
  }
}
