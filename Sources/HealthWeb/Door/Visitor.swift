import HealthStore

/// The browser that sent a request, once its cookie is verified.
struct Visitor: Sendable {
  let token: SessionToken
  let session: BrowserSession
  /// Whether this visit was recorded, which also renews the cookie.
  let wasNoted: Bool
  /// The library's commit number when the request came; `nil` = the file couldn't be read then.
  let commits: Int64?
}
