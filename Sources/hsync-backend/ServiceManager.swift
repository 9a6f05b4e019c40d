import FoundationEssentials
import Glibc

/// The service manager that started this process and wants to know its state (sd_notify(3)); without one, nothing is told.
enum ServiceManager {
  /// Sends a state like `READY=1`. Best effort: a manager that is gone keeps nobody from serving.
  static func tell(_ state: String) {
    guard let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // An abstract socket's name begins with a 0 (unix(7)).
    let name = (path.hasPrefix("@") ? [0] : []) + Array(path.hasPrefix("@") ? path.utf8.dropFirst() : path.utf8[...])
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + name.count } ?? 0)
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(state.utf8)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
        _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), target, length)
      }
    }
  }
}
