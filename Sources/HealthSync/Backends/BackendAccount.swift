import HealthModel

/// The backend to sync to, and the user's token there.
package struct BackendAccount: Sendable, Equatable, CustomStringConvertible {
  /// The dialect that the backend understands; the raw value is its name on the command line and in files.
  package enum Dialect: String, Sendable, CaseIterable {
    /// `hsync/1`: push and pull.
    case hsync1 = "hsync"
    /// Only `POST /food/log`, one meal at a time.
    case foodLog = "food-log"
    /// The phone app's API: `POST /mobile/sync` and `POST /food/log`.
    case mobile
    /// One address that takes records as a JSON array.
    case webhook
    /// A table for each kind behind PostgREST, as at Supabase.
    case postgrest

    /// The dialect that a file or library names, in today's words or in those of the first hsync. `nil` when it is neither.
    package init?(stored name: String) {
      switch name {
      case "hsync1": self = .hsync1
      case "foodLog": self = .foodLog
      default: self.init(rawValue: name)
      }
    }
  }

  /// The base address without a slash at its end: `https://sync.example.org`. A webhook's address as it was given.
  package let url: String
  /// The bearer token; sent in the Authorization header and nowhere else.
  package let token: String
  /// The token for renewing an expired token. `nil` = the token doesn't expire, or the user must sign in again then.
  package let refreshToken: String?
  /// The project's public key, which Supabase requires beside the token. `nil` = the token is used instead.
  package let apiKey: String?
  /// The dialect of the backend.
  package let dialect: Dialect
  /// Whether plain http may leave this machine, by the person's explicit word.
  package let allowsInsecureHTTP: Bool

  /// An account.
  ///
  /// - Throws: When the address isn't `https://…`, nor `http://` to this machine (or anywhere, if allowed), or when the
  ///   token isn't valid in a header.
  package init(
    url: String, token: String, refreshToken: String? = nil, apiKey: String? = nil, dialect: Dialect = .hsync1,
    allowsInsecureHTTP: Bool = false
  ) throws(SyncError) {
    // A webhook's address is used as it is given: to some receivers a slash at its end is another address.
    let trimmed = dialect == .webhook ? url : BackendAccount.withoutSlash(url)
    let scheme = trimmed.prefix { $0 != ":" }.lowercased()
    guard scheme == "https" || scheme == "http", trimmed.dropFirst(scheme.count).hasPrefix("://"), trimmed.count > scheme.count + 3 else {
      throw SyncError(
        .configuration, "the backend's address isn't an https address: \(BackendAccount.withoutUserInfo(url))",
        hint: "\(.nameSecureBackend)",
        kind: .configuration)
    }
    guard !trimmed.contains("@"), !trimmed.contains("?"), !trimmed.contains("#") else {
      throw SyncError(
        .configuration, "the backend's address must have no user, query or fragment", hint: "\(.nameSecureBackend)",
        kind: .configuration)
    }
    guard BackendAddress(behindScheme: trimmed.dropFirst(scheme.count + 3)) != nil else {
      throw SyncError(
        .configuration, "the backend's address isn't the URL of a server: \(trimmed)", hint: "\(.nameSecureBackend)",
        kind: .configuration)
    }
    if scheme == "http", !allowsInsecureHTTP, !BackendAccount.isLoopback(trimmed.dropFirst(7)) {
      throw SyncError(
        .insecure, "plain http would show your meals and the token to the network: \(trimmed)",
        hint: "use https, or \(.insecureHTTP) if you must",
        kind: .configuration)
    }
    guard [token, refreshToken, apiKey].compactMap({ $0 }).allSatisfy(BackendAccount.canBeSent) else {
      throw SyncError(.auth, "the token is empty or has characters that can't be sent", hint: "\(.signIn)", kind: .noPermission)
    }
    self.url = trimmed
    self.token = token
    self.refreshToken = refreshToken
    self.apiKey = apiKey
    self.dialect = dialect
    self.allowsInsecureHTTP = allowsInsecureHTTP
  }

  /// The same account with other tokens.
  package func with(token: String, refreshToken: String?) throws(SyncError) -> BackendAccount {
    try BackendAccount(
      url: url, token: token, refreshToken: refreshToken, apiKey: apiKey, dialect: dialect, allowsInsecureHTTP: allowsInsecureHTTP)
  }

  /// Address and dialect, never the token.
  package var description: String { "\(url) (\(dialect.rawValue))" }

  /// Whether the address has a path of its own: `https://example.org/api`.
  package var hasPath: Bool { url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).count > 3 }

  /// An address without slashes at its end.
  package static func withoutSlash(_ url: String) -> String { String(url.reversed().drop { $0 == "/" }.reversed()) }

  /// Not empty, and nothing but visible ASCII.
  private static func canBeSent(_ token: String) -> Bool { !token.isEmpty && token.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

  /// `127.…`, `localhost`, `[::1]`, with or without a port and a path.
  private static func isLoopback(_ authority: Substring) -> Bool {
    let host = authority.prefix { $0 != "/" }.lowercased()
    if host == "[::1]" || host.hasPrefix("[::1]:") { return true }
    let name = host.prefix { $0 != ":" }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    return name == "localhost" || (numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil })
  }

  private static func withoutUserInfo(_ url: String) -> String {
    guard let at = url.lastIndex(of: "@") else { return url }
    return "…" + url[at...]
  }
}
