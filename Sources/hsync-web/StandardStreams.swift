import Files
import Glibc
import HealthModel
import Usage

/// Standard output for answers, standard error for everything else. A line stays one, and steers no terminal: browsers are named by others.
enum StandardStreams {
  /// Writes a line of the answer.
  static func answer(_ line: String) { write(line.printable + "\n", to: STDOUT_FILENO) }

  /// Writes an error and its hint.
  static func complain(_ error: any UserFacingError) {
    write("hsync: \(error.message.printable)\n", to: STDERR_FILENO)
    if let advice = error.advice { write("hint: \(advice.printable)\n", to: STDERR_FILENO) }
  }

  /// Writes all of it. A stream that takes no more is nobody's fault here, so that ends it.
  private static func write(_ text: String, to descriptor: Int32) { _ = writeWhole(Array(text.utf8), to: descriptor) }
}
