import Glibc

/// The traffic through the three pipes of a running tool. Whichever is ready is served: a tool that waits until one of
/// them is read or filled, while another one is waited for here, would never end.
struct ToolExchange {
  /// The rest of the input.
  private var input: ArraySlice<UInt8>
  /// The output so far.
  private(set) var out: [UInt8] = []
  /// Its messages so far.
  private(set) var err: [UInt8] = []
  /// The ends of the pipes for input, output and messages. poll(2) passes over negative ones.
  private var pipes: [pollfd]
  /// The most bytes that are kept of each output.
  private let most: Int

  /// - Parameters:
  ///   - input: The tool's standard input.
  ///   - given: The end to write it to, closed when it is written or no longer read.
  ///   - most: The most bytes that are kept of each output.
  init(_ input: [UInt8], given: Int32, out: Int32, err: Int32, most: Int) {
    self.input = input[...]
    self.most = most
    pipes = [(given, POLLOUT), (out, POLLIN), (err, POLLIN)].map { pollfd(fd: $0.0, events: Int16($0.1), revents: 0) }
    if input.isEmpty { closeInput() }
  }

  /// Whether the tool has closed both its outputs.
  var isAtEnd: Bool { pipes[1].fd < 0 && pipes[2].fd < 0 }

  /// Waits until the tool takes or prints something, or has closed both its outputs, and serves it.
  ///
  /// - Returns: whether there was anything.
  @discardableResult
  mutating func serve(milliseconds: Int32) -> Bool {
    guard poll(&pipes, nfds_t(pipes.count), milliseconds) > 0 else { return false }
    if pipes[0].fd >= 0, pipes[0].revents != 0, !give(to: pipes[0].fd) { closeInput() }
    if pipes[1].fd >= 0, pipes[1].revents != 0, !read(pipes[1].fd, into: \.out) { pipes[1].fd = -1 }
    if pipes[2].fd >= 0, pipes[2].revents != 0, !read(pipes[2].fd, into: \.err) { pipes[2].fd = -1 }
    return true
  }

  /// Reads what a tool that has ended left in its pipes, without waiting for others that have them still open. They
  /// hold at most 1 MiB each.
  mutating func finish() {
    closeInput()
    var rounds = 0
    while !isAtEnd, rounds < 64, serve(milliseconds: 0) { rounds += 1 }
  }

  private mutating func closeInput() {
    guard pipes[0].fd >= 0 else { return }
    close(pipes[0].fd)
    pipes[0].fd = -1
  }

  /// Writes the next part of the input. Returns whether there is more to write, and the tool still reads.
  private mutating func give(to descriptor: Int32) -> Bool {
    let count = input.withUnsafeBytes { bytes in withoutBrokenPipeSignal { write(descriptor, bytes.baseAddress, bytes.count) } }
    if count < 0 { return errno == EINTR || errno == EAGAIN }
    input = input.dropFirst(count)
    return !input.isEmpty
  }

  /// Whether there may be more to read.
  private mutating func read(_ descriptor: Int32, into bytes: WritableKeyPath<ToolExchange, [UInt8]>) -> Bool {
    let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      let count = readPart(of: descriptor, into: buffer)
      if count > 0 { self[keyPath: bytes].append(contentsOf: buffer.prefix(min(count, most - self[keyPath: bytes].count))) }
      return count
    }
    return count > 0 || count < 0 && errno == EAGAIN
  }

  /// Writes to a pipe whose reader may be gone, which would end this process by SIGPIPE unless that is ignored.
  private func withoutBrokenPipeSignal(_ write: () -> Int) -> Int {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    let count = write()
    let number = errno
    if count < 0, number == EPIPE {
      // It was sent to this thread, and is pending.
      var none = timespec()
      while sigtimedwait(&signals, nil, &none) < 0, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = number
    return count
  }
}
