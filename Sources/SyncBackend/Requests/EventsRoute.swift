import HealthModel
import Hummingbird

/// `POST /v1/events`: lines of a device's local log of events, which its user chose to send.
struct EventsRoute: Sendable {
  let store: any BackendStore
  let limits: BackendLimits
  let memory: WorkingMemory

  /// Adds the route, to a group whose requests have an owner.
  func add(to group: RouterGroup<BackendContext>) { group.post("v1/events", use: respond) }

  @Sendable private func respond(_ request: Request, context: BackendContext) async throws -> Response {
    let owner = try context.requireOwner(with: .events)
    let place = try place(request.headers)
    let outcome = try await memory.withBody(of: request, owner: owner, limit: limits.maxEventsBytes) { lines in
      try await store.store(try EventPortion(lines, at: place, limits: limits), owner: owner)
    }
    return Response(json: .object([("accepted", JSON(outcome.accepted)), ("skipped", JSON(outcome.skipped))]))
  }

  /// Returns the origin of the lines, from the request's key `<device>:<file>:<offset>`.
  private func place(_ headers: HTTPFields) throws(Refusal) -> EventPlace {
    guard let place = headers.unquoted(HeaderName.idempotencyKey).flatMap(EventPlace.init) else {
      throw Refusal.badRequest("the header Idempotency-Key isn't \"<device>:<file>:<offset>\"")
    }
    if let device = headers[HeaderName.device], device != place.device {
      throw Refusal.badRequest("the header HSync-Device isn't the key's device")
    }
    return place
  }
}
