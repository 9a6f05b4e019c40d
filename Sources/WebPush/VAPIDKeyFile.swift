import Files
import Glibc
import HealthModel

/// The VAPID key of a library: a file of mode 0600 with one line, beside the library.
///
/// It is separate from the library so that a backup or a shared copy of the library doesn't contain it.
package struct VAPIDKeyFile: Sendable {
  /// `<library>.push-key`.
  package let path: String
  private let library: String

  /// The file of the library at a path.
  package init(library: String) {
    self.library = library
    path = library + ".push-key"
  }

  /// Reads the key, and makes one first if there is none. Of several programs that do so at once, one makes the key that all return.
  ///
  /// - Throws: `.keyFile` when the file can't be read or created, doesn't contain a key, or when other users may read it; `.libraryUnavailable`.
  package func key() throws(WebPushError) -> VAPIDKey {
    if let key = try read() { return key }
    let new = try VAPIDKey()
    do {
      if try PrivateFile.create(path, with: Array((new.text + "\n").utf8)) { return new }
    } catch {
      throw failure(error)
    }
    // Another program was faster.
    if let key = try read() { return key }
    throw unusable("was removed while it was read", hint: nil, .tryAgain)
  }

  /// Reads the key. `nil` when there is none.
  ///
  /// - Throws: As `key`.
  package func read() throws(WebPushError) -> VAPIDKey? {
    let bytes: [UInt8]?
    do { bytes = try PrivateFile.bytes(of: path, most: VAPIDKeyFile.mostBytes, besides: library) } catch { throw failure(error) }
    guard var bytes else { return nil }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    do {
      return try VAPIDKey(text: String(decoding: bytes, as: UTF8.self))
    } catch  where error.code == .badKey {
      throw unusable("doesn't contain a key", hint: VAPIDKeyFile.afresh, .configuration)
    }
  }

  /// A key has 43 characters.
  private static let mostBytes = 200
  private static let afresh: Hint =
    "restore it from a backup, or remove it: a new key is made then, and browsers must turn notifications on again"

  private func failure(_ fault: PrivateFile.Fault) -> WebPushError {
    switch fault {
    case .link: unusable("is a link", hint: VAPIDKeyFile.afresh, .noPermission)
    case .notAFile: unusable("isn't a file", hint: "remove it", .noPermission)
    case .foreign(let uid): unusable("belongs to another user (uid \(uid))", hint: VAPIDKeyFile.afresh, .noPermission)
    case .exposed(let mode):
      unusable("may be read or changed by others (\(String(mode, radix: 8)))", hint: "chmod 600 \(path.shellWord)", .noPermission)
    case .tooLarge: unusable("doesn't contain a key", hint: VAPIDKeyFile.afresh, .configuration)
    case .system(let verb, let number):
      unusable(
        "can't be \(verb): \(String(cString: strerror(number)))", hint: "check the folder's permissions and space",
        verb == "read" ? .configuration : number == ENOSPC || number == EDQUOT ? .io : .cantCreate)
    }
  }

  private func unusable(_ what: String, hint: Hint?, _ kind: ErrorKind) -> WebPushError {
    WebPushError(code: .keyFile, message: "\(path) \(what)", hint: hint, kind: kind)
  }
}
