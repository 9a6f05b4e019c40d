import Glibc

/// Waits, without using the processor, until a library's files are written.
///
/// Uses Linux's inotify(7): every commit is a write to the `-wal` file. If that isn't available the wait ends after a
/// second, and the caller checks for itself.
package final class FileActivity: Sendable {
  /// Told of writes. -1 = can't be had.
  private let inotify: Int32
  private let stoppable = StoppableWait()

  /// The maximum wait: 60 s. The clock for waits stops while the computer sleeps.
  private static let longestMs: Int64 = 60_000
  private static let pollMs: Int64 = 1000

  /// Watches the library at `path`, which must be open in this process: then its `-wal` exists and stays the same file.
  package init(library path: String) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    if descriptor >= 0, inotify_add_watch(descriptor, path + "-wal", UInt32(IN_MODIFY)) < 0 {
      close(descriptor)
      inotify = -1
    } else {
      inotify = descriptor
      // A library that is replaced by another file is noticed at once.
      if descriptor >= 0 { inotify_add_watch(descriptor, path, UInt32(IN_MOVE_SELF) | UInt32(IN_ATTRIB)) }
    }
  }

  deinit { if inotify >= 0 { close(inotify) } }

  /// Comes back when the files are written to (`true`), or after `ms` milliseconds or a minute at most (`false`).
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  package func wait(ms: Int64) async throws -> Bool {
    let longest = inotify >= 0 ? FileActivity.longestMs : FileActivity.pollMs
    let timeout = max(0, min(ms, longest))
    let isReadable = try await stoppable.wait(for: inotify, ms: timeout)
    if inotify < 0 { return ms > timeout }
    if isReadable { drain() }
    return isReadable
  }

  /// Takes all events that are there, so that the next wait waits for new ones.
  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while read(inotify, &bytes, bytes.count) > 0 {}
  }
}
