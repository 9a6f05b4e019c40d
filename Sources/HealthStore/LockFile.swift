import Files
import Glibc
import HealthModel

/// Keeps all others from doing the same to a library while it lives: a `flock` on a file beside it, which the system releases even after
/// `kill -9`. The file itself stays, with the time in it at which the last holder began.
package final class LockFile: Sendable {
  /// The purpose of a lock; each has a file of its own.
  package enum Purpose: String, Sendable {
    case sync = "-sync-lock"
    case importing = "-import-lock"
    /// Held by `hsync sync --watch` while it watches. It doesn't exclude other processes.
    case observing = "-sync-watch-lock"
    /// Of each folder that is watched, one.
    case watching = "-watch-lock"
    /// Of the program that serves the library's pages.
    case serving = "-serve-lock"
  }

  /// The result of trying to take the lock.
  package enum Attempt: Sendable {
    case taken(LockFile)
    /// Another process has it, since then (milliseconds since 1970). `nil` = it hasn't written that yet.
    case held(sinceMs: Int64?)
  }

  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    // Closing alone leaves it to a child that was forked meanwhile and hasn't started its program yet.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Tries to take the lock of the library at `path`, without waiting for another holder.
  ///
  /// - Parameters:
  ///   - thing: The object that is locked if there are several, in letters and digits.
  ///   - nowMs: Now, in milliseconds since 1970, recorded for other processes.
  /// - Throws: kind `.noPermission`, `.cantCreate` or `.io` if the file can't be made.
  package static func take(
    _ purpose: Purpose, of thing: String? = nil, besideLibrary path: String, nowMs: Int64
  ) throws(StoreError) -> Attempt {
    let name = path + purpose.rawValue + (thing.map { "-" + $0 } ?? "")
    let descriptor = open(name, O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(errno, name) }
    let file = LockFile(descriptor: descriptor)
    try file.requirePlain(name)
    for _ in 0..<1000 {
      if try file.lock(LOCK_EX, name) {
        file.writeTime(nowMs)
        return .taken(file)
      }
      // Another process may hold a shared lock for a moment, only to read the holder (`holder`). So this sleeps 0.1 ms, if at all.
      guard try file.lock(LOCK_SH, name) else { break }
      flock(descriptor, LOCK_UN)
      usleep(100)
    }
    return .held(sinceMs: file.readTime())
  }

  /// Returns since when the lock of the library at `path` has been held (milliseconds since 1970), without taking it.
  /// `nil` = it isn't held, or can't be examined.
  package static func holder(of purpose: Purpose, besideLibrary path: String, nowMs: Int64) -> Int64? {
    let descriptor = open(path + purpose.rawValue, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = LockFile(descriptor: descriptor)
    guard let isFree = try? file.lock(LOCK_SH, path), !isFree else { return nil }
    return file.readTime() ?? nowMs
  }

  /// Refuses what another user may have put there for its contents to be overwritten: another name of a file, or something that is none.
  private func requirePlain(_ name: String) throws(StoreError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1 else {
      throw LockFile.failure(ELOOP, name)
    }
  }

  /// Tries to take the lock without waiting. Returns whether this process holds it now.
  private func lock(_ kind: Int32, _ name: String) throws(StoreError) -> Bool {
    if takeLock(of: descriptor, kind | LOCK_NB) { return true }
    guard errno == EWOULDBLOCK else { throw LockFile.failure(errno, name) }
    return false
  }

  /// Only for the sentence that the second one prints, so that it may fail.
  private func writeTime(_ ms: Int64) {
    let text = Array("\(ms)\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
  }

  private func readTime() -> Int64? {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int64(String(decoding: bytes[..<count].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }, as: UTF8.self))
  }

  private static func failure(_ number: Int32, _ name: String) -> StoreError {
    let message = "can't lock \(name): \(String(cString: strerror(number)))"
    return switch number {
    case ELOOP:
      StoreError(code: .noPermission, message: "\(name) is a link, not a lock file of hsync", hint: "remove it: rm \(name.shellWord)")
    case EACCES, EPERM, EROFS: StoreError(code: .noPermission, message: message, hint: "check the folder's permissions")
    case ENOSPC, EDQUOT: StoreError(code: .diskFull, message: message, hint: "free some space, then try again")
    default: StoreError(code: .cantOpen, message: message, hint: "check the folder's permissions and space")
    }
  }
}
