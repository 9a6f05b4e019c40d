import Files
import Foundation

/// The traffic through the three pipes of a running tool. Whichever is ready is served: a tool that waits until one of them is read or filled, while
/// another one is waited for here, would never end.
struct ToolExchange {
  /// The rest of the input.
  private var input: ArraySlice<UInt8>
  /// The output so far.
  private(set) var out: [UInt8] = []
  /// Its messages so far.
  private(set) var err: [UInt8] = []

  /// - Parameter input: The tool's standard input.
  init(_ input: [UInt8]) { self.input = input[...] }

  /// Gives all that the tool takes and reads all that it prints, until it has closed both its outputs. Closes `given`.
  mutating func run(given: FileHandle, out: FileHandle, err: FileHandle) {
    // poll(2) passes over negative ones.
    var pipes = [(given, POLLOUT), (out, POLLIN), (err, POLLIN)].map { pollfd(fd: $0.fileDescriptor, events: Int16($1), revents: 0) }
    // A pipe that has some room may not have enough.
    _ = fcntl(given.fileDescriptor, F_SETFL, fcntl(given.fileDescriptor, F_GETFL) | O_NONBLOCK)
    func closeInput() {
      try? given.close()
      pipes[0].fd = -1
    }
    if input.isEmpty { closeInput() }
    while pipes[1].fd >= 0 || pipes[2].fd >= 0 {
      guard poll(&pipes, nfds_t(pipes.count), -1) > 0 else {
        if errno == EINTR { continue }
        break
      }
      if pipes[0].fd >= 0, pipes[0].revents != 0, !give(to: pipes[0].fd) { closeInput() }
      if pipes[1].fd >= 0, pipes[1].revents != 0, !ToolExchange.read(pipes[1].fd, into: &self.out) { pipes[1].fd = -1 }
      if pipes[2].fd >= 0, pipes[2].revents != 0, !ToolExchange.read(pipes[2].fd, into: &self.err) { pipes[2].fd = -1 }
    }
    if pipes[0].fd >= 0 { closeInput() }
  }

  /// Writes the next part of the input. Returns whether there is more to write, and the tool still reads.
  private mutating func give(to descriptor: Int32) -> Bool {
    let count = input.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EINTR || errno == EAGAIN }
    input = input.dropFirst(count)
    return !input.isEmpty
  }

  /// Whether there may be more to read.
  private static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    let (before, room) = (bytes.count, 1 << 16)
    bytes.append(contentsOf: repeatElement(0, count: room))
    let count = bytes.withUnsafeMutableBytes { readPart(of: descriptor, into: UnsafeMutableRawBufferPointer(rebasing: $0[before...])) }
    bytes.removeLast(room - max(0, count))
    return count > 0
  }
}
