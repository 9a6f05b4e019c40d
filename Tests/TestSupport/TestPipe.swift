import Foundation

/// A named pipe that a test writes into while a program reads from it. The program never sees its end.
package final class TestPipe {
  package let path: String
  private let descriptor: Int32

  /// Makes one in a folder.
  package init(in folder: TemporaryFolder) throws {
    path = folder.file("pipe-" + UUID().uuidString)
    guard mkfifo(path, 0o600) == 0 else { throw SetUpError(description: "no pipe: \(errno)") }
    // Open for reading too, so that neither end waits for the other and the pipe outlives a reader.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SetUpError(description: "the pipe doesn't open: \(errno)") }
  }

  deinit { close(descriptor) }

  /// Writes all of it; done when all but what a pipe holds (64 KiB) was read. A reader that takes nothing for a minute is an error.
  package func write(_ bytes: [UInt8]) throws {
    var written = 0
    while written < bytes.count {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&request, 1, 60_000) == 1 else { throw SetUpError(description: "nobody reads the pipe") }
      let count = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EAGAIN || errno == EINTR else { throw SetUpError(description: "the pipe broke: \(errno)") }
      written += max(count, 0)
    }
  }
}
