import Hummingbird

/// Limits request rates with 429: by address before anything else, by user once the token is known.
struct RateLimits: Sendable {
  private let addresses: TokenBuckets<ClientAddress>?
  private let owners: TokenBuckets<String>?
  private let now: @Sendable () -> Int64

  /// The price of a wrong token for its address, in requests.
  private static let refusedCost = 20.0

  /// By `limits.requestsPerSecond`. `now`: milliseconds.
  init(_ limits: BackendLimits, now: @escaping @Sendable () -> Int64) {
    let rate = limits.requestsPerSecond
    addresses = rate > 0 ? TokenBuckets(perSecond: 4 * rate) : nil
    owners = rate > 0 ? TokenBuckets(perSecond: rate) : nil
    self.now = now
  }

  /// Counts a request of an owner. Throws 429.
  func count(_ owner: Owner) throws(Refusal) {
    if let seconds = owners?.take(1, of: owner.id, atMs: now()) {
      throw .tooManyRequests("this account sends too many requests", afterSeconds: seconds)
    }
  }

  /// Counts a request of an address. Throws 429.
  fileprivate func count(_ address: ClientAddress?, cost: Double = 1) throws(Refusal) {
    if let address, let seconds = addresses?.take(cost, of: address, atMs: now()) {
      throw .tooManyRequests("too many requests from this address", afterSeconds: seconds)
    }
  }
}

extension RateLimits: RouterMiddleware {
  typealias Context = BackendContext

  func handle(
    _ request: Request, context: BackendContext, next: (Request, BackendContext) async throws -> Response
  ) async throws -> Response {
    let address = ClientAddress(of: request, from: context.peer)
    try count(address)
    do {
      return try await next(request, context)
    } catch let error where RateLimits.isWrongToken(error) {
      try count(address, cost: RateLimits.refusedCost)
      throw error
    }
  }

  private static func isWrongToken(_ error: any Error) -> Bool {
    let refusal = (error as? StoreError).map(Refusal.init) ?? error as? Refusal
    return refusal?.status == .unauthorized
  }
}
