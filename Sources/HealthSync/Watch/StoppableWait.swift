import Dispatch
import Glibc

/// Waits for a descriptor on a thread of its own, without using the processor; a cancelled task ends the wait at once.
package final class StoppableWait: Sendable {
  /// Both ends of a pipe; a byte in it ends this wait and all that follow.
  private let stopped: (reading: Int32, writing: Int32)
  private let queue = DispatchQueue(label: "hsync.stoppable-wait")

  /// Without a descriptor to spare, a cancelled task waits to the end of its time.
  package init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopped = (ends[0], ends[1])
  }

  deinit { for end in [stopped.reading, stopped.writing] where end >= 0 { close(end) } }

  /// Comes back when there is something to read from `descriptor` (`true`), or after `ms` milliseconds (`false`).
  ///
  /// - Parameter descriptor: -1 = none; then only time and the task's end count.
  /// - Throws: `CancellationError` when the task is cancelled.
  package func wait(for descriptor: Int32, ms: Int64) async throws -> Bool {
    try Task.checkCancellation()
    let isReadable = await withTaskCancellationHandler {
      await withCheckedContinuation { done in queue.async { done.resume(returning: self.poll(descriptor, ms)) } }
    } onCancel: {
      var byte: UInt8 = 0
      _ = write(stopped.writing, &byte, 1)
    }
    try Task.checkCancellation()
    return isReadable
  }

  /// Blocks its thread.
  private func poll(_ descriptor: Int32, _ ms: Int64) -> Bool {
    var watched = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: stopped.reading, events: Int16(POLLIN), revents: 0),
    ]
    var count: Int32
    repeat { count = systemPoll(&watched, Int32(clamping: max(0, ms))) } while count < 0 && errno == EINTR
    return watched[0].revents != 0
  }
}

private func systemPoll(_ watched: inout [pollfd], _ timeout: Int32) -> Int32 { poll(&watched, nfds_t(watched.count), timeout) }
