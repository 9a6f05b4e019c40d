import Foundation
import HealthModel
import TestSupport
import Testing

@testable import SyncBackend

@Suite(.onEachEngine) struct UserTests {
  @Test func aTokenIsLongRandomAndKeptOnlyAsItsHash() throws {
    let fixture = try BackendFixture()
    let token = fixture.alice
    #expect(token.count >= 32)
    #expect(token.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) })
    #expect(token != fixture.bob)
    #expect(try !fixture.table("SELECT * FROM token").contains(token))
    guard fixture.data.sqlite != nil else { return }
    fixture.database.close()
    let file = try ProjectFiles.bytes(fixture.folder.file("backend.db"))
    #expect(String(decoding: file, as: UTF8.self).contains("alice"))
    #expect(!String(decoding: file, as: UTF8.self).contains(token))
  }

  @Test func oneUsersRowsAreInvisibleToAnother() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.push(1, [Sample.put("a", 9, #"{"text":"alice's"}"#)])
      // The same device and id: another user's push 1 is new, and loses to nothing.
      let answer = try await client.push(1, [Sample.put("a", 1, #"{"text":"bob's"}"#)], token: fixture.bob)
      #expect(answer.json["accepted"].int == 1)
      #expect(answer.json["superseded"].text == "[]")
      let bobs = try await client.changes(token: fixture.bob)
      #expect(bobs.json["changes"].array?.count == 1)
      #expect(!bobs.text.contains("alice"))
      // A cursor of one user means nothing to another.
      let cursor = try #require(try await client.changes().json["next"].string)
      let gone = try await client.changes(since: cursor, token: fixture.bob)
      #expect(gone.status == 410)
    }
    #expect(
      try fixture.records() == """
        alice|note|a|9|aa|{"text":"alice's"}|1
        bob|note|a|1|aa|{"text":"bob's"}|1
        """)
  }

  @Test func usersAreAddedAndRevokedAtOnceFromAnotherProcess() async throws {
    let fixture = try BackendFixture()
    // The same as `hsync-backend user`: a connection of its own to the same file.
    let users = UserDirectory(try fixture.data.another())
    try await fixture.test { client in
      func status(_ token: String) async throws -> Int { try await client.changes(token: token).status }
      let carol = try users.add("carol").token
      let second = try users.addToken(for: "carol").token
      for token in [carol, second] {
        let known = try await status(token)
        #expect(known == 200)
      }
      #expect(try users.revokeTokens(of: "carol") == 2)
      for token in [carol, second] {
        let revoked = try await status(token)
        #expect(revoked == 401)
      }
      let others = try await status(fixture.alice)
      #expect(others == 200)
    }
  }

  @Test func deletingAUserLeavesNoRowAndNoByteOfTheirs() async throws {
    let fixture = try BackendFixture()
    let marker = "secret-marker-of-alice"
    try await fixture.test { client in
      _ = try await client.push(1, [Sample.put("a", 1, #"{"text":"\#(marker)"}"#)])
      _ = try await client.push(1, [Sample.put("b", 1)], token: fixture.bob)
      try fixture.users.delete("alice")
      let gone = try await client.changes()
      #expect(gone.status == 401)
      let late = try await client.push(2, [Sample.put("c", 1)])
      #expect(late.status == 401)
    }
    #expect(try fixture.records() == #"bob|note|b|1|aa|{"text":"a"}|1"#)
    #expect(
      try fixture.table("SELECT (SELECT count(*) FROM token), (SELECT count(*) FROM device), (SELECT count(*) FROM owner)") == "1|1|1")
    guard fixture.data.sqlite != nil else { return }
    #expect(try fixture.table("SELECT count(*) FROM epoch WHERE owner = 1") == "0")
    fixture.database.close()
    let file = try ProjectFiles.bytes(fixture.folder.file("backend.db"))
    #expect(!String(decoding: file, as: UTF8.self).contains(marker))
  }

  /// SQLite doesn't wait for a checkpoint that another process makes: a deletion tries again, and says so when that was in vain.
  @Test(arguments: [true, false]) func aDeletionEmptiesTheLogAfterACheckpointOfAnotherProcess(itEnds: Bool) async throws {
    let fixture = try BackendFixture()
    guard fixture.data.sqlite != nil else { return }
    let (database, marker) = (fixture.database, "secret-marker-of-alice")
    try await fixture.test { client in
      _ = try await client.push(1, [Sample.put("a", 1, #"{"text":"\#(marker)"}"#)])
    }
    func log() throws -> String { String(decoding: try ProjectFiles.bytes(fixture.folder.file("backend.db-wal")), as: UTF8.self) }
    #expect(try log().contains(marker))
    // Closed last: with any descriptor of the file, SQLite's own locks of this process go.
    let shared = open(fixture.folder.file("backend.db-shm"), O_RDWR | O_CLOEXEC)
    defer { close(shared) }
    // Who makes a checkpoint holds byte 121 (https://sqlite.org/walformat.html#locks). A lock of this kind belongs to the descriptor.
    let lock: @Sendable (Int32) -> Bool = { type in
      let setLock: Int32 = 37  // Linux's F_OFD_SETLK, which Swift doesn't import.
      var range = flock(l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: 121, l_len: 1, l_pid: 0)
      return fcntl(shared, setLock, &range) == 0
    }
    #expect(lock(F_WRLCK))
    let (isGone, said) = AsyncStream.makeStream(of: Bool.self)
    DispatchQueue.global().async {
      let isDeleted = try? comesTrue { try fixture.table("SELECT count(*) FROM rec") == "0" }
      said.yield(isDeleted == true && (!itEnds || lock(F_UNLCK)))
      said.finish()
    }
    let isErased = try UserDeletion(of: "alice", in: database, patience: itEnds ? .seconds(60) : .zero).run { _ in }
    for await isSo in isGone { #expect(isSo) }
    let hasMarker = try log().contains(marker)
    #expect(isErased == itEnds && hasMarker == !itEnds)
    database.close()
  }

  @Test func aUserWithManyRecordsIsDeletedInBatchesBesideOthers() async throws {
    let fixture = try BackendFixture()
    let count = 2 * UserDeletion.batch + 500
    try await fixture.test { client in
      let records = (0..<count).map { Sample.put("r\($0)", Int64($0 + 1)) }
      let pushed = try await client.push(1, records)
      #expect(pushed.json["accepted"].int == Int64(count), "\(pushed.text.prefix(200))")
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try fixture.users.delete("alice") }
        group.addTask {
          for number in 1...20 {
            let answer = try await client.push(number, [Sample.put("b\(number)", 1)], token: fixture.bob)
            #expect(answer.status == 200, "\(answer.text)")
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(try fixture.table("SELECT name, records FROM owner") == "bob|20")
    #expect(try fixture.table("SELECT count(*) FROM rec") == "20")
    #expect(try fixture.users.check().findings.isEmpty)
  }

  @Test func theListCountsWhatIsThere() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in _ = try await client.push(1, [Sample.put("a", 1), Sample.delete("b", 1)]) }
    #expect(
      try fixture.users.list().map(\.json.text) == [
        #"{"name":"alice","tokens":1,"records":1,"devices":1,"last_push_at_ms":1770724800000}"#,
        #"{"name":"bob","tokens":1,"records":0,"devices":0,"last_push_at_ms":null}"#,
      ])
  }

  @Test(arguments: ["", "-x", ".x", "a b", "a/b", "ü", String(repeating: "a", count: 65)])
  func aBadNameIsRefused(_ name: String) throws {
    let fixture = try BackendFixture()
    let error = #expect(throws: BackendError.self) { try fixture.users.add(name) }
    #expect(error?.code == .badName)
    #expect(error?.kind == .usage)
  }

  @Test func unknownAndKnownNamesAreTold() throws {
    let fixture = try BackendFixture()
    let users = fixture.users
    #expect(#expect(throws: BackendError.self) { try users.add("alice") }?.code == .userExists)
    #expect(#expect(throws: BackendError.self) { try users.addToken(for: "zoe") }?.code == .unknownUser)
    #expect(#expect(throws: BackendError.self) { try users.revokeTokens(of: "zoe") }?.code == .unknownUser)
    #expect(#expect(throws: BackendError.self) { try users.delete("zoe") }?.code == .unknownUser)
    #expect(#expect(throws: BackendError.self) { try users.summary(of: "zoe") }?.kind == .no)
    withExtendedLifetime(fixture) {}
  }

  @Test(arguments: ["", "Bearer", "Bearer ", "Basic abc", "Bearer nobody", "Bearer " + String(repeating: "a", count: 600)])
  func withoutAValidTokenNothingIsRead(_ authorization: String) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      for (method, path) in [("POST", "/v1/sync/push"), ("GET", "/v1/sync/changes"), ("GET", "/v1/sync/device"), ("POST", "/food/log")] {
        let answer = try await client.send(
          .init(method)!, path, headers: ["Authorization": authorization], body: method == "POST" ? Array("junk".utf8) : nil)
        #expect(answer.status == 401, "\(path)")
        #expect(answer.json["code"].string == "unauthorized", "\(path)")
        #expect(answer.headers[.wwwAuthenticate] == #"Bearer realm="hsync""#, "\(path)")
      }
    }
  }
}
