import HealthDesk
import HealthModel
import HealthStore
import Synchronization

/// Authenticates browsers: first by a pairing code, then by their cookie.
final class Door: Sendable {
  private let library: SharedLibrary
  private let clock: any WallClock
  private let guesses = Mutex(GuessLimit())
  private let seen = Mutex(SeenSessions())

  /// The door of a library's pages.
  init(_ library: SharedLibrary, clock: any WallClock) {
    self.library = library
    self.clock = clock
  }

  /// The result of a pairing attempt.
  enum Answer: Sendable, Equatable {
    case welcome(SessionToken)
    /// The code is unknown, used, or expired.
    case wrongCode
    /// There were too many wrong codes recently.
    case tooMany(afterSeconds: Int)
  }

  /// Pairs a browser by a code.
  ///
  /// - Parameters:
  ///   - name: The user's name for the browser.
  ///   - address: The browser's IP address; `nil` = not known.
  /// - Throws: `StoreError`.
  func pair(_ text: String, name: String, from address: String?) async throws -> Answer {
    let now = clock.nowMs
    if let seconds = guesses.withLock({ $0.wait(atMs: now) }) { return .tooMany(afterSeconds: seconds) }
    let token = SessionToken()
    let session = BrowserSession(hash: token.hash, name: name, createdAtMs: now, seenAtMs: now, seenFrom: address)
    if let code = PairingCode(text) {
      let isPaired = try await library.write { library in
        try BrowserSessions(library).begin(
          session, for: code.hash, codesSinceMs: now - PairingCode.lifetimeMs + 1, seenSinceMs: now - SessionToken.lifetimeMs)
      }
      if isPaired { return .welcome(token) }
    }
    guesses.withLock { $0.noteWrong(atMs: now) }
    return .wrongCode
  }

  /// Returns the browser with a token, and whether its cookie must be renewed; `nil` = it isn't paired.
  ///
  /// - Throws: `StoreError`.
  func visitor(_ token: SessionToken, from address: String?) async throws -> Visitor? {
    let now = clock.nowMs
    let (hash, since) = (token.hash, now - SessionToken.lifetimeMs)
    // Without a number, reading the library fails as well, and says why.
    let commits = try? await library.commitNumber()
    let known = seen.withLock { $0.session(hash, at: commits) }
    var session = known.flatMap { $0.seenAtMs >= since ? $0 : nil }
    if known == nil { session = try await library.read { try BrowserSessions($0).session(hash, seenSinceMs: since) } }
    guard let session else { return nil }
    if let commits { seen.withLock { $0.note(session, at: commits) } }
    let isNoted = SessionToken.isWorthNoting(seenAtMs: session.seenAtMs, nowMs: now)
    // Best effort: a library that can't be written now can be read all the same.
    if isNoted { try? await library.write { try BrowserSessions($0).note(hash, seenAtMs: now, from: address) } }
    return Visitor(token: token, session: session, wasNoted: isNoted, commits: commits)
  }
}
