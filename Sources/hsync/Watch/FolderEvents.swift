import Files
import Foundation
import HealthModel
import HealthSync
import Synchronization

/// Reports events in folders with Linux's inotify(7). On other systems there are no events, and the caller must poll.
final class FolderEvents: Sendable {
  /// The inotify descriptor; -1 = none.
  private let descriptor: Int32
  private let root: String
  private let stoppable = StoppableWait()
  private let folders = Mutex(Folders())

  /// The folders that are listened to, by the system's number of each and by path.
  private struct Folders {
    var paths: [Int32: String] = [:]
    var numbers: [String: Int32] = [:]

    mutating func forget(_ number: Int32) {
      if let path = paths.removeValue(forKey: number), numbers[path] == number { numbers[path] = nil }
    }
  }

  /// - Parameter root: The watched folder; its removal is reported.
  /// - Throws: kind `.configuration` when the system's limit of inotify instances is reached.
  init(root: String) throws(CommandError) {
    self.root = root
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else {
      throw CommandError(
        .configuration, "too many programs watch folders: \(String(cString: strerror(errno)))",
        hint: "sudo sysctl fs.inotify.max_user_instances=1024")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns whether the system reports events in the folder. For network file systems it reports only changes made by
  /// this machine.
  func hears(_ folder: String) -> Bool { descriptor >= 0 && !MountTable().isElsewhere(folder) }

  /// Listens to a folder from now on. A moved folder gets its new path.
  ///
  /// - Returns: `false` when it isn't there any more, or may not be read.
  /// - Throws: kind `.configuration` when the system's limit is reached.
  func add(_ folder: String) throws(CommandError) -> Bool {
    let number = inotify_add_watch(descriptor, folder, FolderEvents.mask)
    guard number >= 0 else {
      guard errno == ENOSPC else { return false }
      throw CommandError(
        .configuration, "the system watches no more folders: its limit is reached at \(folder)",
        hint: "sudo sysctl fs.inotify.max_user_watches=524288")
    }
    folders.withLock { folders in
      if let before = folders.paths.updateValue(folder, forKey: number), before != folder { folders.numbers[before] = nil }
      folders.numbers[folder] = number
    }
    return true
  }

  /// Returns the events in order; empty when there were none within `ms` milliseconds.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func next(ms: Int64) async throws -> [Arrivals.FolderEvent] {
    guard try await stoppable.wait(for: descriptor, ms: ms) else { return [] }
    return read()
  }

  /// The events: for files those that complete them; for folders creation and moves, and the end of the folder itself.
  private static let mask =
    UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE_SELF)
    | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)

  /// Reads all events that are queued.
  private func read() -> [Arrivals.FolderEvent] {
    var events: [Arrivals.FolderEvent] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = bytes.withUnsafeMutableBytes { readPart(of: descriptor, into: $0) }
      guard count > 0 else { return events }
      var at = 0
      // struct inotify_event: number of the watch, mask, cookie, length of the name; then the name, filled up with zeros.
      while at + 16 <= count {
        let (number, mask, length) = bytes.withUnsafeBytes { raw in
          (
            raw.loadUnaligned(fromByteOffset: at, as: Int32.self), raw.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self),
            Int(raw.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self))
          )
        }
        let name = bytes[(at + 16)..<min(count, at + 16 + length)].prefix { $0 != 0 }
        if let event = event(number, mask, String(validating: name, as: UTF8.self)) { events.append(event) }
        at += 16 + length
      }
    }
  }

  /// Returns the event of one of the system's; `nil` = it is irrelevant. A name with invalid UTF-8 is left to the next
  /// listing, which counts it.
  private func event(_ number: Int32, _ mask: UInt32, _ name: String?) -> Arrivals.FolderEvent? {
    func has(_ bit: some BinaryInteger) -> Bool { mask & UInt32(bit) != 0 }
    if has(IN_Q_OVERFLOW) { return .overflowed }
    guard let folder = folders.withLock({ $0.paths[number] }) else { return nil }
    if has(IN_IGNORED) { folders.withLock { $0.forget(number) } }
    if has(IN_IGNORED) || has(IN_UNMOUNT) || has(IN_DELETE_SELF) || has(IN_MOVE_SELF) {
      return folder == root ? .gone : nil
    }
    guard let name, !name.isEmpty else { return nil }
    let path = folder + "/" + name
    if has(IN_ISDIR) {
      if has(IN_MOVED_FROM) { drop(path) }
      return has(IN_CREATE) || has(IN_MOVED_TO) ? .folder(path) : nil
    }
    return has(IN_CLOSE_WRITE) || has(IN_MOVED_TO) ? .finished(path) : nil
  }

  /// Drops a folder that was moved away: events there, and below, are irrelevant now, or are reported under its new
  /// path once it is added.
  private func drop(_ folder: String) {
    folders.withLock { folders in
      for (path, number) in folders.numbers where path == folder || path.hasPrefix(folder + "/") {
        inotify_rm_watch(descriptor, number)
        folders.forget(number)
      }
    }
  }
}
