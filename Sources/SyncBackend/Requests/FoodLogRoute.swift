import HealthModel
import Hummingbird

/// `POST /food/log`: one meal's data, for clients without sync. It becomes a `meal` record like any other.
struct FoodLogRoute: Sendable {
  let log: FoodLog
  let limits: BackendLimits
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// The maker of records whose sender doesn't say which device it is.
  static let device = "00"

  /// Adds the route, to a group whose requests have an owner.
  func add(to group: RouterGroup<BackendContext>) { group.post("food/log", use: respond) }

  @Sendable private func respond(_ request: Request, context: BackendContext) async throws -> Response {
    let owner = try context.requireOwner()
    let (id, hlc) = try identity(request.headers)
    let device = request.headers[HeaderName.device] ?? FoodLogRoute.device
    guard PushedRecord.isDevice(device) else { throw Refusal.badRequest("the header HSync-Device isn't lower-case hex") }
    let bytes = try await RequestBytes.read(request, limit: limits.maxBodyBytes)
    let meal: PushedRecord
    do {
      meal = try PushedRecord(meal: try JSON(parsing: bytes), id: id, version: RecordVersion(hlc: hlc, device: device), limits: limits)
    } catch let rejection as Rejection {
      throw Refusal(.unprocessableContent, rejection.code, rejection.message)
    } catch let error as JSONError {
      throw Refusal.badRequest("the body isn't JSON: \(error)")
    }
    let isNew = try await log.log(meal, owner: owner)
    return Response(json: .object([("id", .string(id))]), status: isNew ? .created : .ok)
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
