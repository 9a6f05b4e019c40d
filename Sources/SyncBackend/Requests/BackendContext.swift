import Hummingbird

/// The context of a request on its way to a route.
struct BackendContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The owner of the request's token; `nil` before `Authentication` has checked it.
  var owner: Owner?
  /// The address of the client; `nil` when the connection has none.
  let peer: ClientAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    peer = ClientAddress(source.channel.remoteAddress)
  }

  /// The owner, on routes behind `Authentication`, whose token has to allow one of these scopes.
  func requireOwner(with scope: TokenScope) throws(Refusal) -> Owner {
    guard let owner else { throw Refusal.unauthorized }
    guard !owner.scope.isDisjoint(with: scope) else { throw Refusal.insufficientScope(needed: scope) }
    return owner
  }
}
