import HealthModel
import Hummingbird

/// `POST /food/log`: one meal's data, for clients without sync. It becomes a `meal` record like any other.
struct FoodLogRoute: Sendable {
  let store: any BackendStore
  let limits: BackendLimits
  let memory: WorkingMemory
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// The device of records whose sender doesn't name one.
  static let device = "00"

  /// Adds the route, to a group whose requests have an owner.
  func add(to group: RouterGroup<BackendContext>) { group.post("food/log", use: respond) }

  @Sendable private func respond(_ request: Request, context: BackendContext) async throws -> Response {
    let owner = try context.requireOwner(with: .log)
    let (id, hlc) = try identity(request.headers)
    let device = request.headers[HeaderName.device] ?? FoodLogRoute.device
    guard RecordID.isDevice(device) else { throw Refusal.badRequest("the header HSync-Device isn't lower-case hex") }
    let isNew = try await memory.withBody(of: request, owner: owner, limit: limits.maxBodyBytes) { bytes in
      try await store.log(try meal(bytes, id: id, version: RecordVersion(hlc: hlc, device: device)), owner: owner)
    }
    return Response(json: .object([("id", .string(id))]), status: isNew ? .created : .ok)
  }

  private func meal(_ bytes: [UInt8], id: String, version: RecordVersion) throws(Refusal) -> PushedRecord {
    let rules = JSON.ReadingRules(maxValues: limits.maxValues, refusesRepeatedKeys: true)
    let data: JSON
    do { data = try JSON(parsing: bytes, by: rules) } catch { throw Refusal.badRequest("the body isn't a meal's JSON: \(error)") }
    do throws(Rejection) {
      return try PushedRecord(meal: data, id: id, version: version, limits: limits)
    } catch {
      throw Refusal(.unprocessableContent, error.code, error.message)
    }
  }

  /// The record that the request's key `<id>:<hlc>` names; a new one without a key.
  private func identity(_ headers: HTTPFields) throws(Refusal) -> (id: String, hlc: Int64) {
    guard let key = headers.unquoted(HeaderName.idempotencyKey) else {
      let nowMs = now()
      return (RecordID.make(atMs: nowMs), RecordVersion.clock(atMs: nowMs))
    }
    guard let colon = key.lastIndex(of: ":"), let hlc = RecordVersion.clock(String(key[key.index(after: colon)...])) else {
      throw Refusal.badRequest("the header Idempotency-Key isn't \"<id>:<hlc>\"")
    }
    return (String(key[..<colon]), hlc)
  }
}
