import HealthModel
import Testing

@testable import SyncBackend

@Suite(.onEachEngine) struct ChangesTests {
  @Test func everythingComesOnceInTheOrderOfWriting() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.push(1, [Sample.put("a", 1), Sample.put("b", 2), Sample.put("c", 3), Sample.delete("d", 4)])
      _ = try await client.push(2, [Sample.put("a", 5, #"{"n":1.50,"big":12345678901234567890}"#)])
      var cursor = ""
      var ids: [String] = []
      var pages = 0
      repeat {
        let page = try await client.changes(since: cursor, "&limit=2")
        #expect(page.status == 200)
        #expect(page.json["snapshot"].bool == cursor.isEmpty)
        ids += try #require(page.json["changes"].array).map { $0["id"].string ?? "" }
        cursor = try #require(page.json["next"].string)
        pages += 1
        if page.json["more"].bool == false { break }
      } while pages < 10
      #expect(ids == ["b", "c", "d", "a"])
      #expect(pages == 2)
      let all = try await client.changes()
      #expect(
        all.json["changes"].array?.last?.text
          == #"{"kind":"note","id":"a","hlc":"5","dev":"aa","op":"put","data":{"n":1.50,"big":12345678901234567890}}"#)
      #expect(all.json["changes"].array?[2].text == #"{"kind":"note","id":"d","hlc":"4","dev":"aa","op":"del"}"#)
      let nothing = try await client.changes(since: cursor)
      #expect(nothing.text == #"{"changes":[],"next":"\#(cursor)","more":false,"snapshot":false}"#)
    }
  }

  @Test func anUnchangedRecordIsNotGivenOutAgain() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.push(1, [Sample.put("a", 1)])
      let cursor = try #require(try await client.changes().json["next"].string)
      _ = try await client.push(2, [Sample.put("a", 1)])
      _ = try await client.push(1, device: "bb", [Sample.put("a", 1, dev: "00")])
      let page = try await client.changes(since: cursor)
      #expect(page.json["changes"].text == "[]")
    }
  }

  /// A device isn't sent its own pushes, unless its last push is unknown here: then it was restored from a backup and lacks some of them.
  @Test(arguments: [("&pushed=2", ["b"]), ("&pushed=1", ["a", "b", "c"]), ("&pushed=x", ["a", "b", "c"]), ("", ["a", "b", "c"])])
  func aDeviceIsSparedItsOwn(pushed: String, expected: [String]) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let start = try #require(try await client.changes().json["next"].string)
      _ = try await client.push(1, [Sample.put("a", 1)])
      _ = try await client.push(1, device: "bb", [Sample.put("b", 2)])
      _ = try await client.push(2, [Sample.put("c", 3)])
      func ids(since cursor: String) async throws -> [String] {
        let page = try await client.send(.get, "/v1/sync/changes?since=\(cursor)\(pushed)", headers: ["HSync-Device": "aa"])
        return try #require(page.json["changes"].array).compactMap { $0["id"].string }
      }
      #expect(try await ids(since: start) == expected)
      #expect(try await ids(since: "") == ["a", "b", "c"])
    }
  }

  @Test func kindsAreChosenAndSamplesOnlyOnRequest() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.push(
        1,
        [Sample.put("n", 1), Sample.put("s", 2, kind: "samples"), Sample.put("w", 3, kind: "weight"), Sample.put("t", 4, kind: "samples")])
      func ids(_ query: String) async throws -> [String] {
        let page = try await client.changes(since: "", "&limit=2" + query)
        return (page.json["changes"].array ?? []).map { $0["id"].string ?? "" } + [page.json["more"].text]
      }
      let usual = try await ids("")
      #expect(usual == ["n", "w", "false"])
      let samples = try await ids("&kinds=samples")
      #expect(samples == ["s", "t", "false"])
      let both = try await ids("&kinds=note,samples")
      #expect(both == ["n", "s", "true"])
      // A page at its end jumps over records of other kinds.
      let page = try await client.changes(since: "", "&kinds=note")
      #expect(page.json["next"].string?.hasSuffix(".4") == true)
    }
  }

  @Test func aPageEndsAtItsBytesAfterAtLeastOneRecord() async throws {
    var limits = BackendLimits()
    limits.maxAnswerBytes = 300
    let fixture = try BackendFixture(limits: limits)
    try await fixture.test { client in
      let long = #"{"text":"\#(String(repeating: "x", count: 400))"}"#
      _ = try await client.push(1, [Sample.put("a", 1, long), Sample.put("b", 2), Sample.put("c", 3), Sample.put("d", 4, long)])
      var cursor = ""
      var pages: [String] = []
      while pages.count < 10 {
        let page = try await client.changes(since: cursor)
        pages.append((page.json["changes"].array ?? []).map { $0["id"].string ?? "" }.joined())
        cursor = try #require(page.json["next"].string)
        if page.json["more"].bool == false { break }
      }
      #expect(pages == ["a", "bcd"])
    }
  }

  // before the backup    | the file that comes back
  // epoch 1: seq 1       | closed at 1 by its next start
  // epoch 1: seq 2       | never written in it: "1.2" is of another history
  @Test func cursorsOutliveARestartButNotARestoredBackup() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.push(1, [Sample.put("a", 1)])
      let first = try #require(try await client.changes().json["next"].string)
      let beyond = first.replacing(/\.1$/, with: ".2")
      #expect(beyond != first)
      try fixture.restart()
      _ = try await client.push(2, [Sample.put("b", 2), Sample.put("c", 3)])
      let page = try await client.changes(since: first)
      #expect(page.status == 200)
      #expect(page.json["changes"].array?.count == 2)
      let next = try #require(page.json["next"].string)
      #expect(next.hasSuffix(".3"))
      #expect(next.split(separator: ".")[0] != first.split(separator: ".")[0])
      for cursor in [beyond, next.replacing(/\.3$/, with: ".4"), "0123456789abcdef.1", "junk", ".", "1.", "a.-1", "a.1.1"] {
        let gone = try await client.changes(since: cursor)
        #expect(gone.status == 410, "\(cursor)")
        #expect(gone.json["code"].string == "server_rewound", "\(cursor)")
      }
    }
  }

  @Test func aCursorFromBeforeForgottenDeletionsHasExpired() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.push(1, [Sample.put("a", 1)])
      let before = try #require(try await client.changes().json["next"].string)
      _ = try await client.push(2, [Sample.delete("a", 2), Sample.put("b", 3)])
      let after = try #require(try await client.changes().json["next"].string)
      fixture.clock.advance(ms: 400 * 86_400_000)
      try fixture.restart()
      #expect(try fixture.table("SELECT id FROM rec ORDER BY id") == "a\nb")
      fixture.clock.advance(ms: 1)
      try fixture.restart()
      #expect(try fixture.table("SELECT id FROM rec ORDER BY id") == "b")
      let gone = try await client.changes(since: before)
      #expect(gone.status == 410)
      #expect(gone.json["code"].string == "cursor_expired")
      let still = try await client.changes(since: after)
      #expect(still.status == 200)
      let snapshot = try await client.changes()
      #expect(snapshot.json["changes"].array?.count == 1)
    }
  }

  @Test(arguments: ["&limit=0", "&limit=-1", "&limit=x", "&kinds=", "&kinds=,"])
  func aBadQueryIsRefused(_ query: String) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answer = try await client.changes(since: "", query)
      #expect(answer.status == 400)
      #expect(answer.json["code"].string == "bad_request")
    }
  }

  @Test func pagesArePackedForThoseWhoTakeIt() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.push(1, (0..<100).map { Sample.put("id\($0)", 1) })
      let plain = try await client.send(.get, "/v1/sync/changes")
      #expect(plain.headers[.contentEncoding] == nil)
      let packed = try await client.send(.get, "/v1/sync/changes", headers: ["Accept-Encoding": "br, gzip;q=0.8"])
      #expect(packed.headers[.contentEncoding] == "gzip")
      #expect(packed.bytes == plain.bytes)
      let refused = try await client.send(.get, "/v1/sync/changes", headers: ["Accept-Encoding": "gzip;q=0"])
      #expect(refused.headers[.contentEncoding] == nil)
    }
  }
}
