import Digests
import HealthModel

/// The tokens of other programs, of which the library keeps only hashes: a few, as a text of its notebook.
package struct AppTokens: Sendable {
  private let notebook: Notebook

  /// Named for the first tokens, which were for sending.
  private static let note = "ingest-tokens"
  /// Tokens at a time: one for each app of each phone is a few.
  package static let most = 50

  /// Those of a library.
  package init(_ library: Library) { notebook = Notebook(library) }

  /// All that are allowed, the oldest first.
  package func all() throws(StoreError) -> [AppToken] { AppTokens.tokens(in: try notebook.text(AppTokens.note)) }

  /// The token whose text has that hash, if it is for that; `nil` = it isn't allowed. Takes as long for every hash.
  package func token(_ hash: String, for scope: AppScope) throws(StoreError) -> AppToken? {
    try all().reduce(nil) { Secrets.areEqual($1.hash, hash) && $1.scope == scope ? $1 : $0 }
  }

  /// Allows a token.
  ///
  /// - Throws: `StoreError` of kind `.badData` when there are `most` already.
  package func add(_ token: AppToken) throws {
    try change { tokens in
      guard tokens.count < AppTokens.most else {
        throw StoreError(
          code: .refused, message: "there are \(AppTokens.most) tokens already", hint: "revoke those that aren't used")
      }
      tokens.append(token)
    }
  }

  /// Notes that a token was used. Nothing when it isn't allowed any more.
  package func note(_ hash: String, usedAtMs ms: Int64) throws {
    try change { tokens in
      for place in tokens.indices where tokens[place].hash == hash { tokens[place].usedAtMs = ms }
    }
  }

  /// Takes a token back.
  ///
  /// - Parameter id: Its id, or a unique beginning of it.
  /// - Returns: The token.
  /// - Throws: `StoreError` of kind `.no` when there is none, `.usage` when there are several.
  package func revoke(_ id: String) throws -> AppToken {
    try change { tokens in
      let meant = tokens.filter { !id.isEmpty && $0.id.hasPrefix(id.lowercased()) }
      guard let token = meant.first else {
        throw StoreError(code: .notFound, message: "there is no token with the id \(id.printable)", hint: nil)
      }
      guard meant.count == 1 else {
        throw StoreError(code: .ambiguous, message: "\(meant.count) tokens have an id that begins with \(id.printable)", hint: nil)
      }
      tokens.removeAll { $0 == token }
      return token
    }
  }

  /// Takes all tokens back.
  package func forgetAll() throws(StoreError) {
    do { try change { $0 = [] } } catch let error as StoreError { throw error } catch {
      throw StoreError(code: .unexpected, message: "\(type(of: error))", hint: nil)
    }
  }

  private func change<Result>(_ body: (inout [AppToken]) throws -> Result) throws -> Result {
    try notebook.update(AppTokens.note) { text in
      var tokens = AppTokens.tokens(in: text)
      let result = try body(&tokens)
      return (tokens.isEmpty ? nil : JSON.array(tokens.map(\.kept)).text, result)
    }
  }

  private static func tokens(in text: String?) -> [AppToken] {
    let json = text.flatMap { try? JSON(parsing: $0) }
    return (json?.array ?? []).compactMap { AppToken(kept: $0) }
  }
}
