import GRDB
import Gzip
import HealthModel
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import SyncBackend

@Suite struct LimitTests {
  private var small: BackendLimits {
    var limits = BackendLimits()
    limits.maxBodyBytes = 2000
    limits.maxRecords = 3
    return limits
  }

  @Test func bodiesAreLimitedPackedAndUnpacked() async throws {
    let fixture = try BackendFixture(limits: small)
    try await fixture.test { client in
      let large = Client.pushBody(1, [Sample.put("a", 1, #"{"text":"\#(String(repeating: "x", count: 3000))"}"#)])
      let plain = try await client.send(.post, "/v1/sync/push", body: large)
      var bombs: [Client.Answer] = []
      for encoding in ContentCoding.allCases {
        let packed = try encoding.packed(large)
        #expect(packed.count < 2000)
        bombs.append(try await client.send(.post, "/v1/sync/push", headers: ["Content-Encoding": encoding.rawValue], body: packed))
      }
      let many = try await client.push(1, (0..<4).map { Sample.put("\($0)", 1) })
      let meal = try await client.send(.post, "/food/log", body: large)
      for answer in [plain, many, meal] + bombs {
        #expect(answer.status == 413)
        #expect(answer.json["code"].string == "too_large")
      }
      let good = try await client.push(1, (0..<3).map { Sample.put("\($0)", 1) })
      #expect(good.status == 200)
      #expect(good.json["limits"].text == #"{"max_records":3,"max_bytes":2000,"encodings":["zstd","gzip"],"events":true}"#)
    }
  }

  @Test(arguments: ["br", "deflate", "zstd, gzip"]) func anUnknownEncodingIsRefused(_ name: String) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answer = try await client.send(.post, "/v1/sync/push", headers: ["Content-Encoding": name], body: Client.pushBody(1, []))
      #expect(answer.status == 415)
      #expect(answer.json["code"].string == "unsupported_encoding")
      #expect(answer.headers[.acceptEncoding] == "zstd, gzip, identity")
    }
  }

  @Test(arguments: ContentCoding.allCases) func aDamagedBodyIsRefused(_ encoding: ContentCoding) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let body = Client.pushBody(1, [])
      let packed = try encoding.packed(body)
      var flipped = packed
      flipped[flipped.count - 3] ^= 0x10  // in the checksum
      for bytes in [body, Array(packed.dropLast(6)), flipped, []] {
        let answer = try await client.send(.post, "/v1/sync/push", headers: ["Content-Encoding": encoding.rawValue], body: bytes)
        #expect(answer.status == 400)
        #expect(answer.json["message"].string == "the body isn't \(encoding.rawValue), or is damaged")
      }
      #expect(try fixture.table("SELECT * FROM device") == "")
    }
  }

  /// An `Accept-Encoding` and what a page comes packed with.
  static let accepted: [(String, String?)] = [
    ("", nil), ("identity", nil), ("br, *", nil), ("gzip", "gzip"), ("zstd", "zstd"), ("gzip, zstd", "zstd"), ("deflate, GZIP", "gzip"),
    ("gzip;q=0, zstd;q=0.0", nil), ("gzip; q=1.0, zstd; q=0.5", "gzip"), ("zstd;q=x, gzip", "gzip"),
  ]

  @Test(arguments: accepted) func aPageIsPackedAsItsReaderLikes(_ header: String, _ encoding: String?) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.push(1, (0..<100).map { Sample.put("id\($0)", 1) })
      let page = try await client.send(.get, "/v1/sync/changes", headers: ["Accept-Encoding": header])
      #expect(page.headers[.contentEncoding] == encoding)
      #expect(page.headers[.vary] == "Accept-Encoding")
      #expect(page.json["changes"].array?.count == 100)
    }
  }

  @Test func aLongAnswerLeavesOutTheWinnersData() async throws {
    var limits = BackendLimits()
    limits.maxPushAnswerBytes = 1000
    let fixture = try BackendFixture(limits: limits)
    try await fixture.test { client in
      _ = try await client.push(1, device: "bb", [Sample.put("a", 9, #"{"text":"\#(String(repeating: "x", count: 2000))"}"#)])
      let answer = try await client.push(1, [Sample.put("a", 1)])
      #expect(answer.json["superseded"].text == #"[{"kind":"note","id":"a","hlc":"9","dev":"bb","op":"put"}]"#)
    }
  }

  @Test func unknownRoutesAndMethodsAreJSONToo() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      for path in ["/", "/v1", "/v1/sync/push/1"] {
        let answer = try await client.send(.get, path)
        #expect(answer.status == 404, "\(path)")
        #expect(answer.json["code"].string == "not_found", "\(path)")
      }
      for (method, path, allowed) in [
        ("GET", "/v1/token/refresh", "POST"), ("GET", "/v1/sync/push", "POST"), ("DELETE", "/food/log", "POST"),
        ("PUT", "/health", "GET, HEAD"),
      ] {
        let answer = try await client.send(.init(method)!, path)
        #expect(answer.status == 405, "\(method) \(path)")
        #expect(answer.json["code"].string == "method_not_allowed", "\(method) \(path)")
        #expect(answer.headers[.allow] == allowed, "\(method) \(path)")
      }
    }
  }

  @Test func healthTellsWhetherTheDatabaseTakesWrites() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let well = try await client.send(.get, "/health", headers: ["Authorization": ""])
      #expect(well.status == 200)
      #expect(well.text == #"{"status":"ok"}"#)
      #expect(try fixture.table("SELECT name FROM owner") == "alice\nbob")
      try await fixture.database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") }
      fixture.clock.advance(ms: 1000)
      let ill = try await client.send(.get, "/health", headers: ["Authorization": ""])
      #expect(ill.status == 503)
      #expect(ill.json["code"].string == "unhealthy")
      let push = try await client.push(1, [Sample.put("a", 1)])
      #expect(push.status == 503)
      #expect(push.json["code"].string == "read_only")
      #expect(push.headers[.retryAfter] == "5")
    }
  }

  @Test func aFullDiskStoresNothingAndSaysSo() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.push(1, [Sample.put("a", 1)])
      let before = try fixture.table("SELECT * FROM rec") + fixture.table("SELECT * FROM device")
      try await fixture.database.pool.writeWithoutTransaction { db in
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        try db.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
      }
      let records = (0..<200).map { Sample.put("id\($0)", 1, #"{"text":"\#(String(repeating: "x", count: 400))"}"#) }
      let answer = try await client.push(2, records)
      #expect(answer.status == 503)
      #expect(answer.json["code"].string == "storage_full")
      #expect(try fixture.table("SELECT * FROM rec") + fixture.table("SELECT * FROM device") == before)
      try await fixture.database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
      let again = try await client.push(2, records)
      #expect(again.json["accepted"].int == 200)
    }
  }

  @Test func theWholeWayOverASocket() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let body = try Gzip.compressed(Client.pushBody(1, (0..<2000).map { Sample.put("id\($0)", 1) }))
      let answer = try await client.send(.post, "/v1/sync/push", headers: ["Content-Encoding": "gzip"], body: body)
      #expect(answer.json["accepted"].int == 2000)
      let page = try await client.send(.get, "/v1/sync/changes?limit=5000", headers: ["Accept-Encoding": "gzip"])
      #expect(page.json["changes"].array?.count == 2000)
      let missing = try await client.send(.get, "/nope")
      #expect(missing.status == 404)
    }
  }

  @Test func aRequestThatDoesNotArriveInTimeIsCutOff() async throws {
    var limits = BackendLimits()
    limits.requestDeadlineMs = 50
    let fixture = try BackendFixture(limits: limits)
    try await fixture.test { client in
      // A body is announced and never sent: the server must close, not wait.
      let port = client.port
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(host: "localhost", port: port).get()
      let head = "POST /v1/sync/push HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(client.token)\r\nContent-Length: 100\r\n\r\n{"
      try await channel.writeAndFlush(ByteBuffer(string: head))
      try await channel.closeFuture.get()
    }
    #expect(try fixture.table("SELECT * FROM device") == "")
  }
}
