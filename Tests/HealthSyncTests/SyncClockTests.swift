import Testing

@testable import HealthSync

@Suite struct SyncClockTests {
  @Test func theComputersClockKnowsItsStartAndItsZone() {
    let clock = SyncClock.system
    let first = clock.instant()
    let second = clock.instant()
    #expect(first.boot == second.boot)
    #expect(second.bootMs >= first.bootMs && first.bootMs > 0)
    #expect((-840...840).contains(first.utcOffsetMin))
    #expect((0..<1).contains(first.random))
    #expect(clock.elapsedMs() > 0)
    #expect(first.boot.utf8.count == 36)
  }
}
