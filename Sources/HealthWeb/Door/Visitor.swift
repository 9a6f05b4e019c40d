import HealthStore

/// The browser that a request comes from, once it is let in.
struct Visitor: Sendable {
  let token: SessionToken
  let session: BrowserSession
  /// Whether it was noted as seen just now; its cookie lives on with that.
  let wasNoted: Bool
}
