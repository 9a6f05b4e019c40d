import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps all others from syncing the same library while it lives: a `flock` on a file beside it, which the system releases even after
/// `kill -9`. The file itself stays, with the time in it at which the last run began.
final class SyncLock: Sendable {
  /// What trying to take it brings.
  enum Attempt {
    case taken(SyncLock)
    /// Another run has it, since then (milliseconds since 1970).
    case held(sinceMs: Int64)
  }

  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    // Closing alone leaves it to a child that was forked meanwhile and hasn't started its program yet.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Tries to take the lock of the library at `path`, without waiting.
  ///
  /// - Throws: `SyncError` if the file can't be made.
  static func take(besideLibrary path: String, nowMs: Int64) throws(SyncError) -> Attempt {
    let name = path + "-sync-lock"
    let descriptor = open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(errno, name) }
    let lock = SyncLock(descriptor: descriptor)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw failure(errno, name) }
      return .held(sinceMs: lock.readTime() ?? nowMs)
    }
    lock.writeTime(nowMs)
    return .taken(lock)
  }

  /// Only for the sentence that the second run prints, so that it may fail.
  private func writeTime(_ ms: Int64) {
    let text = Array("\(ms)\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
  }

  private func readTime() -> Int64? {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Int64(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) : nil
  }

  private static func failure(_ number: Int32, _ name: String) -> SyncError {
    let isRefused = number == EACCES || number == EPERM || number == EROFS
    return SyncError(
      .configuration, "can't lock \(name): \(String(cString: strerror(number)))", hint: "check the folder's rights and space",
      kind: isRefused ? .noPermission : .cantCreate)
  }
}
