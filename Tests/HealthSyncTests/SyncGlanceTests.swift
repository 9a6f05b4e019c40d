import HealthModel
import HealthStore
import TestSupport
import Testing

@testable import HealthSync

/// A glance says what the whole status says.
@Suite struct SyncGlanceTests {
  private func isAsTheStatus(_ fixture: SyncFixture, dailyBytes: Int? = nil) throws -> SyncGlance {
    let glance = try SyncEngine.glance(at: fixture.library, clock: fixture.clock.clock, dailyBytes: dailyBytes)
    let status = try SyncEngine.status(of: fixture.library, clock: fixture.clock.clock, dailyBytes: dailyBytes)
    #expect(glance.lastOkAtMs == status.lastOkAtMs)
    #expect(glance.pending == status.pendingTotal)
    #expect(glance.refused == status.quarantined.count)
    #expect(glance.failure?.error == status.lastError && glance.failure?.sinceMs == status.failingSinceMs)
    if status.next?.reason == .budget { #expect(glance.pausedUntilMs == status.next?.atMs) }
    return glance
  }

  @Test func aNewLibraryHasNothingToTell() throws {
    let glance = try isAsTheStatus(SyncFixture())
    #expect(glance == SyncGlance(lastOkAtMs: nil, pending: 0, refused: 0, lookups: 0, failure: nil, pausedUntilMs: nil))
  }

  @Test func aRunThatEndedWell() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend()
    try fixture.add(["a", "b"])
    #expect(try isAsTheStatus(fixture).pending == 2)
    _ = try await fixture.engine(backend.url).run(reason: .person)
    let glance = try isAsTheStatus(fixture, dailyBytes: 1)
    #expect(glance.pending == 0 && glance.lastOkAtMs == fixture.clock.clock.instant().ms)
    #expect(glance.pausedUntilMs != nil, "the day's byte is used up")
    #expect(try isAsTheStatus(fixture, dailyBytes: 1_000_000).pausedUntilMs == nil)
  }

  @Test func aRunThatFailed() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend { _, _ in .refused(.text("", status: 503, headers: [("Retry-After", "3600")])) }
    try fixture.add(["a", "b"])
    _ = try await fixture.engine(backend.url).run(reason: .person)
    #expect(try isAsTheStatus(fixture).failure != nil)
  }

  @Test func barcodesToLookUpAreCounted() throws {
    let fixture = try SyncFixture()
    let gtin = try #require(GTIN(digits: "9521234543213"))
    try PendingLookups(fixture.library).add(gtin, text: "9521234543213", reason: "offline", atMs: 1)
    #expect(try isAsTheStatus(fixture).lookups == 1)
  }
}
