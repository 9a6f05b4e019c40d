import HealthStore

/// The browser that sent a request, once its cookie is verified.
struct Visitor: Sendable {
  let token: SessionToken
  let session: BrowserSession
  /// Whether it was noted as seen just now; its cookie lives on with that.
  let wasNoted: Bool
}
