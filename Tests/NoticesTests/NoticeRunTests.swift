import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Notices

@Suite struct NoticeRunTests {
  private let device: Device

  init() throws { device = try Device() }

  private func failing(_ id: String, _ kind: DeliveryFailure.Kind = .unreachable, retryAfterMs: Int64? = nil) -> ScriptedWay {
    ScriptedWay(id) { _ throws(DeliveryFailure) in throw DeliveryFailure(kind, "no way", retryAfterMs: retryAfterMs) }
  }

  @Test func whatIsDueIsDeliveredOnceByEachWay() async throws {
    let ways = [ScriptedWay("a"), ScriptedWay("b")]
    try await device.plan(notice("n"), notice("m", at: 5))
    let report = try await device.run(ways)
    #expect(report.deliveries(.delivered).map { "\($0.noticeID) \($0.way)" } == ["n a", "n b"])
    #expect(report.nextWakeMs == Noon.ms(5) && device.memory.planned().map(\.id) == ["m"])
    // Wanted and planned again, as each command does.
    try await device.plan(notice("n"), notice("m", at: 5))
    #expect(try await device.run(ways).deliveries.isEmpty)
    device.clock.advance(ms: 300_000)
    let last = try await device.run(ways)
    #expect(last.deliveries.count == 2 && last.nextWakeMs == nil && device.memory.planned().isEmpty)
    for way in ways { #expect(way.messages.map(\.id) == ["n", "m"]) }
  }

  @Test func nothingIsDeliveredPastItsLastTime() async throws {
    let way = ScriptedWay("a")
    try await device.plan(notice("n"), notice("m", at: 5))
    device.clock.advance(ms: 3_600_001)
    let report = try await device.run([way])
    #expect(report.missed.map(\.id) == ["n"] && way.messages.map(\.id) == ["m"])
    #expect(device.memory.planned().isEmpty && report.nextWakeMs == nil)
  }

  @Test func itsLastTimeIsStillInTime() async throws {
    let way = ScriptedWay("a")
    try await device.plan(notice("n"))
    device.clock.advance(ms: 3_600_000)
    #expect(try await device.run([way]).deliveries(.delivered).count == 1)
  }

  /// With 0.5 the pauses are three quarters of 30 s, 1 min, 2 min, …: 22.5, 45, 90, 180, 360, 720, 1350 s.
  @Test func aWayThatFailsIsTriedAgainUntilTheLastTime() async throws {
    let (good, bad) = (ScriptedWay("good"), failing("bad"))
    try await device.plan(notice("n"))
    var waits: [Int64] = []
    var expired: [NoticeDelivery] = []
    while let wake = try await { () -> Int64? in
      let report = try await device.run([good, bad])
      expired += report.deliveries(.expired)
      #expect(report.missed.isEmpty, "one way showed it")
      return report.nextWakeMs
    }() {
      waits.append(wake - device.clock.nowMs)
      device.clock.advance(ms: wake - device.clock.nowMs)
    }
    // The first seven take 2767.5 s; the eighth would come after 1350 s more, past the last time: only the report is
    // left, at 3600 s + 1 ms.
    #expect(waits == [22_500, 45_000, 90_000, 180_000, 360_000, 720_000, 1_350_000, 832_501])
    #expect(good.messages.count == 1 && bad.messages.count == 8)
    #expect(expired.count == 1 && expired.first?.reason == "no way" && expired.first?.attempts == 8)
    #expect(device.memory.planned().isEmpty)
  }

  @Test func aWayRestsAfterAFailureWithAllItsNotices() async throws {
    let bad = failing("bad")
    try await device.plan(notice("m"), notice("n"))
    try await device.run([bad])
    #expect(bad.messages.map(\.id) == ["m"])
    device.clock.advance(ms: 22_499)
    #expect(try await device.run([bad]).nextWakeMs == Noon.ms + 22_500)
    #expect(bad.messages.count == 1)
  }

  @Test func aDeliveryEndsTheRest() async throws {
    let isUp = Mutex(false)
    let way = ScriptedWay("a") { _ throws(DeliveryFailure) in
      if !isUp.withLock({ $0 }) { throw DeliveryFailure(.unreachable, "down") }
    }
    try await device.plan(notice("m"), notice("n"))
    try await device.run([way])
    #expect(device.memory.rests().map(\.failures) == [1])
    isUp.withLock { $0 = true }
    device.clock.advance(ms: 22_500)
    let report = try await device.run([way])
    #expect(report.deliveries(.delivered).count == 2 && device.memory.rests().isEmpty && report.nextWakeMs == nil)
  }

  @Test func aRefusedNoticeDoesNotHoldUpOthers() async throws {
    let way = ScriptedWay("a") { message throws(DeliveryFailure) in
      if message.id == "m" { throw DeliveryFailure(.refused, "too long") }
    }
    try await device.plan(notice("m"), notice("n"))
    let report = try await device.run([way])
    #expect(device.memory.status("n", "a") == .delivered && device.memory.status("m", "a") == .failed)
    #expect(report.nextWakeMs == Noon.ms(30) && device.memory.rests().isEmpty)
  }

  @Test func whatMayHaveBeenDeliveredIsNotTriedAgain() async throws {
    let way = failing("a", .unknown)
    try await device.plan(notice("m"), notice("n"))
    let report = try await device.run([way])
    // The way rests, and tries the second one then.
    #expect(way.messages.map(\.id) == ["m"] && report.deliveries(.unknown).count == 1 && report.nextWakeMs == Noon.ms + 22_500)
    device.clock.advance(ms: 22_500)
    try await device.run([way])
    #expect(way.messages.map(\.id) == ["m", "n"] && device.memory.planned().isEmpty)
    try await device.plan(notice("m"), notice("n"))
    #expect(device.memory.planned().isEmpty)
  }

  @Test func theOtherSideMayAskForALongerPause() async throws {
    try await device.plan(notice("n"))
    #expect(try await device.run([failing("a", retryAfterMs: 600_000)]).nextWakeMs == Noon.ms(10))
    // But not for more than half an hour.
    let other = try Device()
    try await other.plan(notice("n"))
    #expect(try await other.run([failing("a", retryAfterMs: .max)]).nextWakeMs == Noon.ms(30))
  }

  /// The process was killed after it kept `started`, before or after the delivery: it can't know.
  @Test func aDeliveryThatWasCutOffIsNotRepeated() async throws {
    let way = ScriptedWay("a")
    try await device.plan(notice("n"))
    try device.memory.keep(NoticeDelivery(noticeID: "n", way: "a", status: .started, attempts: 1, atMs: Noon.ms))
    let report = try await device.run([way, ScriptedWay("b")])
    #expect(way.messages.isEmpty && report.deliveries(.unknown).map(\.way) == ["a"] && report.deliveries(.delivered).map(\.way) == ["b"])
    #expect(device.memory.planned().isEmpty)
  }

  @Test func withoutARecordNothingIsDelivered() async throws {
    let way = ScriptedWay("a")
    try await device.plan(notice("n"))
    device.memory.setFull(true)
    await #expect(throws: RAMMemory.Full.self) { try await device.run([way]) }
    #expect(way.messages.isEmpty)
    device.memory.setFull(false)
    #expect(try await device.run([way]).deliveries(.delivered).count == 1)
  }

  @Test func aClockThatWasSetBackShowsNothingTwice() async throws {
    let way = ScriptedWay("a")
    try await device.plan(notice("n"))
    try await device.run([way])
    for hours in [2, 24, 24 * 400] as [Int64] {
      device.clock.advance(ms: -hours * 3_600_000)
      try await device.plan(notice("n"))
      #expect(try await device.run([way]).deliveries.isEmpty)
      device.clock.advance(ms: hours * 3_600_000)
    }
    #expect(way.messages.count == 1)
  }

  /// Ten years ahead for a moment: what was shown isn't forgotten, what wasn't is shown.
  @Test func aClockThatWasSetForwardLosesNothing() async throws {
    let way = ScriptedWay("a")
    try await device.plan(notice("n"), notice("m", at: 5))
    try await device.run([way])
    device.clock.advance(ms: 3650 * 86_400_000)
    #expect(try await device.run([way]).missed.map(\.id) == ["m"])
    device.clock.advance(ms: -3650 * 86_400_000 + 300_000)
    try await device.plan(notice("n"), notice("m", at: 5))
    try await device.run([way])
    #expect(way.messages.map(\.id) == ["n", "m"])
  }

  @Test func aPauseThatBeganInTheFutureIsOver() async throws {
    let bad = failing("a")
    try await device.plan(notice("n", until: 600))
    device.clock.advance(ms: 3_600_000)
    try await device.run([bad])
    device.clock.advance(ms: -1_800_000)
    try await device.run([bad])
    #expect(bad.messages.count == 2)
  }

  @Test func aNewWayDoesNotShowOldNotices() async throws {
    let late = ScriptedWay("late")
    try await device.plan(notice("n"))
    try await device.run([ScriptedWay("a")])
    try await device.plan(notice("n"))
    try await device.run([ScriptedWay("a"), late])
    #expect(late.messages.isEmpty)
  }

  @Test func withoutWaysNoticesAreMissed() async throws {
    try await device.plan(notice("n"))
    #expect(try await device.run([]) == NoticeReport())
    device.clock.advance(ms: 3_600_001)
    #expect(try await device.run([]).missed.map(\.id) == ["n"])
  }

  @Test func privateWordsReplaceTheOthers() async throws {
    let way = ScriptedWay("a")
    try await device.plan(notice("n"))
    try await device.run([way], isPrivate: true)
    #expect(way.messages.map(\.title) == ["hsync"] && way.messages.map(\.body) == ["Something is done."])
  }

  /// Quiet from 12:00 to 13:00: notices that were due before, and that the computer slept over.
  @Test func lateNoticesWaitForTheEndOfQuietHours() async throws {
    let (way, quiet) = (ScriptedWay("a"), QuietHours(startMinute: 720, endMinute: 780))
    try await device.plan(
      notice("urgent", at: -5), notice("wait", at: -5, until: 90, quiet: .wait), notice("short", at: -5, until: 59, quiet: .drop))
    let report = try await device.run([way], quiet: quiet)
    // The short one has its report at 12:59 and a millisecond.
    #expect(way.messages.map(\.id) == ["urgent"] && report.nextWakeMs == Noon.ms(59) + 1)
    device.clock.advance(ms: 3_600_000)
    let last = try await device.run([way], quiet: quiet)
    #expect(way.messages.map(\.id) == ["urgent", "wait"] && last.missed.map(\.id) == ["short"] && last.nextWakeMs == nil)
  }

  // one                      two
  // takes the lock
  // is delivering            finds it taken, delivers nothing
  // ends
  //                          has nothing left to do
  @Test(.timeLimit(.minutes(1)))
  func ofTwoRunsOneDelivers() async throws {
    let (started, mayEnd) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
    let slow = ScriptedWay("a") { _ in
      started.continuation.finish()
      for await _ in mayEnd.stream {}
    }
    try await device.plan(notice("n"))
    let device = device
    async let first = device.run([slow])
    for await _ in started.stream {}
    let second = try await device.run([slow])
    #expect(second.isDeliveredElsewhere && second.deliveries.isEmpty && second.nextWakeMs == Noon.ms(1))
    mayEnd.continuation.finish()
    #expect(try await first.deliveries(.delivered).count == 1)
    #expect(try await device.run([slow]) == NoticeReport())
    #expect(slow.messages.count == 1)
  }

  /// Another process that holds the lock, and is killed.
  @Test(.timeLimit(.minutes(1)))
  func anotherProcessKeepsThisOneFromDelivering() async throws {
    let way = ScriptedWay("a")
    try await device.plan(notice("n"))
    let holder = try Program("/usr/bin/flock", home: device.folder).start([
      "--no-fork", device.folder.file("lock"), "sh", "-c", "echo taken; exec sleep 600",
    ])
    #expect(comesTrue { holder.outSoFar == "taken\n" })
    #expect(try await device.run([way]).isDeliveredElsewhere)
    holder.signal(SIGKILL)
    _ = holder.wait()
    #expect(try await device.run([way]).deliveries(.delivered).count == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func aSlowWayHoldsUpNoOther() async throws {
    let delivered = AsyncStream.makeStream(of: Void.self)
    let slow = ScriptedWay("slow") { _ in for await _ in delivered.stream {} }
    let quick = ScriptedWay("quick") { message in if message.id == "n" { delivered.continuation.finish() } }
    try await device.plan(notice("m"), notice("n"))
    #expect(try await device.run([slow, quick]).deliveries(.delivered).count == 4)
  }

  @Test func aLockThatCannotBeTakenIsAnError() async throws {
    try FileManager.default.createSymbolicLink(atPath: device.folder.file("lock"), withDestinationPath: "/etc/hostname")
    await #expect(throws: NoticeError(.cantLock(path: device.folder.file("lock"), number: ELOOP))) { try await device.run([]) }
  }

  @Test func aTrialAnswersForEachWay() async {
    let results = await NoticeTrial.send(message(notice("n")), by: [failing("bad"), ScriptedWay("good")])
    #expect(results.map(\.way) == ["bad", "good"] && results.map(\.failure) == [DeliveryFailure(.unreachable, "no way"), nil])
  }

  /// Three ways that fail as they like, a clock that jumps, restarts in the middle, and plans that change.
  @Test(arguments: 0..<30)
  func randomHistoriesShowNothingTwice(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func draw(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    let shown = Mutex<[String: Int]>([:])
    let ways = ["a", "b", "c"].map { id in
      // Each has numbers of its own: they run beside each other.
      let fate = Mutex(SeededGenerator(seed: random.next()))
      return ScriptedWay(id) { message throws(DeliveryFailure) in
        let outcome = fate.withLock { Int.random(in: 0..<6, using: &$0) }
        if outcome == 0 { throw DeliveryFailure(.unreachable, "down") }
        if outcome == 1 { throw DeliveryFailure(.refused, "no") }
        shown.withLock { $0["\(message.id) \(id)", default: 0] += 1 }
        if outcome == 2 { throw DeliveryFailure(.unknown, "silence") }
      }
    }
    for _ in 0..<120 {
      let notices = (0..<8).filter { _ in draw(0..<4) > 0 }.map { notice("n\($0)", at: 30 * $0, title: draw(0..<3) == 0 ? "T" : "U") }
      try await device.plan(notices)
      if draw(0..<10) == 0, let cut = device.memory.planned().first, device.memory.status(cut.id, "a") != .delivered {
        try device.memory.keep(NoticeDelivery(noticeID: cut.id, way: "a", status: .started, attempts: 1, atMs: device.clock.nowMs))
      }
      let report = try await device.run(ways)
      if let wake = report.nextWakeMs { #expect(wake > device.clock.nowMs) }
      device.clock.advance(ms: Int64(draw(-600..<1500)) * 1000)
    }
    #expect(shown.withLock { $0.values.allSatisfy { $0 == 1 } } && shown.withLock { $0.count } > 6)
  }
}
