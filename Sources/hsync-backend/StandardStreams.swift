import Files
import Glibc
import HealthModel

/// Standard output for answers, standard error for everything else. Both unbuffered: a line is out when the call returns. A line stays one, and steers
/// no terminal: names of users and devices may come from others.
enum StandardStreams {
  /// Writes a line of the answer.
  static func answer(_ line: String) { write(line.printable + "\n", to: STDOUT_FILENO) }

  /// Writes a line for the person.
  static func notice(_ line: String) { write(line.printable + "\n", to: STDERR_FILENO) }

  /// Writes an error and its hint. The server's own hints are text; remedies are about the programs that sync with it.
  static func complain(_ error: any UserFacingError) {
    notice("hsync-backend: \(error.message)")
    if let hint = error.hint { notice("hint: \(hint.words { _ in "hsync" })") }
  }

  /// Writes the whole text. A failure of the stream ends the writing, but isn't reported.
  static func write(_ text: String, to descriptor: Int32) { _ = writeWhole(Array(text.utf8), to: descriptor) }
}
