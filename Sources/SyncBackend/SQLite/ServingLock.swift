import Files
import Glibc

/// Holds a data folder for one server: two would open epochs under each other's feet. Freed by the kernel when the process ends, however.
final class ServingLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock, or throws at once when another process has it.
  init(folder: String) throws(BackendError) {
    let path = folder + "/serve.lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw BackendError(.folderUnusable, "can't write \(path): \(String(cString: strerror(errno)))", kind: .noPermission)
    }
    guard takeLock(of: descriptor, LOCK_EX | LOCK_NB) else {
      close(descriptor)
      throw BackendError(
        .alreadyServed, "another hsync-backend serves \(folder)", hint: "stop it, or choose another folder with --data DIR")
    }
  }

  deinit { close(descriptor) }
}
