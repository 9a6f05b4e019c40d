import HealthModel
import HealthStore
import HealthSync
import Transport

/// A sign-in to a backend, with the user's input.
package struct BackendLogin: Sendable {
  /// The backend's address; `nil` = the one that the library is synced with.
  package var url: String?
  /// The backend's protocol; `nil` = as before at the same address, else hsync.
  package var dialect: BackendAccount.Dialect?
  /// The public key that goes beside the token; `nil` = as before at the same address.
  package var apiKey: String?
  package var tokens: BackendTokens
  package var allowsInsecureHTTP = false
  package var manner = SyncEngine.Joining.first
  /// Whether a backend that doesn't answer like one is refused.
  package var isChecked = true

  /// With a token alone.
  package init(tokens: BackendTokens) { self.tokens = tokens }

  /// The library was never synced, and no address was given.
  package struct NoBackend: Error {
    package init() {}
  }

  /// Asks the backend, makes the library belong to it, and keeps the account in the file beside the library.
  ///
  /// - Throws: `NoBackend`, or as `SyncEngine.signIn`; then nothing is kept.
  package func run(on library: Library, transport: any Transport) async throws -> (account: BackendAccount, outcome: SyncEngine.SignIn) {
    let status = try SyncEngine.status(of: library)
    guard let url = url ?? status.url else { throw NoBackend() }
    let file = AccountFile(library: library.path)
    let isKnown = status.url.map(BackendAccount.withoutSlash) == BackendAccount.withoutSlash(url)
    let dialect = dialect ?? (isKnown ? status.dialect.flatMap(BackendAccount.Dialect.init(stored:)) : nil) ?? .hsync1
    let known = isKnown ? try? file.read() : nil
    let account = try BackendAccount(
      url: url, token: tokens.token, refreshToken: tokens.refreshToken, apiKey: apiKey ?? known?.apiKey, dialect: dialect,
      allowsInsecureHTTP: allowsInsecureHTTP)
    let outcome = try await SyncEngine.signIn(library, to: account, manner, isChecked: isChecked, transport: transport)
    try file.write(account)
    return (account, outcome)
  }
}
