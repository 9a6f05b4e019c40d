import Glibc
import HealthModel
import HealthStore

/// The backend of a library and its token: a small JSON file of mode 0600 beside the library.
///
/// It is separate from the library so that a backup or a shared copy of the library contains no token.
package struct AccountFile: Sendable {
  /// `<library>.account`.
  package let path: String

  /// The file of the library at a path.
  package init(library: String) { path = library + AccountFile.ending }

  private static let ending = ".account"

  /// Reads the account, `nil` when the user isn't logged in.
  ///
  /// - Throws: `SyncError` of kind `.configuration` when the file can't be read or contains no account, `.noPermission`
  ///   when it belongs to another user, or others may read or change it: they could redirect the library to another
  ///   server.
  package func read() throws(SyncError) -> BackendAccount? {
    guard let bytes = try contents() else { return nil }
    guard let json = try? JSON(parsing: bytes),
      let url = json["url"].string, let token = json["token"].string,
      let dialect = json["dialect"].string.flatMap(BackendAccount.Dialect.init(stored:))
    else {
      throw SyncError(.configuration, "\(path) can't be read", hint: "log in again: \(.nameBackend)", kind: .configuration)
    }
    return try BackendAccount(
      url: url, token: token, refreshToken: json["refresh_token"].string, apiKey: json["api_key"].string, dialect: dialect,
      allowsInsecureHTTP: json["insecure_http"].bool ?? false)
  }

  /// Whether there is an account that can be read.
  package var isUsable: Bool { (try? read()) != nil }

  /// Replaces the file as a whole: a new one of mode 0600 is written, flushed to the disk and renamed.
  ///
  /// - Throws: `SyncError` of kind `.cantCreate` or `.io`; then the old file is as it was.
  package func write(_ account: BackendAccount) throws(SyncError) {
    let json = JSON.object([
      ("url", .string(account.url)), ("dialect", .string(account.dialect.rawValue)), ("token", .string(account.token)),
      ("refresh_token", JSON(account.refreshToken)), ("api_key", JSON(account.apiKey)),
      ("insecure_http", .bool(account.allowsInsecureHTTP)),
    ])
    do {
      try WholeFile.replace(path, with: json.utf8 + [UInt8(ascii: "\n")])
    } catch {
      throw failure(error.verb, error.number)
    }
  }

  /// Removes the file; whether there was one.
  package func remove() -> Bool { unlink(path) == 0 }

  /// Returns its bytes, `nil` when there is no file. The file is checked through the descriptor that is read, so that
  /// it can't be replaced in between.
  private func contents() throws(SyncError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      if errno == ELOOP { throw refused("is a link", hint: "remove it, and log in again: \(.nameBackend)") }
      throw SyncError(
        .configuration, "\(path) can't be read: \(String(cString: strerror(errno)))", hint: "check its permissions: ls -l",
        kind: .configuration)
    }
    defer { close(descriptor) }
    var (status, library) = (stat(), stat())
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw refused("is no file", hint: "remove it") }
    // Root works with another user's library and its account, or with neither.
    let hasLibrary = stat(String(path.dropLast(AccountFile.ending.count)), &library) == 0
    let isWithLibrary = geteuid() == 0 && hasLibrary && library.st_uid == status.st_uid
    guard status.st_uid == geteuid() || status.st_uid == 0 || isWithLibrary else {
      throw refused("belongs to another user (uid \(status.st_uid))", hint: "remove it, and log in again: \(.nameBackend)")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw refused(
        "may be read or changed by others (\(String(status.st_mode & 0o777, radix: 8)))",
        hint: "check that it names your backend, then: chmod 600 \(path.shellWord)")
    }
    return [UInt8](unsafeUninitializedCapacity: AccountFile.mostBytes) { buffer, count in
      count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
    }
  }

  /// An address and three tokens need a few hundred.
  private static let mostBytes = 64 << 10

  private func refused(_ what: String, hint: Hint) -> SyncError {
    SyncError(.configuration, "\(path) \(what), so its address isn't used", hint: hint, kind: .noPermission)
  }

  private func failure(_ verb: String, _ reason: Int32) -> SyncError {
    SyncError(
      .configuration, "\(path) can't be \(verb): \(String(cString: strerror(reason)))", hint: "check the folder's permissions and space",
      kind: reason == ENOSPC || reason == EDQUOT ? .io : .cantCreate)
  }
}
