import GRDB
import Glibc
import HealthModel
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import SyncBackend

/// Findings of an attack on the server, by their numbers. `HostileServerProcessTests` has the rest, which needs a process of its own.
@Suite("requests to the backend", .onEachEngine) struct HostileServerTests {
  private static let largest = "9223372036854775807"

  private func lines(_ count: Int) -> [UInt8] {
    Array(String(repeating: #"{"at_ms":1770724800000,"event":"e"}"# + "\n", count: count).utf8)
  }

  // MARK: F2, numbers at their limits

  @Test func f2LargeNumbersInAnEventsKeyAreRefused() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      for key in ["aa:1:\(Self.largest)", "aa:\(Self.largest):0", "aa:1:9007199254740992", "aa:1:+1", "aa:1:01", "aa:1:0:0", "aa::0"] {
        let answer = try await client.send(.post, "/v1/events", headers: ["Idempotency-Key": "\"\(key)\""], body: lines(2))
        #expect(answer.status == 400, "\(key)")
      }
      let most = try await client.send(.post, "/v1/events", headers: ["Idempotency-Key": "aa:1:9007199254740991"], body: lines(2))
      #expect(most.status == 200)
    }
  }

  @Test func f2LargeNumbersElsewhereAreRefusedOrBounded() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let epoch = try #require(try await client.changes().json["next"].string?.split(separator: ".").first)
      let cursor = try await client.changes(since: "\(epoch).\(Self.largest)")
      #expect(cursor.status == 410)
      let limit = try await client.changes("&limit=\(Self.largest)")
      #expect(limit.status == 400)
      let pushed = try await client.changes(since: "\(epoch).0", "&pushed=\(Self.largest)")
      #expect(pushed.status == 200)
      for number in [Self.largest, "9007199254740992", "0", "-1", "1.0", "1e3"] {
        let push = try await client.send(.post, "/v1/sync/push", body: Array(#"{"device":"aa","push":\#(number),"records":[]}"#.utf8))
        #expect(push.status == 400, "\(number)")
      }
      let hlc = try await client.push(1, [Sample.put("a", .max)])
      #expect(hlc.json["restamped"].array?.count == 1)
      let meal = try await client.send(
        .post, "/food/log", headers: ["Idempotency-Key": "m:\(Self.largest)"], body: Array(Sample.meal().utf8))
      #expect(meal.status == 201)
      #expect(try fixture.table("SELECT count(*) FROM rec WHERE hlc < \(Sample.hlc(1000))") == "2")
    }
  }

  // MARK: F4, memory

  @Test func f4MembersThatNobodyAsksForAreNeverMadeIntoValues() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let flood = String(repeating: #"{"":0},"#, count: 200_000) + "0"
      let body = #"{"records":[],"device":"ab1","push":1,"z":[\#(flood)]}"#
      let answer = try await client.send(
        .post, "/v1/sync/push", headers: ["Content-Encoding": "zstd"], body: try ContentCoding.zstd.packed(Array(body.utf8)))
      #expect(answer.status == 200)
    }
  }

  @Test func f4ARecordOfTooManyValuesIsRefusedByItself() async throws {
    var limits = BackendLimits()
    limits.maxValues = 100
    let fixture = try BackendFixture(limits: limits)
    try await fixture.test { client in
      let flood = #"{"a":[\#(String(repeating: "0,", count: 100))0]}"#
      // White space makes a record unusual.
      for (number, data) in [flood, " " + flood].enumerated() {
        let answer = try await client.push(number + 1, [Sample.put("a", 1, data), Sample.put("b", Int64(number) + 1)])
        #expect(answer.json["accepted"].int == 1)
        #expect(answer.json["rejected"].array?.first?["code"].string == "too_large")
      }
      let meal = try await client.send(.post, "/food/log", body: Array(flood.utf8))
      #expect(meal.status == 400)
    }
  }

  @Test func f4WhatIsWorkedOnAtOnceIsBounded() async throws {
    let idle = Counter()
    let turnstile = Turnstile(capacity: 100_000, mostWaiting: 2, onIdle: { peak in idle.add(peak) })
    let (alice, bob) = (Owner(number: 1, id: "a"), Owner(number: 2, id: "b"))
    let first = try await turnstile.enter(alice, bytes: 50_000)
    // Alice has her half; hers waits, Bob's doesn't.
    async let second = turnstile.enter(alice, bytes: 10_000)
    while turnstile.waiting < 1 { await Task.yield() }
    let bobs = try await turnstile.enter(bob, bytes: 50_000)
    #expect(turnstile.waiting == 1)
    async let third = turnstile.enter(alice, bytes: 10_000)
    while turnstile.waiting < 2 { await Task.yield() }
    await #expect(throws: Refusal.self) { try await turnstile.enter(alice, bytes: 1) }
    let cancelled = Task { try await turnstile.enter(bob, bytes: 10_000) }
    while turnstile.waiting < 3 { await Task.yield() }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { _ = try await cancelled.value }
    first.shrink(to: 0)
    for turn in try await [second, third] { turn.shrink(to: 0) }
    #expect(idle.values == [])
    bobs.shrink(to: 0)
    #expect(idle.values == [100_000])
  }

  // MARK: F8, connections

  @Test func f8AConnectionWithoutARequestIsClosedInTime() throws {
    var limits = BackendLimits()
    limits.headDeadlineMs = 10_000
    for begun in ["", "GET /health HTTP/1.1\r\nHost: x\r\n"] {
      let (channel, _) = try guarded(limits)
      if !begun.isEmpty { try channel.writeInbound(ByteBuffer(string: begun)) }
      channel.embeddedEventLoop.advanceTime(by: .milliseconds(9_999))
      #expect(channel.isActive)
      channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
      #expect(!channel.isActive)
    }
  }

  @Test func f8ARequestStopsTheClockAndTheNextOneStartsItAgain() throws {
    let (channel, _) = try guarded(BackendLimits())
    try channel.writeInbound(ByteBuffer(string: "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"))
    channel.embeddedEventLoop.advanceTime(by: .seconds(30))
    #expect(channel.isActive)
    try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    channel.embeddedEventLoop.advanceTime(by: .seconds(30))
    #expect(channel.isActive)
    try channel.writeInbound(ByteBuffer(string: "G"))
    channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    #expect(!channel.isActive)
  }

  @Test func f8AnAddressHasOnlySoManyConnections() throws {
    let table = ConnectionTable(most: 100, mostPerAddress: 3)
    let (stranger, neighbour) = (ClientAddress("2001:db8::1"), ClientAddress("2001:db8::ffff:1"))
    let channels = (0..<8).map { _ in EmbeddedChannel() }
    #expect(channels[0..<3].allSatisfy { table.add($0, from: stranger) })
    #expect(!table.add(channels[3], from: neighbour))  // of the same network
    #expect(table.add(channels[4], from: ClientAddress("192.0.2.1")))
    #expect(channels[5...].allSatisfy { table.add($0, from: ClientAddress("127.0.0.1")) })
    table.remove(channels[0])
    #expect(table.add(channels[3], from: neighbour))
  }

  @Test func f8AFullServerClosesTheConnectionThatIsIdleForLongest() throws {
    let table = ConnectionTable(most: ConnectionTable.headroom + 3, mostPerAddress: 3)
    let channels = try (0..<5).map { _ in
      let channel = EmbeddedChannel()
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
      return channel
    }
    for channel in channels[0..<3] { #expect(table.add(channel, from: nil)) }
    table.mark(channels[0], isIdle: false)
    #expect(table.add(channels[3], from: nil))
    channels[1].embeddedEventLoop.run()
    #expect(channels.map(\.isActive) == [true, false, true, true, true])
    table.mark(channels[0], isIdle: true)
    // It is forgotten before it has ended: the next one displaces another.
    #expect(table.add(channels[4], from: nil))
    #expect(channels.map(\.isActive) == [true, false, false, true, true])
  }

  @Test func f8ThousandIdleConnectionsLockNobodyOut() async throws {
    var limits = BackendLimits()
    limits.maxConnections = 40
    let fixture = try BackendFixture(limits: limits)
    try await fixture.test { client in
      let port = client.port
      let idle = try (0..<100).map { _ in try RawConnection(port: port) }
      let answer = try await RawConnection.answer(port: port, to: Self.get("/healthz"))
      #expect(answer.hasPrefix("HTTP/1.1 200"))
      withExtendedLifetime(idle) {}
    }
  }

  @Test func f8NoDescriptorsIsAPauseAndNoSpin() throws {
    let reads = Reads()
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandlers(reads, AcceptBackOff(logger: BackendFixture.logger))
    let fail = { channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept")) }
    channel.pipeline.read()
    #expect(reads.count == 1)
    fail()
    for _ in 0..<100 { channel.pipeline.read() }
    #expect(reads.count == 1)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(reads.count == 2)
    // Other errors go on.
    channel.pipeline.fireErrorCaught(IOError(errnoCode: EINVAL, reason: "accept"))
    #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
  }

  // MARK: F9, quotas and fairness

  @Test func f9AUserHasOnlyTheirShareOfTheDisk() async throws {
    var limits = BackendLimits()
    limits.maxUserBytes = 5000
    let fixture = try BackendFixture(limits: limits)
    try await fixture.test { client in
      let text = #"{"text":"\#(String(repeating: "x", count: 1000))"}"#
      let fits = try await client.push(1, (0..<3).map { Sample.put("\($0)", 1, text) })
      #expect(fits.status == 200)
      let before = try fixture.records()
      let more = try await client.push(2, (3..<6).map { Sample.put("\($0)", 1, text) })
      #expect(more.status == 507)
      #expect(more.json["code"].string == "quota_exceeded")
      #expect(more.headers[.retryAfter] == "3600")
      #expect(try fixture.records() == before)
      let others = try await client.push(1, [Sample.put("a", 1, text)], token: fixture.bob)
      #expect(others.status == 200)
      // Deleting and overwriting is possible, and makes room.
      let less = try await client.push(2, [Sample.delete("0", 2), Sample.delete("1", 2), Sample.put("2", 2, text)])
      #expect(less.json["accepted"].int == 3)
      let again = try await client.push(3, [Sample.put("3", 1, text)])
      #expect(again.status == 200)
    }
    let counted = """
      SELECT bytes = (SELECT sum(coalesce(length(body), 0) + length(rec.id) + 100) FROM rec WHERE rec.owner = o.KEY)
        + (SELECT coalesce(sum(length(answer) + 100), 0) FROM device WHERE device.owner = o.KEY),
        records = (SELECT count(*) FROM rec WHERE rec.owner = o.KEY) FROM owner o
      """.replacing("KEY", with: fixture.data.ownerKey)
    #expect(try fixture.table(counted) == "1|1\n1|1")
  }

  @Test func f9AUserHasOnlySoManyDevices() async throws {
    var limits = BackendLimits()
    limits.maxDevices = 2
    let fixture = try BackendFixture(limits: limits)
    try await fixture.test { client in
      for device in ["a1", "a2"] {
        let answer = try await client.push(1, device: device, [])
        #expect(answer.status == 200)
        fixture.clock.advance(ms: 1000)
      }
      let third = try await client.push(1, device: "a3", [Sample.put("a", 1)])
      #expect(third.status == 403)
      #expect(third.json["code"].string == "too_many_devices")
      #expect(try fixture.records() == "")
      // One that was away for long makes room.
      fixture.clock.advance(ms: BackendLimits().deviceMemoryMs)
      let later = try await client.push(1, device: "a3", [Sample.put("a", 1)])
      #expect(later.status == 200)
      #expect(try fixture.table("SELECT dev FROM device ORDER BY dev") == "a2\na3")
    }
  }

  @Test func f9AnswersAreKeptWithoutTheRecords() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let text = #"{"text":"\#(String(repeating: "x", count: 2000))"}"#
      _ = try await client.push(1, device: "bb", (0..<1000).map { Sample.put("\($0)", 9, text) })
      for device in ["c1", "c2", "c3"] {
        let answer = try await client.push(1, device: device, (0..<1000).map { Sample.put("\($0)", 1) })
        #expect(answer.json["superseded"].array?.count == 1000)
        let again = try await client.push(1, device: device, (0..<1000).map { Sample.put("\($0)", 1) })
        #expect(again.bytes == answer.bytes)
      }
    }
    #expect(try fixture.table("SELECT sum(length(answer)) < 400000 FROM device") == "1")
  }

  @Test func f9AScanEndsAfterSoManyRowsAndGoesOn() async throws {
    var limits = BackendLimits()
    limits.maxScannedRows = 10
    let fixture = try BackendFixture(limits: limits)
    try await fixture.test { client in
      _ = try await client.push(1, (0..<35).map { Sample.put("\($0)", 1, kind: $0 == 30 ? "rare" : "note") })
      // Numbers that are used up by overwritten rows aren't looked at.
      _ = try await client.push(2, (0..<35).map { Sample.put("\($0)", 2, kind: $0 == 30 ? "rare" : "note") })
      var (cursor, pages, found) = ("", 0, 0)
      while true {
        let page = try await client.changes(since: cursor, "&kinds=rare")
        #expect(page.status == 200)
        pages += 1
        found += page.json["changes"].array?.count ?? 0
        let next = try #require(page.json["next"].string)
        #expect(next != cursor)
        cursor = next
        guard page.json["more"].bool == true else { break }
      }
      #expect(pages == 4 && found == 1)
      let none = try await client.changes(since: cursor, "&kinds=zz")
      #expect(none.json["changes"].array == [] && none.json["more"].bool == false)
      // A full page goes on right after its last record.
      let full = try await client.changes("&limit=3")
      let rest = try await client.changes(since: try #require(full.json["next"].string), "&limit=5000")
      #expect(full.json["changes"].array?.count == 3 && rest.json["changes"].array?.count == 10)
    }
  }

  @Test func f9HeldBodiesAreBoundedForAUserAndForAll() throws {
    let held = HeldBytes(most: 400)
    let (alice, bob) = (Owner(number: 1, id: "a"), Owner(number: 2, id: "b"))
    var hers: HeldBytes.Lease? = held.lease(for: alice)
    try hers?.grow(by: 100)
    let refusal = #expect(throws: Refusal.self) { try held.lease(for: alice).grow(by: 1) }
    #expect(refusal?.status == .tooManyRequests)
    try held.lease(for: bob).grow(by: 100)
    #expect(held.total == 100)
    hers = nil
    #expect(held.total == 0)
    let others = (3..<7).map { held.lease(for: Owner(number: $0, id: "o\($0)")) }
    for lease in others { try lease.grow(by: 100) }
    let full = #expect(throws: Refusal.self) { try held.lease(for: alice).grow(by: 1) }
    #expect(full?.status == .serviceUnavailable && full?.headers[.retryAfter] == "2")
  }

  @Test func f9WhoAsksTooOftenHasToWait() async throws {
    var limits = BackendLimits()
    limits.requestsPerSecond = 2
    let fixture = try BackendFixture(limits: limits)
    try await fixture.test { client in
      for _ in 0..<20 {
        let answer = try await client.changes()
        #expect(answer.status == 200)
      }
      let refused = try await client.changes()
      #expect(refused.status == 429)
      #expect(refused.json["code"].string == "too_many_requests")
      #expect(refused.headers[.retryAfter] == "1")
      let others = try await client.changes(token: fixture.bob)
      #expect(others.status == 200)
      fixture.clock.advance(ms: 500)
      let later = try await client.changes()
      #expect(later.status == 200)
    }
  }

  @Test func f9AnAddressIsCountedAsTheProxySays() async throws {
    var limits = BackendLimits()
    limits.requestsPerSecond = 1
    let fixture = try BackendFixture(limits: limits)
    try await fixture.test { client in
      func status(_ address: String) async throws -> Int {
        try await client.send(.get, "/v1/sync/changes", headers: ["X-Forwarded-For": address], token: "wrong").status
      }
      // Forty at once; a wrong token costs twenty-one.
      let first = try await status("198.51.100.7, 192.0.2.1")
      let second = try await status("192.0.2.1")
      let elsewhere = try await status("192.0.2.2")
      let unknown = try await status("nonsense")
      #expect([first, second, elsewhere, unknown] == [401, 429, 401, 401])
    }
  }

  // MARK: F10, errors of the parser

  @Test func f10ABodyThatIsNoHTTPIsTheClientsFault() async throws {
    let log = CountingLog()
    let fixture = try BackendFixture(logger: Logger(label: "test") { _ in log })
    try await fixture.test { client in
      let port = client.port
      let answer = try await RawConnection.answer(
        port: port, to: "POST /v1/token/refresh HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
    }
    #expect(log.lines.values == [])
  }

  // MARK: F12, health

  @Test func f12AMovedFileIsNotReadyThoughAlive() async throws {
    let fixture = try BackendFixture(on: .sqlite)
    try await fixture.test { client in
      func status(_ path: String) async throws -> Int { try await client.send(.get, path, headers: ["Authorization": ""]).status }
      for path in ["/health", "/healthz", "/readyz"] {
        let well = try await status(path)
        #expect(well == 200, "\(path)")
      }
      rename(fixture.folder.file("backend.db"), fixture.folder.file("elsewhere.db"))
      fixture.clock.advance(ms: 1000)
      let (old, ready, alive) = (try await status("/health"), try await status("/readyz"), try await status("/healthz"))
      #expect([old, ready, alive] == [503, 503, 200])
    }
  }

  @Test func f12TheRoomThatIsKeptIsUsedWhenTheDiskIsFull() throws {
    let fixture = try BackendFixture(on: .sqlite)
    let reserve = fixture.folder.file("reserve")
    #expect(access(reserve, F_OK) == 0)
    try fixture.database.pool.writeWithoutTransaction { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
    // Here the room doesn't help, and it is said.
    let error = #expect(throws: BackendError.self) { for index in 0..<500 { _ = try fixture.users.add("user\(index)") } }
    #expect(error?.kind == .io && error?.message.hasSuffix("is full: nothing was changed") == true)
    #expect(access(reserve, F_OK) == 0)
    #expect(try fixture.users.revokeTokens(of: "alice") == 1)
  }

  // MARK: F13, clocks

  @Test func f13AJumpOfTheClockIsNotFollowed() {
    let (wall, boot) = (ManualClock(ms: BackendFixture.noon), ManualClock(ms: 5))
    let jumps = Counter()
    let clock = ServerClock(wall: { wall.nowMs }, boot: { boot.nowMs }, onJump: { _ in jumps.add(1) })
    let year: Int64 = 366 * 86_400_000
    wall.advance(ms: 3_600_000)  // put right by an hour
    #expect(clock.nowMs == BackendFixture.noon + 3_600_000)
    wall.advance(ms: 20 * year)
    for _ in 0..<3 { #expect(clock.nowMs == BackendFixture.noon + 3_600_000) }
    boot.advance(ms: 1000)
    #expect(clock.nowMs == BackendFixture.noon + 3_601_000)
    #expect(jumps.values == [1])
    wall.advance(ms: 1000 - 20 * year)
    #expect(clock.nowMs == BackendFixture.noon + 3_601_000)
  }

  @Test func f13AStartAtAnImplausibleTimeIsRefused() async throws {
    let folder = try TemporaryFolder()
    func start(_ ms: Int64, trusting: Bool = false) throws -> BackendError? {
      let database = try BackendDatabase(folder: folder.path, makesFolder: true)
      do throws(BackendError) {
        _ = try BackendServer(SQLiteStore(database, now: { ms }), now: { ms }, trustsClock: trusting, logger: BackendFixture.logger)
        return nil
      } catch {
        return error
      }
    }
    let year: Int64 = 366 * 86_400_000
    #expect(try start(BackendFixture.noon) == nil)
    for ms in [0, BackendFixture.noon + 60 * year, BackendFixture.noon + 2 * year, .min, .max] {
      let error = try start(ms)
      #expect(error?.code == .clock && error?.kind == .tryAgain, "\(ms)")
      #expect(error?.hint == "set the clock; if the time is right: hsync-backend serve --trust-clock")
    }
    #expect(try start(BackendFixture.noon + year) == nil)
    #expect(try start(BackendFixture.noon + 3 * year, trusting: true) == nil)
  }

  @Test func f13ATimeThatWasStoredByAWrongClockIsLeft() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      try fixture.data.execute("UPDATE owner SET now_ms = \(BackendFixture.noon + 20 * 366 * 86_400_000)")
      let future = try await client.push(1, [Sample.put("a", Sample.hlc(15 * 366 * 86_400_000))])
      #expect(future.json["restamped"].array?.count == 1)
      let normal = try await client.push(1, device: "bb", [Sample.put("a", Sample.hlc(1000))])
      #expect(normal.json["accepted"].int == 1 && normal.json["superseded"].array == [])
    }
    #expect(try fixture.table("SELECT now_ms FROM owner WHERE name = 'alice'") == "\(BackendFixture.noon)")
  }

  // MARK: F14, refresh tokens

  @Test func f14AUsedRefreshTokenThatIsShownAgainEndsItsFamily() async throws {
    let fixture = try BackendFixture()
    let first = try #require(try fixture.users.addToken(for: "alice", lifetimeMs: 3_600_000).renewal).refreshToken
    let other = try fixture.users.addToken(for: "alice", lifetimeMs: 3_600_000).token
    try await fixture.test { client in
      func refresh(_ token: String) async throws -> Client.Answer {
        let body = Array(#"{"refresh_token":"\#(token)"}"#.utf8)
        return try await client.send(.post, "/v1/token/refresh", headers: ["Authorization": ""], body: body)
      }
      func status(_ token: String) async throws -> Int { try await client.changes(token: token).status }
      let second = try await refresh(first)
      let token = try #require(second.json["token"].string)
      let used = try await status(token)
      // A late copy of the request is refused and harms nobody.
      let late = try await refresh(first)
      let still = try await status(token)
      #expect([used, late.status, still] == [200, 401, 200])
      fixture.clock.advance(ms: BackendLimits().refreshGraceMs + 1)
      let stolen = try await refresh(first)
      let (ended, otherFamily, plain) = (try await status(token), try await status(other), try await status(fixture.alice))
      let renewal = try await refresh(try #require(second.json["refresh_token"].string))
      #expect([stolen.status, ended, otherFamily, plain, renewal.status] == [401, 401, 200, 200, 401])
    }
  }

  @Test func f14UnusedPairsAreBounded() async throws {
    let fixture = try BackendFixture()
    let first = try #require(try fixture.users.addToken(for: "alice", lifetimeMs: 3_600_000).renewal).refreshToken
    let last = Mutex("")
    try await fixture.test { client in
      for _ in 0..<50 {
        fixture.clock.advance(ms: 1)
        let body = Array(#"{"refresh_token":"\#(first)"}"#.utf8)
        let answer = try await client.send(.post, "/v1/token/refresh", headers: ["Authorization": ""], body: body)
        last.withLock { $0 = answer.json["token"].string ?? "" }
      }
      #expect(try fixture.table("SELECT count(*) FROM refresh_token") == "\(BackendLimits().maxUnusedPairs + 1)")
      let newest = try await client.changes(token: last.withLock { $0 })
      #expect(newest.status == 200)
    }
  }

  // MARK: F17, the rest

  static let unclear: [(String, String)] = [
    ("two hosts", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"),
    ("no host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n"),
    ("chunked in HTTP/1.0", "POST /v1/token/refresh HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    (
      "packed by the way",
      "POST /v1/token/refresh HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n"
    ),
    (
      "two lengths",
      "POST /v1/token/refresh HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\nConnection: close\r\n\r\n0\r\n\r\n"
    ),
  ]

  @Test(arguments: unclear) func f17HeadersThatCanBeReadInTwoWaysAreRefused(_ name: String, _ request: String) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answer = try await RawConnection.answer(port: client.port, to: request)
      #expect(answer.hasPrefix("HTTP/1.1 400") || answer.hasPrefix("HTTP/1.0 400"), "\(name): \(answer)")
    }
  }

  @Test func f17ExtensionsOfChunksEnd() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let connection = try RawConnection(port: client.port)
      await connection.send("POST /v1/token/refresh HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;a=")
      let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 16_384)
      var sent = 0
      while sent < 4 << 20, await connection.send(piece) { sent += piece.count }
      let isClosed = await connection.isClosedByServer()
      #expect(isClosed)
    }
  }

  @Test func f17NoAnswerIsKeptByACache() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      for path in ["/v1/sync/changes", "/v1/sync/device", "/nope", "/health", "/v1/sync/push"] {
        let answer = try await client.send(.get, path)
        #expect(answer.headers[.cacheControl] == "no-store", "\(path)")
      }
    }
  }

  @Test func f17AnAnswerToHEADHasNoContent() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      for (path, status) in [
        ("/health", 200), ("/healthz", 200), ("/readyz", 200), ("/nope", 404), ("/v1/sync/changes", 405), ("/v1/sync/push", 405),
      ] {
        let answer = try await RawConnection.answer(
          port: client.port, to: "HEAD \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.hasSuffix("\r\n\r\n"), "\(path): \(answer)")
      }
    }
  }

  @Test func f17AConnectionOfHTTP10EndsAfterItsAnswer() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      for header in ["", "Connection: keep-alive\r\n"] {
        let connection = try RawConnection(port: client.port)
        await connection.send("GET /healthz HTTP/1.0\r\n\(header)\r\n")
        let answer = await connection.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.") && answer.contains(" 200 "), "\(answer)")
        let isClosed = await connection.isClosedByServer()
        #expect(isClosed)
      }
    }
  }

  @Test func f17ContentIsAskedForBeforeItIsSent() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let connection = try RawConnection(port: client.port)
      let body = #"{"refresh_token":"none"}"#
      await connection.send(
        """
        POST /v1/token/refresh HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r
        Content-Length: \(body.utf8.count)\r\n\r\n
        """)
      let first = await connection.read(until: "\r\n\r\n")
      #expect(first == "HTTP/1.1 100 Continue\r\n\r\n")
      await connection.send(body)
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 401"), "\(answer)")
    }
  }

  @Test func f17IDsAreBoundedInBytes() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let marks = "a" + String(repeating: "\u{301}", count: 250)
      let answer = try await client.push(1, [Sample.put(marks, 1), Sample.put(String(repeating: "x", count: 200), 1)])
      #expect(answer.json["accepted"].int == 1)
      #expect(answer.json["rejected"].array?.first?["code"].string == "too_long")
    }
  }

  @Test func f17KeysThatStandTwiceAreRefused() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let twice = #"{"text":"a","b":{"c":1,"c":2}}"#
      let answer = try await client.push(
        1,
        [
          Sample.put("a", 1, twice), Sample.put("b", 1, kind: "meal", Sample.meal().dropLast() + #","name":"x"}"#), Sample.put("c", 1),
          #"{"kind":"note","id":"d","hlc":"1","op":"put","op":"del","data":{}}"#,
        ])
      #expect(answer.json["accepted"].int == 1)
      #expect(answer.json["rejected"].array?.compactMap { $0["code"].string } == ["form", "form", "form"])
      #expect(try fixture.table("SELECT id FROM rec") == "c")
      let body = try await client.send(.post, "/v1/sync/push", body: Array(#"{"device":"aa","push":2,"push":3,"records":[]}"#.utf8))
      #expect(body.status == 400)
    }
  }

  @Test func f17ARevokedTokenStoresNothingThatWasOnItsWay() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let body = Client.pushBody(1, [Sample.put("a", 1)])
      let connection = try RawConnection(port: client.port)
      await connection.send(
        """
        POST /v1/sync/push HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(client.token)\r\nConnection: close\r
        Content-Length: \(body.count)\r\n\r\n
        """)
      await connection.send(Array(body.prefix(10)))
      // A request after it has been answered, so that its header has been looked at.
      _ = try await client.changes()
      #expect(try fixture.users.revokeTokens(of: "alice") == 1)
      await connection.send(Array(body.dropFirst(10)))
      let answer = await connection.readToEnd()
      #expect(answer.contains("HTTP/1.1 401"), "\(answer)")
    }
    #expect(try fixture.records() == "")
  }

  // MARK: -

  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" }

  /// A connection as the server sets it up, without a socket, in a time of the test's own.
  private func guarded(_ limits: BackendLimits) throws -> (EmbeddedChannel, ConnectionTable) {
    let table = ConnectionTable(most: 100, mostPerAddress: 100)
    let channel = EmbeddedChannel()
    let connection = ConnectionGuard(table, limits)
    #expect(table.add(channel, from: nil))
    try channel.pipeline.syncOperations.addHandler(connection)
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
    try channel.pipeline.syncOperations.addHandler(HeadGuard(connection))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    return (channel, table)
  }
}

/// Numbers that were told, in their order.
private final class Counter: Sendable {
  private let state = Mutex<[Int]>([])
  var values: [Int] { state.withLock { $0 } }
  func add(_ value: Int) { state.withLock { $0.append(value) } }
}

/// Counts what an operator would see.
private struct CountingLog: LogHandler {
  let lines = Counter()
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }
  func log(event: LogEvent) { lines.add(1) }
}

/// Counts what would be read from the system.
private final class Reads: ChannelOutboundHandler {
  typealias OutboundIn = NIOAny
  private(set) var count = 0
  func read(context: ChannelHandlerContext) {
    count += 1
    context.read()
  }
}
