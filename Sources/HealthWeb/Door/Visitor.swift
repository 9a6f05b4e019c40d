import HealthStore

/// The browser that sent a request, once its cookie is verified.
struct Visitor: Sendable {
  let token: SessionToken
  let session: BrowserSession
  /// Whether this visit was recorded, which also renews the cookie.
  let wasNoted: Bool
}
