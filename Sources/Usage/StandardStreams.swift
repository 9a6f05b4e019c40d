import Files
import Glibc
import HealthModel

/// Standard output for answers, standard error for everything else, of the programs that serve. Both unbuffered: a line is out when the call returns.
/// A line stays one, and steers no terminal: names of users, devices and browsers may come from others.
package enum StandardStreams {
  /// Writes a line of the answer.
  package static func answer(_ line: String) { write(line.printable + "\n", to: STDOUT_FILENO) }

  /// Writes a line for the user.
  package static func notice(_ line: String) { write(line.printable + "\n", to: STDERR_FILENO) }

  /// Writes an error and its hint.
  ///
  /// - Parameters:
  ///   - program: The name that stands before the error.
  ///   - advice: The hint in the program's words; `nil` = there is none.
  package static func complain(_ error: any UserFacingError, of program: String, advice: String?) {
    notice("\(program): \(error.message)")
    if let advice { notice("hint: \(advice)") }
  }

  /// Writes the whole text. If the stream fails, writing ends without an error.
  package static func write(_ text: String, to descriptor: Int32) { _ = writeWhole(Array(text.utf8), to: descriptor) }
}
