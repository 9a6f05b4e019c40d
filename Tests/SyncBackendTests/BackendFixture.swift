import HTTPTypes
import HealthModel
import Hummingbird
import Logging
import ServerTesting
import TestSupport
import Testing

@testable import SyncBackend

/// A backend with two users over a real database, at a time that stands still.
struct BackendFixture: Sendable {
  /// 2026-02-10T12:00:00Z.
  static let noon: Int64 = 1_770_724_800_000

  let folder: TemporaryFolder
  let data: TestDatabase
  let backend: BackendServer
  let clock = ManualClock(ms: BackendFixture.noon)
  /// The tokens of the two users.
  let alice: String
  let bob: String

  /// A backend over the database of an engine: usually the one that the test runs on.
  init(limits: BackendLimits = BackendLimits(), logger: Logger = BackendFixture.logger, on engine: TestEngine = .current) throws {
    folder = try TemporaryFolder()
    let clock = clock
    data = try engine.makeDatabase(folder, limits) { clock.nowMs }
    let users = UserDirectory(data.store)
    alice = try users.add("alice").token
    bob = try users.add("bob").token
    backend = try BackendServer(data.store, limits: limits, now: { clock.nowMs }, logger: logger)
  }

  /// Changes the database as a restart does: a new epoch.
  func restart() throws { try data.restart() }

  /// Users of the same database.
  var users: UserDirectory { UserDirectory(data.store) }

  /// The file of a fixture on SQLite.
  var database: BackendDatabase { data.sqlite! }

  /// Runs a test against a server on loopback.
  func test(_ body: @Sendable (Client) async throws -> Void) async throws {
    try await BackendFixture.serve(backend) { try await body(Client(port: $0, token: alice)) }
  }

  /// Serves a backend on loopback while a test runs, which gets the port.
  static func serve(_ backend: BackendServer, _ body: @Sendable (Int) async throws -> Void) async throws {
    try await serving(
      { listening in
        backend.application(on: .port(host: "127.0.0.1", port: 0), onListening: { listening($0?.port ?? 0) })
      }, body)
  }

  /// A table as text, a row a line, columns separated by `|`.
  func table(_ sql: String) throws -> String { try data.rows(sql).map { $0.joined(separator: "|") }.joined(separator: "\n") }

  /// Joins `owner` to a table.
  func join(_ table: String) -> String { "JOIN owner ON owner.\(data.ownerKey) = \(table).owner" }

  /// All records, those of the first user first.
  func records() throws -> String {
    try table("SELECT name, kind, rec.id, hlc, dev, body, rec.seq FROM rec \(join("rec")) ORDER BY name, rec.seq")
  }

  static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

/// A client of the protocol, as one user.
struct Client: Sendable {
  let port: Int
  var token: String

  /// An answer: status, header fields, JSON.
  struct Answer: Sendable {
    let status: Int
    let headers: HTTPFields
    let bytes: [UInt8]
    let json: JSON

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  func send(
    _ method: HTTPRequest.Method, _ uri: String, headers: [String: String] = [:], body: [UInt8]? = nil, token: String? = nil
  ) async throws -> Answer {
    let usual = ["Authorization": "Bearer \(token ?? self.token)", "Content-Length": body.map { "\($0.count)" } ?? ""]
    var head = "\(method.rawValue) \(uri) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    for (name, value) in usual.merging(headers, uniquingKeysWith: { $1 }) where !value.isEmpty { head += "\(name): \(value)\r\n" }
    let connection = try RawConnection(port: port)
    await connection.send(Array((head + "\r\n").utf8) + (body ?? []))
    let answer = try #require(RawAnswer(await connection.bytesToEnd()))
    var fields = HTTPFields()
    for (name, value) in answer.fields { if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) } }
    var bytes = answer.body
    if let encoding = try ContentCoding.named(fields[.contentEncoding]) { bytes = try encoding.unpacked(bytes, limit: 64 << 20) }
    return Answer(status: answer.status, headers: fields, bytes: bytes, json: (try? JSON(parsing: bytes)) ?? .null)
  }

  /// Pushes records as a device.
  func push(_ number: Int, device: String = "aa", _ records: [String], token: String? = nil) async throws -> Answer {
    try await send(.post, "/v1/sync/push", body: Client.pushBody(number, device: device, records), token: token)
  }

  static func pushBody(_ number: Int, device: String = "aa", _ records: [String]) -> [UInt8] {
    Array(#"{"device":"\#(device)","push":\#(number),"records":[\#(records.joined(separator: ","))]}"#.utf8)
  }

  func changes(since: String = "", _ more: String = "", token: String? = nil) async throws -> Answer {
    try await send(.get, "/v1/sync/changes?since=\(since)\(more)", token: token)
  }

  /// Repeats a request while the database isn't back yet.
  func answered(_ send: () async throws -> Answer) async throws -> Answer {
    var answer = try await send()
    _ = try await comesTrue(awaiting: {
      if answer.status == 503 { answer = try await send() }
      return answer.status != 503
    })
    return answer
  }
}

/// JSON of records.
enum Sample {
  /// A clock of a millisecond after noon.
  static func hlc(_ ms: Int64, _ counter: Int64 = 0) -> Int64 { (BackendFixture.noon + ms) << 16 | counter }

  static func put(_ id: String, _ hlc: Int64, kind: String = "note", _ data: String = #"{"text":"a"}"#, dev: String? = nil) -> String {
    let maker = dev.map { #","dev":"\#($0)""# } ?? ""
    return #"{"kind":"\#(kind)","id":"\#(id)","hlc":"\#(hlc)"\#(maker),"op":"put","data":\#(data)}"#
  }

  static func delete(_ id: String, _ hlc: Int64, kind: String = "note") -> String {
    #"{"kind":"\#(kind)","id":"\#(id)","hlc":"\#(hlc)","op":"del"}"#
  }

  /// A meal's data with one member replaced, or left out when `value` is empty.
  static func meal(_ key: String = "note", _ value: String = "null") -> String {
    let members = [
      ("day", #""2026-02-10""#), ("eaten_at_ms", "1770724800000"), ("utc_offset_min", "60"), ("slot", #""lunch""#),
      ("name", #""Oat biscuits""#), ("brand", #""Example""#), ("gtin", #""09521234543213""#),
      ("amount", #"{"servings":1.5,"grams":null}"#), ("nutrition", #"{"energy_kcal":161.7,"protein_g":3,"fat_g":null}"#),
      ("provenance", #"{"source":"product_file","revision":null,"basis":"100g","doubts":["all_zero"]}"#), ("note", "null"),
      ("created_at_ms", "1770724801000"),
    ]
    let texts = members.compactMap { name, text in
      name != key ? "\"\(name)\":\(text)" : value.isEmpty ? nil : "\"\(name)\":\(value)"
    }
    return "{\(texts.joined(separator: ","))}"
  }
}
