import HealthModel
import Hummingbird

/// `POST /v1/events`: lines of a device's local log of events, which its user chose to send.
struct EventsRoute: Sendable {
  let events: EventStore
  let limits: BackendLimits

  /// Adds the route, to a group whose requests have an owner.
  func add(to group: RouterGroup<BackendContext>) { group.post("v1/events", use: respond) }

  @Sendable private func respond(_ request: Request, context: BackendContext) async throws -> Response {
    let owner = try context.requireOwner()
    let (device, file, offset) = try place(request.headers)
    let lines = try await RequestBytes.read(request, limit: limits.maxEventsBytes)
    let outcome = try await events.store(EventStore.Portion(device: device, file: file, offset: offset, lines: lines), owner: owner)
    return Response(json: .object([("accepted", JSON(outcome.accepted)), ("skipped", JSON(outcome.skipped))]))
  }

  /// Where the lines are from, by the request's key `<device>:<file>:<offset>`.
  private func place(_ headers: HTTPFields) throws(Refusal) -> (device: String, file: Int64, offset: Int64) {
    let parts = headers.unquoted(HeaderName.idempotencyKey)?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    guard parts.count == 3, PushedRecord.isDevice(String(parts[0])), let file = Int64(parts[1]), let offset = Int64(parts[2]), offset >= 0
    else { throw Refusal.badRequest("the header Idempotency-Key isn't \"<device>:<file>:<offset>\"") }
    if let device = headers[HeaderName.device], device != parts[0] {
      throw Refusal.badRequest("the header HSync-Device isn't the key's device")
    }
    return (String(parts[0]), file, offset)
  }
}
