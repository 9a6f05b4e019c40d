import HTTPTypes
import HealthStore
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// The context of a request on its way to a page.
struct WebContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The port that was connected to.
  let port: Int
  /// The address of this machine that was connected to; `nil` = not known.
  let ownIP: String?
  /// The browser's IP address; `nil` = not known.
  var peer: String?
  /// The session's cookie under the name that the server was asked by, set by `OwnRequests`.
  var cookieName = ""
  /// Whether the browser speaks TLS, to a proxy.
  var isSecure = false
  /// The browser, once `OnlyVisitors` has let it through.
  var visitor: Visitor?
  /// The token of another program, on routes behind `OnlyAppTokens`.
  var appToken: AppToken?
  /// The session as pages need it, set together with `visitor`.
  var session: PageSession?

  private let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
    coreContext = CoreRequestContextStorage(source: source)
    port = source.channel.localAddress?.port ?? 0
    ownIP = source.channel.localAddress?.ipAddress
    peer = source.channel.remoteAddress?.ipAddress
  }

  /// Tells a client that waits for it (`Expect: 100-continue`) to send the body. Clients such as curl wait a second, and then send it all
  /// the same.
  func inviteBody() async throws {
    try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
  }

  /// The session, on routes behind `OnlyVisitors`.
  func requireSession() throws(Refusal) -> PageSession {
    guard let session else { throw Refusal.notPaired }
    return session
  }

  /// The browser, on routes behind `OnlyVisitors`.
  func requireVisitor() throws(Refusal) -> Visitor {
    guard let visitor else { throw Refusal.notPaired }
    return visitor
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
