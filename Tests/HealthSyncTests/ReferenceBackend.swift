import Digests
import HealthModel
import HealthStore
import Synchronization
import TestSupport

@testable import HealthSync

/// The server's side of `hsync/1` in memory, in the plainest way that is right, and faults on demand.
final class ReferenceBackend: Sendable {
  /// A fault, decided per request. The model acts on a request before an answer is lost, never after one is refused.
  enum Fault: Sendable {
    /// Act and answer as usual.
    case none
    /// Act, then give another answer.
    case answerLost(LoopbackServer.Reply)
    /// Don't act, give this answer.
    case refused(LoopbackServer.Reply)
  }

  struct Stored: Sendable {
    var record: SyncRecord
    var seq: Int
  }

  struct Device: Sendable {
    var last: Int64 = 0
    var sha = ""
    var answer = ""
  }

  struct State: Sendable {
    var records: [String: Stored] = [:]
    var devices: [String: Device] = [:]
    var seq = 0
    var epoch = "e1"
    var replays = 0
    var pushes: [LoopbackServer.Request] = []
    /// The encodings that it announces. `nil` = it announces none, and accepts gzip.
    var encodings: [String]?
    /// The one that is accepted.
    var token = "secret-token"
    /// Those that a new token is given for. Empty = it knows no such thing.
    var refreshTokens: Set<String> = []
    /// The one given out last.
    var newestRefreshToken = ""
    var renewals = 0
  }

  typealias Faults = @Sendable (_ request: LoopbackServer.Request, _ pushes: Int) -> Fault

  let state: Mutex<State>
  private let server: Mutex<LoopbackServer?>
  var url: String { server.withLock { $0?.baseURL ?? "" } }
  var pushes: [LoopbackServer.Request] { state.withLock { $0.pushes } }
  var requests: [LoopbackServer.Request] { server.withLock { $0?.requests ?? [] } }

  init(rejecting isRejected: @escaping @Sendable (SyncRecord) -> Bool, faults: @escaping Faults = { _, _ in .none }) throws {
    state = Mutex(State())
    server = Mutex(nil)
    let play: @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply = { [weak self] request in
      self?.reply(to: request, isRejected, faults) ?? .closed
    }
    let started = try LoopbackServer(answer: play)
    server.withLock { $0 = started }
  }

  convenience init(faults: @escaping Faults = { _, _ in .none }) throws { try self.init(rejecting: { _ in false }, faults: faults) }

  /// The live records as lines, `kind/id json`.
  func text() -> String {
    state.withLock { state in
      state.records.sorted { $0.key < $1.key }.compactMap { key, stored in
        if case .put(let json) = stored.record.content { "\(key) \(json)" } else { nil }
      }.joined(separator: "\n")
    }
  }

  /// The live records' versions as lines, `kind/id|hlc|dev`.
  func versions() -> String {
    state.withLock { state in
      state.records.sorted { $0.key < $1.key }.filter { $0.value.record.content != .deleted }
        .map { "\($0.key)|\($0.value.record.hlc)|\($0.value.record.dev ?? "")" }.joined(separator: "\n")
    }
  }

  /// The ids of the live records.
  func ids() -> [String] {
    state.withLock { $0.records.values.filter { $0.record.content != .deleted }.map(\.record.id).sorted() }
  }

  private func reply(to request: LoopbackServer.Request, _ isRejected: (SyncRecord) -> Bool, _ faults: Faults) -> LoopbackServer.Reply {
    let isPush = request.path == "/v1/sync/push"
    let pushes = state.withLock { state in
      if isPush { state.pushes.append(request) }
      return state.pushes.count
    }
    let isRenewal = request.path == "/v1/token/refresh" && state.withLock { !$0.refreshTokens.isEmpty }
    guard isRenewal || isAccepted(request) else { return .text(#"{"code":"auth","message":"no"}"#, status: 401) }
    let fault = faults(request, pushes)
    if case .refused(let reply) = fault { return reply }
    let usual: LoopbackServer.Reply =
      switch request.path {
      case "/v1/sync/push": push(request, isRejected)
      case "/v1/sync/changes": changes(request)
      case "/v1/sync/device": device(request)
      case "/v1/token/refresh": renew(request)
      default: .text("{}", status: 404)
      }
    if case .answerLost(let reply) = fault { return reply }
    return usual
  }

  /// A refresh token is used up when the token that it brought is shown for the first time.
  private func isAccepted(_ request: LoopbackServer.Request) -> Bool {
    state.withLock { state in
      guard request.header("Authorization") == "Bearer \(state.token)" else { return false }
      if state.refreshTokens.contains(state.newestRefreshToken) { state.refreshTokens = [state.newestRefreshToken] }
      return true
    }
  }

  private func renew(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    let shown = (try? JSON(parsing: request.body))?["refresh_token"].string ?? ""
    return state.withLock { state in
      guard state.refreshTokens.contains(shown) else { return .text(#"{"code":"unauthorized","message":"?"}"#, status: 401) }
      state.renewals += 1
      state.token = "token-\(state.renewals)"
      state.newestRefreshToken = "refresh-\(state.renewals)"
      state.refreshTokens.insert(state.newestRefreshToken)
      return .text(#"{"token":"\#(state.token)","refresh_token":"\#(state.newestRefreshToken)","expires_at_ms":1}"#)
    }
  }

  private func push(_ request: LoopbackServer.Request, _ isRejected: (SyncRecord) -> Bool) -> LoopbackServer.Reply {
    let packing = request.header("Content-Encoding") ?? "identity"
    let taken = state.withLock { $0.encodings } ?? ["gzip"]
    guard let encoding = BodyEncoding(rawValue: packing), encoding == .identity || taken.contains(packing) else {
      return .text(#"{"code":"encoding","message":"?"}"#, status: 415)
    }
    guard let plain = try? encoding.unpacked(request.body),
      let body = try? JSON(parsing: plain), let name = body["device"].string, let number = body["push"].int,
      let records = body["records"].array?.compactMap(SyncRecord.init(json:)), name == request.header("HSync-Device")
    else { return .text(#"{"code":"bad_json","message":"?"}"#, status: 400) }
    let sha = Hexadecimal.text(SHA256.of(plain))
    return state.withLock { state in
      var device = state.devices[name] ?? Device()
      if number == device.last, sha == device.sha {
        state.replays += 1
        return .text(device.answer)
      }
      guard number == device.last + 1 else {
        let code = number <= device.last ? "device_rewound" : "server_rewound"
        return .text(#"{"code":"\#(code)","message":"?","last":\#(device.last),"epoch":"\#(state.epoch)"}"#, status: 409)
      }
      device.last = number
      device.sha = sha
      device.answer = ReferenceBackend.answer(to: number, records, from: name, isRejected, &state)
      state.devices[name] = device
      return .text(device.answer)
    }
  }

  private static func answer(
    to number: Int64, _ records: [SyncRecord], from device: String, _ isRejected: (SyncRecord) -> Bool, _ state: inout State
  ) -> String {
    var rejected: [JSON] = []
    var superseded: [JSON] = []
    for record in records {
      let key = record.kind + "/" + record.id
      let mine = SyncRecord(kind: record.kind, id: record.id, hlc: record.hlc, dev: record.dev ?? device, content: record.content)
      if isRejected(record) {
        rejected.append(
          .object([("kind", .string(record.kind)), ("id", .string(record.id)), ("code", .string("range")), ("message", .string("no"))]))
      } else if let there = state.records[key]?.record, (there.hlc, there.dev ?? "") > (mine.hlc, mine.dev ?? "") {
        superseded.append(json(there))
      } else if state.records[key]?.record.hlc != mine.hlc || state.records[key]?.record.dev != mine.dev {
        state.seq += 1
        state.records[key] = Stored(record: mine, seq: state.seq)
      }
    }
    return JSON.object([
      ("push", JSON(number)), ("accepted", JSON(records.count - rejected.count - superseded.count)), ("rejected", .array(rejected)),
      ("superseded", .array(superseded)), ("restamped", .array([])),
      ("limits", state.encodings.map { .object([("encodings", .array($0.map(JSON.string)))]) } ?? .null),
    ]).text
  }

  private func changes(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    var query: [String: String] = [:]
    for part in request.target.split(separator: "?").last?.split(separator: "&") ?? [] {
      let pair = part.split(separator: "=", omittingEmptySubsequences: false)
      query[String(pair[0])] = String(pair[1])
    }
    let since = query["since"] ?? ""
    let limit = Int(query["limit"] ?? "") ?? 1000
    return state.withLock { state in
      let parts = since.split(separator: ".")
      let from = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
      guard since.isEmpty || (parts.first.map(String.init) == state.epoch && from <= state.seq) else {
        return .text(#"{"code":"server_rewound","message":"?","last":0,"epoch":"\#(state.epoch)"}"#, status: 410)
      }
      let after = state.records.values.filter { $0.seq > from }.sorted { $0.seq < $1.seq }
      let page = after.prefix(limit)
      let next = page.last?.seq ?? from
      return .text(
        JSON.object([
          ("changes", .array(page.map { ReferenceBackend.json($0.record) })), ("next", .string("\(state.epoch).\(next)")),
          ("more", .bool(page.count < after.count)), ("snapshot", .bool(since.isEmpty)),
        ]).text)
    }
  }

  private func device(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    state.withLock { state in
      guard let device = state.devices[request.header("HSync-Device") ?? ""] else {
        return .text(#"{"code":"not_found","message":"?"}"#, status: 404)
      }
      return .text(#"{"last":\#(device.last),"sha":"\#(device.sha)"}"#)
    }
  }

  private static func json(_ record: SyncRecord) -> JSON {
    var members: [(String, JSON)] = [
      ("kind", .string(record.kind)), ("id", .string(record.id)), ("hlc", .string(String(record.hlc))), ("dev", JSON(record.dev)),
    ]
    switch record.content {
    case .put(let text): members += [("op", .string("put")), ("data", (try? JSON(parsing: text)) ?? .null)]
    case .deleted, .withheld: members.append(("op", .string("del")))
    }
    return .object(members)
  }
}
