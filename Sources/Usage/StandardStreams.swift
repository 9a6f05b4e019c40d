import Files
import Glibc
import HealthModel

/// Standard output for answers, standard error for everything else, of the programs that serve. Both unbuffered: a line is out when the call returns.
/// A line stays one, and steers no terminal: names of users, devices and browsers may come from others.
package enum StandardStreams {
  /// Writes a line of the answer. If it can't be written, the program ends: with 74 and a sentence, or as a closed pipe ends programs.
  package static func answer(_ line: String) { answer(whole: line.printable) }

  /// Writes a JSON text as a line of the answer. Characters that steer a terminal are escaped in it, which leaves its values as they are.
  package static func answer(_ json: JSON) { answer(json: json.text) }

  /// The same of a text that is JSON already.
  package static func answer(json text: String) { answer(whole: text.harmlessJSON) }

  private static func answer(whole line: String) {
    let program = CommandLine.arguments[0].split(separator: "/").last ?? ""
    writeResult(Array("\(line)\n".utf8)[...], of: String(program))
  }

  /// Writes bytes to standard output. If they can't be written, the program ends: as a closed pipe would end `cat`, else with 74 and a sentence.
  ///
  /// - Parameter program: The name that stands before the error.
  package static func writeResult(_ bytes: ArraySlice<UInt8>, of program: String) {
    guard !writeWhole(bytes, to: STDOUT_FILENO) else { return }
    let number = errno
    if number == EPIPE { endAtClosedPipe() }
    notice("\(program): the output can't be written: \(String(cString: strerror(number)))")
    exit(ErrorKind.io.exitCode)
  }

  /// Ends the program as a closed pipe ends one that doesn't ignore the signal.
  package static func endAtClosedPipe() {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }

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
