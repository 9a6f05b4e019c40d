import Files
import Glibc
import Synchronization

/// The file of a Unix socket that the server listens on: it replaces one that nobody listens on any more, never another server's, and removes only its own.
final class SocketFile: Sendable {
  private let path: String
  /// The file that was made, `nil` before the server listens.
  private let made = Mutex<FileIdentity?>(nil)

  /// That of an address; `nil` for a port.
  init?(_ address: ListenAddress) {
    guard case .socket(let path) = address else { return nil }
    self.path = path
  }

  /// Refuses a path at which another server listens, or something that isn't a socket is.
  func makeRoom() throws(BackendError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw BackendError(.cannotListen, "\(path) is there and isn't a socket", hint: "remove it, or choose another path")
    }
    guard isListenedOn else { return }
    throw BackendError(.cannotListen, "another server listens on \(path)", hint: "stop it first, or choose another path")
  }

  /// Notes the file that the server has made, and lets its group connect, as a proxy of another user has to: the process's mask lets only its own user.
  func keep() {
    chmod(path, 0o660)
    made.withLock { $0 = FileIdentity(path) }
  }

  /// Removes the file if it is still the one that the server made.
  func remove() {
    guard let made = made.withLock(\.self), made == FileIdentity(path) else { return }
    unlink(path)
  }

  private var isListenedOn: Bool {
    guard let address = UnixSocketAddress(Array(path.utf8)) else { return false }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return address.withPointer { connect(descriptor, $0, $1) } == 0
  }
}
