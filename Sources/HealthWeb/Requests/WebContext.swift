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

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    address = LocalAddress(port: source.channel.localAddress?.port ?? 0)
    peer = source.channel.remoteAddress?.ipAddress
  }

  /// The browser, on routes behind `OnlyVisitors`.
  func requireVisitor() throws(Refusal) -> Visitor {
    guard let visitor else { throw Refusal.notLetIn }
    return visitor
  }
}
