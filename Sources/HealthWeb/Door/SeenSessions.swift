import HealthStore

/// The sessions of the last visitors, so that a request needn't read the library again while nothing was committed to it.
struct SeenSessions: Sendable {
  /// The largest number of sessions: more than a person has browsers.
  static let most = 50

  private var commits: Int64?
  private var sessions: [[UInt8]: BrowserSession] = [:]

  /// The session whose token has that hash, as of a commit number; `nil` = not known.
  ///
  /// - Parameter commits: `nil` = nothing is known.
  func session(_ hash: [UInt8], at commits: Int64?) -> BrowserSession? { commits == nil || commits != self.commits ? nil : sessions[hash] }

  /// Remembers a session that was read after the library had that commit number.
  mutating func note(_ session: BrowserSession, at commits: Int64) {
    if commits != self.commits || sessions.count >= SeenSessions.most { sessions = [:] }
    self.commits = commits
    sessions[session.hash] = session
  }
}
