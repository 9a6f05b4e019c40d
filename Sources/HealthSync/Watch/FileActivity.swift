import Dispatch
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits, without using the processor, until a library's files are written to.
///
/// Linux tells it by inotify(7): every commit is a write to the `-wal` file. Where that can't be had the wait ends after a second, and the
/// caller looks for itself.
package final class FileActivity: Sendable {
  /// Told of writes. -1 = can't be had.
  private let notes: Int32
  /// Both ends of a pipe; a byte in it ends the wait for good.
  private let stopped: (reading: Int32, writing: Int32)
  private let queue = DispatchQueue(label: "hsync.file-activity")

  /// A sleeping computer's clock for waits stands still, so that no wait is longer than this: 60 s.
  private static let longestMs: Int64 = 60_000
  private static let pollMs: Int64 = 1000

  /// Watches the library at `path`, which must be open in this process: then its `-wal` exists and stays the same file.
  package init(library path: String) {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopped = (ends[0], ends[1])
    #if os(Linux)
      let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      if descriptor >= 0, inotify_add_watch(descriptor, path + "-wal", UInt32(IN_MODIFY)) < 0 {
        close(descriptor)
        notes = -1
      } else {
        notes = descriptor
        // A library that is replaced by another file is noticed at once.
        if descriptor >= 0 { inotify_add_watch(descriptor, path, UInt32(IN_MOVE_SELF) | UInt32(IN_ATTRIB)) }
      }
    #else
      notes = -1
    #endif
  }

  deinit {
    for descriptor in [notes, stopped.reading, stopped.writing] where descriptor >= 0 { close(descriptor) }
  }

  /// Comes back when the files are written to (`true`), or after `ms` milliseconds or a minute at most (`false`).
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  package func wait(ms: Int64) async throws -> Bool {
    try Task.checkCancellation()
    let isTouched = await withTaskCancellationHandler {
      await withCheckedContinuation { done in queue.async { done.resume(returning: self.poll(ms: ms)) } }
    } onCancel: {
      var byte: UInt8 = 0
      _ = write(stopped.writing, &byte, 1)
    }
    try Task.checkCancellation()
    return isTouched
  }

  /// Blocks its thread.
  private func poll(ms: Int64) -> Bool {
    let longest = notes >= 0 ? FileActivity.longestMs : FileActivity.pollMs
    let timeout = Int32(max(0, min(ms, longest)))
    var watched = [pollfd(fd: notes, events: Int16(POLLIN), revents: 0), pollfd(fd: stopped.reading, events: Int16(POLLIN), revents: 0)]
    var count: Int32
    repeat { count = systemPoll(&watched, timeout) } while count < 0 && errno == EINTR
    if notes < 0 { return count == 0 && ms > Int64(timeout) }
    let isTouched = watched[0].revents != 0
    if isTouched { drain() }
    return isTouched
  }

  /// Takes all notes that are there, so that the next wait waits for new ones.
  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while read(notes, &bytes, bytes.count) > 0 {}
  }
}

private func systemPoll(_ watched: inout [pollfd], _ timeout: Int32) -> Int32 { poll(&watched, nfds_t(watched.count), timeout) }
