import Hummingbird

/// Counts each request and its answer, and gives the answer the number by which the log names the request.
struct Metering: RouterMiddleware {
  typealias Context = BackendContext

  let metrics: ServerMetrics

  func handle(
    _ request: Request, context: BackendContext, next: (Request, BackendContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let route = ErrorAnswers.methods[request.uri.path] == nil ? "other" : request.uri.path
    metrics.begin()
    do {
      var response = try await next(request, context)
      // A log handler that keeps no metadata has no number either.
      if let name = HeaderName.requestID, let number = context.logger[metadataKey: "hb.request.id"] {
        response.headers[name] = number.description
      }
      metrics.end(route: route, status: response.status.code, seconds: (ContinuousClock.now - start).seconds)
      return response
    } catch {
      // The connection itself answers what can't be read.
      metrics.end(route: route, status: 400, seconds: (ContinuousClock.now - start).seconds)
      throw error
    }
  }
}

extension Duration {
  /// The whole of it in seconds.
  fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
