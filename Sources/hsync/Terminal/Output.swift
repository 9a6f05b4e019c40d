import Foundation
import HealthModel
import Synchronization

/// Where words go: the answer to standard output, everything else to standard error.
enum Output {
  private static let pending = Mutex<[UInt8]>([])

  /// A line of the answer. Written when a terminal waits for it, else in larger pieces.
  static func line(_ text: String) {
    let waiting = pending.withLock { buffer in
      buffer.append(contentsOf: text.utf8)
      buffer.append(UInt8(ascii: "\n"))
      return buffer.count
    }
    if waiting > 1 << 16 || Terminal.isTerminal(STDOUT_FILENO) { flush() }
  }

  /// A JSON document on a line of its own, written at once: a reader of a stream waits for whole lines.
  static func json(_ value: JSON) {
    line(value.text)
    flush()
  }

  /// Writes what waits. A closed pipe ends the program as it would end `cat`.
  static func flush() {
    let bytes = pending.withLock { buffer in
      defer { buffer = [] }
      return buffer
    }
    write(bytes, to: STDOUT_FILENO)
  }

  /// Bytes that are the answer themselves, written at once.
  static func bytes(_ bytes: ArraySlice<UInt8>) {
    flush()
    write(bytes, to: STDOUT_FILENO)
  }

  /// A line on standard error.
  static func notice(_ text: String) {
    flush()
    write(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  /// An error and what to do about it, on a line each: names of files in it may have line ends of their own.
  static func report(_ error: any UserFacingError) {
    notice("hsync: \(error.message.printable)" + (error.hint.map { "\nhint: \($0.printable)" } ?? ""))
  }

  /// Text on standard error without a line's end: questions and progress.
  static func prompt(_ text: String) {
    flush()
    write(Array(text.utf8), to: STDERR_FILENO)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) { write(bytes[...], to: descriptor) }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
      } else if errno != EINTR {
        if descriptor == STDOUT_FILENO {
          write(Array("hsync: the output can't be written: \(String(cString: strerror(errno)))\n".utf8), to: STDERR_FILENO)
          exit(ErrorKind.io.exitCode)
        }
        return
      }
    }
  }
}
