import Files
import Glibc
import HealthModel

/// Keeps all other processes, and other runs in this one, from delivering while it lives: a `flock` on a file of its
/// own, which the system releases even after `kill -9`. The file stays.
final class NoticeLock: Sendable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    // Closing alone leaves it to a child that was forked meanwhile and hasn't started its program yet.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Takes the lock without waiting. `nil` = another one has it.
  ///
  /// - Throws: When the file can't be opened or locked.
  static func take(_ path: String) throws(NoticeError) -> NoticeLock? {
    let descriptor = open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw NoticeError(.cantLock(path: path, number: errno)) }
    let lock = NoticeLock(descriptor: descriptor)
    if takeLock(of: descriptor, LOCK_EX | LOCK_NB) { return lock }
    guard errno == EWOULDBLOCK else { throw NoticeError(.cantLock(path: path, number: errno)) }
    return nil
  }
}
