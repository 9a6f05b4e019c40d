import Glibc

/// The operating system's user who runs this process, as the audit names them.
package enum OSUser {
  /// The name, or the number of one without a name, as in some containers.
  package static let name: String = {
    let number = getuid()
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    // Longer entries than this aren't found, and the number is taken (getpwuid_r(3) suggests 1024 bytes).
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(number, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name else { return "\(number)" }
    return String(cString: name)
  }()
}
