import Glibc
import Synchronization

/// The file of a Unix socket that the server listens on: it replaces one that nobody listens on any more, never another server's, and removes only its own.
final class SocketFile: Sendable {
  let path: String
  /// The file that was made, `nil` before the server listens.
  private let made = Mutex<FileIdentity?>(nil)

  private struct FileIdentity: Equatable {
    let device: dev_t
    let number: ino_t
  }

  /// That of an address; `nil` for a port.
  init?(_ address: ListenAddress) {
    guard let path = address.socketPath else { return nil }
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
    made.withLock { $0 = identity }
  }

  /// Removes the file if it is still the one that the server made.
  func remove() {
    guard let made = made.withLock(\.self), made == identity else { return }
    unlink(path)
  }

  private var identity: FileIdentity? {
    var status = stat()
    return lstat(path, &status) == 0 ? FileIdentity(device: status.st_dev, number: status.st_ino) : nil
  }

  private var isListenedOn: Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
    }
  }
}
