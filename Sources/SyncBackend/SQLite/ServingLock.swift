import Files
import Glibc

/// Holds a data folder for one server, as two would each open an epoch of their own, or for one copy. Freed by the kernel when the process ends,
/// however.
final class ServingLock: Sendable {
  private let descriptor: Int32

  /// The purposes, each with a lock of its own.
  enum Purpose: String {
    /// A server's.
    case serve
    /// A copy's, which runs beside a server.
    case copy
  }

  /// Takes the lock, or throws at once when another process has it.
  init(folder: String, for purpose: Purpose = .serve) throws(BackendError) {
    let path = folder + "/\(purpose.rawValue).lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw BackendError(.folderUnusable, "can't write \(path): \(String(cString: strerror(errno)))", kind: .noPermission)
    }
    guard takeLock(of: descriptor, LOCK_EX | LOCK_NB) else {
      close(descriptor)
      if purpose == .copy { throw BackendError(.busy, "\(folder) is being copied already", hint: "wait for that copy to end") }
      throw BackendError(
        .alreadyServed, "another hsync-backend serves \(folder)", hint: "stop it, or choose another folder with --data DIR")
    }
  }

  deinit { close(descriptor) }
}
