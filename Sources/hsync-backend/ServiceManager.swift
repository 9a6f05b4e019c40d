import Files
import FoundationEssentials
import Glibc

/// The service manager that started this process and wants to know its state (sd_notify(3)); without one, nothing is told.
enum ServiceManager {
  /// Sends a state like `READY=1`. Best effort: a manager that is gone keeps nobody from serving.
  static func tell(_ state: String) {
    guard let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else { return }
    // An abstract socket's name begins with a 0 (unix(7)).
    let name = (path.hasPrefix("@") ? [0] : []) + Array(path.hasPrefix("@") ? path.utf8.dropFirst() : path.utf8[...])
    guard let address = UnixSocketAddress(name) else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(state.utf8)
    _ = address.withPointer { sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) }
  }
}
