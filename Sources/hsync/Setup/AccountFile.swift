import Foundation
import HealthModel
import HealthSync

/// The backend that a library belongs to and the token for it: a small JSON file of mode 0600 beside the library.
///
/// It isn't in the library so that a backup or a copy of the library given to somebody holds no token.
struct AccountFile {
  /// `<library>.account`.
  let path: String

  init(library: String) { path = library + ".account" }

  /// The account, `nil` when nobody is logged in.
  func read() throws -> BackendAccount? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let bytes = FileManager.default.contents(atPath: path), let json = try? JSON(parsing: bytes),
      let url = json["url"].string, let token = json["token"].string,
      let dialect = json["dialect"].string.flatMap(BackendAccount.Dialect.init(stored:))
    else { throw CommandError(.configuration, "\(path) can't be read", hint: "log in again: hsync login --url URL") }
    return try BackendAccount(url: url, token: token, dialect: dialect, allowsInsecureHTTP: json["insecure_http"].bool ?? false)
  }

  /// Replaces the file as a whole: a new one of mode 0600 is written, flushed to the disk and renamed.
  func write(_ account: BackendAccount) throws {
    let json = JSON.object([
      ("url", .string(account.url)), ("dialect", .string(account.dialect.rawValue)), ("token", .string(account.token)),
      ("insecure_http", .bool(account.allowsInsecureHTTP)),
    ])
    let temporary = path + ".\(getpid()).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("made") }
    let bytes = json.utf8 + [UInt8(ascii: "\n")]
    let isWritten =
      bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) } == bytes.count && fsync(descriptor) == 0
    let reason = errno
    close(descriptor)
    guard isWritten, rename(temporary, path) == 0 else {
      let error = isWritten ? failure("replaced") : failure("written", reason)
      unlink(temporary)
      throw error
    }
  }

  /// Removes the file; whether there was one.
  func remove() -> Bool { unlink(path) == 0 }

  private func failure(_ verb: String, _ reason: Int32 = errno) -> CommandError {
    CommandError(reason == ENOSPC ? .io : .cantCreate, "\(path) can't be \(verb): \(String(cString: strerror(reason)))")
  }
}
