import Hummingbird

/// What a request carries on its way to a route.
struct BackendContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// Whose token the request shows; `nil` before `Authentication` has looked.
  var owner: Owner?

  init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }

  /// The owner, on routes behind `Authentication`.
  func requireOwner() throws(Refusal) -> Owner {
    guard let owner else { throw Refusal.unauthorized }
    return owner
  }
}
