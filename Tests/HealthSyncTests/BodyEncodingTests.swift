import Gzip
import HealthStore
import TestSupport
import Testing
import Zstd

@testable import HealthSync

/// The encoding of bodies, and the settings that choose it.
@Suite struct BodyEncodingTests {
  @Test(
    arguments: [
      (nil, false, .gzip), (["gzip"], false, .gzip), (["gzip", "zstd"], false, .zstd), (["zstd"], false, .zstd), (["br"], false, .identity),
      ([], false, .identity), (nil, true, .identity), (["zstd", "gzip"], true, .identity),
    ] as [([String]?, Bool, BodyEncoding)])
  func theBestThatTheBackendTakes(listed: [String]?, refusesPacked: Bool, encoding: BodyEncoding) {
    #expect(BodyEncoding.best(listed: listed, refusesPacked: refusesPacked) == encoding)
  }

  @Test(arguments: BodyEncoding.allCases)
  func aBodySaysHowItIsPacked(encoding: BodyEncoding) throws {
    let plain = Array(#"{"device":"d","push":1,"records":[]}"#.utf8)
    let packed = try encoding.packed(plain)
    #expect(BodyEncoding(of: packed) == encoding)
    #expect(try encoding.unpacked(packed) == plain)
  }

  /// gzip until the backend has said what it takes; remembered by the next run.
  @Test func zstdIsUsedOnceItIsListed() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend()
    backend.state.withLock { $0.encodings = ["zstd", "gzip"] }
    for (n, expected) in ["gzip", "zstd", "zstd"].enumerated() {
      try fixture.add(["meal-\(n)"])
      #expect(try await fixture.engine(backend.url).run(reason: .person).pushed == 1)
      let push = try #require(backend.pushes.last)
      #expect(push.header("Content-Encoding") == expected)
      #expect(BodyEncoding(of: push.body).rawValue == expected)
    }
    #expect(backend.ids() == ["meal-0", "meal-1", "meal-2"])
  }

  /// The server was replaced by one that doesn't know zstd: the same push goes as it is, under the same number.
  @Test func aRefusedZstdBodyGoesPlain() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend()
    try fixture.execute(#"UPDATE backend SET state = '{"encodings":["zstd"]}'"#)
    try fixture.add(["a", "b"])
    #expect(try await fixture.engine(backend.url).run(reason: .person).pushed == 2)
    #expect(backend.pushes.map { $0.header("Content-Encoding") } == ["zstd", nil])
    #expect(try Zstd.decompressed(backend.pushes[0].body, limit: 1 << 20) == backend.pushes[1].body)
  }

  /// A body left over from an earlier hsync is sent in its original encoding, whatever is chosen now.
  @Test(arguments: BodyEncoding.allCases)
  func aBodyLeftBehindKeepsItsEncoding(encoding: BodyEncoding) async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend()
    backend.state.withLock { $0.encodings = ["gzip", "zstd"] }
    try fixture.add(["a"])
    let position = try fixture.queue.position()
    let batch = try fixture.queue.batch(maxBytes: 1 << 20, maxRecords: 10, size: PushBody.size(of:))
    let flight = try Flight(push: 1, batch: batch, device: position.device, encoding: encoding)
    try fixture.queue.store(flight.stored, atMs: 1)
    try fixture.execute(#"UPDATE backend SET state = '{"encodings":["zstd"]}'"#)
    #expect(try await fixture.engine(backend.url).run(reason: .person).pushed == 1)
    #expect(backend.pushes.map(\.body) == [flight.body])
    #expect(backend.pushes[0].header("Content-Encoding") == encoding.header)
    #expect(try fixture.waiting() == "0|0|0")
  }

  @Test func damagedBodiesAreNoBodies() throws {
    let plain = [UInt8](repeating: 7, count: 5000)
    for encoding in [BodyEncoding.gzip, .zstd] {
      let packed = try encoding.packed(plain)
      #expect(throws: (any Error).self) { try encoding.unpacked(Array(packed.dropLast(3))) }
    }
  }
}
