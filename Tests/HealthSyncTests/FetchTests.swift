import GRDB
import HealthModel
import HealthStore
import Synchronization
import Testing
import TestSupport

@testable import HealthSync

/// The backend's versions of rejected records are requested page by page, and nothing is written.
@Suite struct FetchTests {
  private let fixture: SyncFixture

  init() throws { fixture = try SyncFixture() }

  /// 30 meals that the backend has; those in `refused` were edited since and are refused.
  private func refuse(_ refused: Set<String>, faults: @escaping ReferenceBackend.Faults = { _, _ in .none }) async throws
    -> ReferenceBackend
  {
    let rejects = Switch()
    let backend = try ReferenceBackend(rejecting: { record in rejects.isOn && refused.contains(record.id) }, faults: faults)
    try fixture.add((0..<30).map { "m\($0)" })
    _ = try await fixture.engine(backend.url).run(reason: .person)
    rejects.turnOn()
    try fixture.add(refused.sorted(), kcal: 999)
    _ = try await fixture.engine(backend.url).run(reason: .person)
    return backend
  }

  private var entries: [QuarantineLog.Entry] { get throws { try QuarantineLog(fixture.library).entries() } }

  private func failure(_ url: String) async throws -> SyncError {
    let entries = try entries
    return try #require(await #expect(throws: SyncError.self) { _ = try await fixture.engine(url).fetch(entries) })
  }

  @Test func eachEntryGetsTheBackendsVersion() async throws {
    let backend = try await refuse(["m3", "m29", "new"])
    let before = try fixture.text("SELECT * FROM sync_state") + fixture.meals()
    let entries = try entries
    let theirs = try await fixture.engine(backend.url).fetch(entries)
    for (entry, record) in zip(entries, theirs) {
      #expect(entry.isKnownToBackend == (entry.id != "new"))
      #expect((record == nil) == (entry.id == "new"))
      if case .put(let text) = record?.content { #expect(text.contains("\"energy_kcal\":100")) }
    }
    #expect(try fixture.text("SELECT * FROM sync_state") + fixture.meals() == before)
    #expect(backend.requests.last?.target.contains("since=&limit=1000&kinds=meal") == true)
  }

  @Test(arguments: [LoopbackServer.Reply.closed, .text("{}", status: 503)])
  func whatIsTransientCanBeTriedAgain(reply: LoopbackServer.Reply) async throws {
    let isAway = Switch()
    let backend = try await refuse(["m3"]) { _, _ in isAway.isOn ? .refused(reply) : .none }
    isAway.turnOn()
    #expect(try await failure(backend.url).kind == .tryAgain)
  }

  @Test func theServersWordToWaitIsHeeded() async throws {
    let backend = try await refuse(["m3"])
    var backendState = BackendState(json: try fixture.queue.backendState())
    backendState.retryAfter = Deadline(60_000, after: fixture.clock.clock.instant())
    try fixture.queue.remember(backendState.json())
    let count = backend.requests.count
    #expect(try await failure(backend.url).kind == .tryAgain)
    #expect(backend.requests.count == count)
  }

  @Test func whatTheBackendHasLostIsNotTakenForNeverThere() async throws {
    let backend = try await refuse(["m3"])
    backend.state.withLock { $0.records["meal/m3"] = nil }
    let error = try await failure(backend.url)
    #expect(error.code == .serverRewound && error.kind == .tryAgain)
  }

  @Test func aBackendThatOnlyTakesCantBeAsked() async throws {
    let backend = try await refuse(["m3"])
    try fixture.execute("UPDATE backend SET dialect = 'webhook'")
    let engine = try fixture.engine(backend.url, dialect: .webhook)
    let entries = try entries
    let error = await #expect(throws: SyncError.self) { _ = try await engine.fetch(entries) }
    #expect(error?.kind == .unavailable)
    #expect(error?.hint == "edit or delete the record here, or send it again: \(.retryRecord(kind: "meal", id: "m3"))")
  }

  @Test func pagesThatDontEndAreRefused() async throws {
    let isLooping = Switch()
    let backend = try await refuse(["m3"]) { request, _ in
      guard request.path == "/v1/sync/changes", isLooping.isOn else { return .none }
      return .refused(.text(#"{"changes":[],"next":"e1.5","more":true,"snapshot":false}"#))
    }
    isLooping.turnOn()
    #expect(try await failure(backend.url).code == .badResponse)
  }
}

/// Off until the test turns it on.
private final class Switch: Sendable {
  private let state = Mutex(false)

  var isOn: Bool { state.withLock { $0 } }

  func turnOn() { state.withLock { $0 = true } }
}
