import HealthModel
import Hummingbird

/// `POST /v1/sync/push`, `GET /v1/sync/changes`, `GET /v1/sync/device`.
struct SyncRoutes: Sendable {
  let store: any BackendStore
  let limits: BackendLimits
  let memory: WorkingMemory

  /// Adds the routes, to a group whose requests have an owner.
  func add(to group: RouterGroup<BackendContext>) {
    group.post("v1/sync/push", use: push)
    group.get("v1/sync/changes", use: changesPage)
    group.get("v1/sync/device", use: device)
  }

  @Sendable private func push(_ request: Request, context: BackendContext) async throws -> Response {
    let owner = try context.requireOwner(with: .write)
    return try await memory.withBody(of: request, owner: owner, limit: limits.maxBodyBytes) { bytes in
      let push = try PushRequest(parsing: bytes, limits: limits)
      try SyncRoutes.checkHeaders(request.headers, of: push)
      return Response(json: try await store.push(push, owner: owner))
    }
  }

  @Sendable private func changesPage(_ request: Request, context: BackendContext) async throws -> Response {
    let owner = try context.requireOwner(with: .read)
    let parameters = request.uri.queryParameters
    var limit = limits.pageRecords
    if let text = parameters["limit"] {
      guard let number = Bounded.count(text), number > 0 else { throw Refusal.badRequest("limit isn't a number above 0") }
      limit = Int(min(number, Int64(limits.maxPageRecords)))
    }
    let kinds = parameters["kinds"].map { $0.split(separator: ",", maxSplits: 64).map(String.init) }
    guard kinds?.isEmpty != true, (kinds?.count ?? 0) <= 64 else { throw Refusal.badRequest("kinds isn't a list of up to 64 kinds") }
    var query = ChangesQuery(since: parameters["since"].map(String.init) ?? "", limit: limit, kinds: kinds)
    if let pushed = parameters["pushed"].flatMap({ Bounded.count($0) }), let device = request.headers[HeaderName.device] {
      query.asker = (device, pushed)
    }
    return try await memory.answer(to: owner, most: limits.maxAnswerBytes) { [query] in
      try PackedAnswer(json: await store.page(query, owner: owner), acceptedBy: request)
    }
  }

  @Sendable private func device(_ request: Request, context: BackendContext) async throws -> Response {
    let owner = try context.requireOwner(with: [.read, .write])
    guard let device = request.headers[HeaderName.device], RecordID.isDevice(device) else {
      throw Refusal.badRequest("the header HSync-Device isn't lower-case hex")
    }
    guard let last = try await store.lastPush(of: device, owner: owner) else {
      throw Refusal(
        .notFound, "unknown_device", "this device has pushed nothing yet", details: [JSON.Member("owner", .string(owner.id))])
    }
    return Response(
      json: .object([
        ("last", JSON(last.number)), ("sha", .string(last.sha256.map(SyncRoutes.hex).joined())), ("owner", .string(owner.id)),
      ]))
  }

  /// Checks that the repeated values in the headers match the body: a request mixed up by a proxy must not be stored.
  private static func checkHeaders(_ headers: HTTPFields, of push: PushRequest) throws(Refusal) {
    if let device = headers[HeaderName.device], device != push.device {
      throw Refusal.badRequest("the header HSync-Device isn't the body's device")
    }
    if let key = headers.unquoted(HeaderName.idempotencyKey), key != "\(push.device):\(push.number)" {
      throw Refusal.badRequest("the header Idempotency-Key isn't \"<device>:<push>\" of the body")
    }
  }

  private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
