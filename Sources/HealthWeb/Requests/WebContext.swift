import Hummingbird
import NIOCore

/// The context of a request on its way to a page.
struct WebContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// Where this server is asked: the port of the connection.
  let address: LocalAddress
  /// Where the browser is; `nil` = not known.
  let peer: String?
  /// The browser, once `OnlyVisitors` has let it through.
  var visitor: Visitor?
  /// What its pages need of its session, from then on.
  var session: PageSession?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    address = LocalAddress(port: source.channel.localAddress?.port ?? 0)
    peer = source.channel.remoteAddress?.ipAddress
  }

  /// The session, on routes behind `OnlyVisitors`.
  func requireSession() throws(Refusal) -> PageSession {
    guard let session else { throw Refusal.notLetIn }
    return session
  }

  /// The form in a request that changes something, once its token is checked.
  ///
  /// - Throws: `Refusal` for what is no form, or is of another session.
  func form(of request: Request) async throws -> Form {
    let form = try await Form(of: request)
    try check(form)
    return form
  }

  /// Checks the token of a form in a request that changes something.
  ///
  /// - Throws: `Refusal` when it is of another session.
  func check(_ form: Form) throws(Refusal) {
    guard let visitor, visitor.token.isFormToken(form["token"]) else { throw .foreignPage }
  }
}
