import Glibc
import HealthModel

/// A fault in the settings of notices, or of the machine.
package struct NoticeError: UserFacingError, Hashable {
  /// The fault with its facts.
  package enum Fault: Sendable, Hashable {
    /// The text isn't an e-mail address that hsync can write to.
    case badAddress(String)
    /// The lock file can't be used, with the system's `errno`.
    case cantLock(path: String, number: Int32)
  }

  /// The fault with its facts.
  package let fault: Fault

  /// An error of a fault.
  package init(_ fault: Fault) { self.fault = fault }

  package var message: String {
    switch fault {
    case .badAddress(let text): "\"\(text.printable)\" isn't an e-mail address"
    case .cantLock(let path, let number): "can't lock \(path.printable): \(String(cString: strerror(number)))"
    }
  }

  package var hint: Hint? {
    switch fault {
    case .badAddress: "an address looks like me@example.org, or is the name of a user of this machine"
    case .cantLock: "check the folder's permissions and space"
    }
  }

  package var kind: ErrorKind {
    switch fault {
    case .badAddress: .configuration
    case .cantLock(_, EACCES), .cantLock(_, EPERM), .cantLock(_, EROFS), .cantLock(_, ELOOP): .noPermission
    case .cantLock: .cantCreate
    }
  }
}
