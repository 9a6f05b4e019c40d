import FoundationEssentials
import HealthModel
import HealthStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The backend that a library belongs to and the token for it: a small JSON file of mode 0600 beside the library.
///
/// It isn't in the library so that a backup or a copy of the library given to somebody holds no token.
package struct AccountFile: Sendable {
  /// `<library>.account`.
  package let path: String

  /// The file of the library at a path.
  package init(library: String) { path = library + ".account" }

  /// The account, `nil` when nobody is logged in.
  ///
  /// - Throws: `SyncError` of kind `.configuration` when the file can't be read or has no account in it.
  package func read() throws(SyncError) -> BackendAccount? {
    guard access(path, F_OK) == 0 else { return nil }
    guard let bytes = try? Data(contentsOf: URL(filePath: path)), let json = try? JSON(parsing: Array(bytes)),
      let url = json["url"].string, let token = json["token"].string,
      let dialect = json["dialect"].string.flatMap(BackendAccount.Dialect.init(stored:))
    else {
      throw SyncError(.configuration, "\(path) can't be read", hint: "log in again: hsync login --url URL", kind: .configuration)
    }
    return try BackendAccount(
      url: url, token: token, refreshToken: json["refresh_token"].string, apiKey: json["api_key"].string, dialect: dialect,
      allowsInsecureHTTP: json["insecure_http"].bool ?? false)
  }

  /// Replaces the file as a whole: a new one of mode 0600 is written, flushed to the disk and renamed.
  ///
  /// - Throws: `SyncError` of kind `.cantCreate` or `.io`; then the old file is as it was.
  package func write(_ account: BackendAccount) throws(SyncError) {
    let json = JSON.object([
      ("url", .string(account.url)), ("dialect", .string(account.dialect.rawValue)), ("token", .string(account.token)),
      ("refresh_token", JSON(account.refreshToken)), ("api_key", JSON(account.apiKey)),
      ("insecure_http", .bool(account.allowsInsecureHTTP)),
    ])
    let temporary = path + ".\(getpid()).new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("made") }
    let text = json.utf8 + [UInt8(ascii: "\n")]
    let isWritten = writeWhole(text, to: descriptor) && fsync(descriptor) == 0
    let reason = errno
    close(descriptor)
    guard isWritten, rename(temporary, path) == 0 else {
      let error = isWritten ? failure("replaced") : failure("written", reason)
      unlink(temporary)
      throw error
    }
  }

  /// Removes the file; whether there was one.
  package func remove() -> Bool { unlink(path) == 0 }

  private func failure(_ verb: String, _ reason: Int32 = errno) -> SyncError {
    SyncError(
      .configuration, "\(path) can't be \(verb): \(String(cString: strerror(reason)))", hint: "check the folder's rights and space",
      kind: reason == ENOSPC || reason == EDQUOT ? .io : .cantCreate)
  }
}
