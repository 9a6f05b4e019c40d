import Dispatch
import Glibc
import Synchronization
import Usage

/// A queue of lines for a stream, written by a thread of its own: logging never waits for the stream's reader.
///
/// Further lines are dropped and counted while the queue is full; the count is written once there is room again.
final class LogQueue: Sendable {
  private let descriptor: Int32
  private let most: Int
  private let state = Mutex(State())
  private let isSomeThere = DispatchSemaphore(value: 0)
  private let isOver = DispatchSemaphore(value: 0)

  private struct State {
    var lines: [String] = []
    var dropped = 0
    var isFinished = false
  }

  /// A queue of at most `most` lines in front of a descriptor.
  init(writingTo descriptor: Int32, most: Int = 1000) {
    self.descriptor = descriptor
    self.most = most
    let thread = DispatchQueue(label: "log")
    thread.async { [self] in writeAll() }
  }

  /// Adds a line, or counts it as dropped.
  func add(_ line: String) {
    let isFirst = state.withLock { state in
      guard state.lines.count < most, !state.isFinished else {
        state.dropped += 1
        return false
      }
      state.lines.append(line)
      return state.lines.count == 1
    }
    if isFirst { isSomeThere.signal() }
  }

  /// Accepts no more lines, and waits up to a second for the queue to be written.
  func finish() {
    state.withLock { $0.isFinished = true }
    isSomeThere.signal()
    _ = isOver.wait(timeout: .now() + .seconds(1))
  }

  private func writeAll() {
    while true {
      isSomeThere.wait()
      let (lines, dropped, isFinished) = state.withLock { state in
        defer { (state.lines, state.dropped) = ([], 0) }
        return (state.lines, state.dropped, state.isFinished)
      }
      for line in lines { StandardStreams.write(line, to: descriptor) }
      if dropped > 0 { StandardStreams.write("\(dropped) lines dropped\n", to: descriptor) }
      if isFinished { break }
    }
    isOver.signal()
  }
}
