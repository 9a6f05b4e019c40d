import HealthModel
import Testing

@testable import LaundryPet

/// Timers are end times, whatever the clock does.
@Suite struct LaundryTimerTests {
  private func timer(_ minutes: Int, elapsedMs: Int64) -> LaundryTimer {
    LaundryTask(id: "t", petID: "p", kind: .dry, cycle: 1, startedAtMs: 0, endsAtMs: Int64(minutes) * 60_000).timer(atMs: elapsedMs)
  }

  /// Minutes, elapsed milliseconds, text, percent.
  @Test(arguments: [
    (45, 0, "45:00", 0), (45, 1, "45:00", 0), (45, 1000, "44:59", 0), (45, 26_999, "44:34", 0),
    // 27 s are 1 % of 45 min.
    (45, 27_000, "44:33", 1),
    // 1,970 s of 2,700 s are 72.96 %.
    (45, 1_970_000, "12:10", 72), (45, 2_640_000, "01:00", 97), (45, 2_699_001, "00:01", 99), (45, 2_699_999, "00:01", 99),
    (45, 2_700_000, "00:00", 100), (45, 9_000_000, "00:00", 100),
    // Above and at an hour: from 60:00 on with hours. 3,599.001 s are 3,600 s when rounded up.
    (60, 0, "1:00:00", 0), (60, 1, "1:00:00", 0), (60, 999, "1:00:00", 0), (60, 1000, "59:59", 0), (180, 0, "3:00:00", 0),
    (120, 3_599_000, "1:00:01", 49), (120, 3_600_000, "1:00:00", 50), (1, 59_000, "00:01", 98),
  ])
  func timeLeftAndPercent(minutes: Int, elapsedMs: Int, text: String, percent: Int) {
    let timer = timer(minutes, elapsedMs: Int64(elapsedMs))
    #expect(timer.text == text && timer.percent == percent && !timer.isHeldBack)
    #expect(timer.isOver == (percent == 100))
  }

  /// A wash of 45 min from 12:00, seen by other clocks. Minute, stage, text, held back.
  @Test(arguments: [
    (10, PetStage.washing, "35:00", false),
    // Set back by an hour, and by ten days: the end lies further ahead than 45 min.
    (-50, .washing, "45:00", true), (-14_390, .washing, "45:00", true), (-1, .washing, "45:00", true), (0, .washing, "45:00", false),
    // Set forward by an hour, ten days off, years off.
    (70, .washDone, "00:00", false), (14_410, .washDone, "00:00", false), (5_000_000, .washDone, "00:00", false),
  ])
  func clocksThatJump(minute: Int, stage: PetStage, text: String, isHeldBack: Bool) throws {
    let state = PetState(Snowy.pet, tasks: [Snowy.wash(0)])
    let reading = PetReading(state, atMs: Snowy.ms(minute))
    let timer = try #require(reading.timer)
    #expect(reading.stage == stage && timer.text == text && timer.isHeldBack == isHeldBack)
    #expect(reading.progress == (stage == .washDone ? 100 : 100 - Int((timer.remainingMs + 26_999) / 27_000)))
    // The stored end stays.
    #expect(reading.task?.endsAtMs == Snowy.ms(45))
  }

  /// Berlin sets its clocks forward on 2026-03-29 at 01:00 UTC, back on 2026-10-25 at 01:00 UTC. A timer over the change has its length.
  @Test(arguments: [Int64(1_774_746_000_000), 1_792_890_000_000])
  func aTimerOverAChangeOfTheClocksKeepsItsLength(changeMs: Int64) throws {
    let pet = Pet(id: "p", name: "Snowy", createdAtMs: changeMs - 600_000)
    let state = try PetState(pet, tasks: []).step(.wash, atMs: changeMs - 600_000).state
    let timer = try #require(PetReading(state, atMs: changeMs).timer)
    #expect(timer.text == "35:00" && state.stage(atMs: changeMs + 2_099_999) == .washing)
    #expect(state.stage(atMs: changeMs + 2_100_000) == .washDone)
  }

  @Test func aClockSetBackDoesNotUndoTheDryer() {
    // Washed from 0 to 45, dried from 50, cancelled at 60; then the clock shows minute 10 again.
    let state = PetState(Snowy.pet, tasks: [Snowy.wash(0), Snowy.dry(50, cancelled: 60)])
    #expect(state.stage(atMs: Snowy.ms(61)) == .washDone && state.stage(atMs: Snowy.ms(10)) == .washDone)
  }

  @Test func impossibleRowsCrashNothing() {
    let extremes: [Int64] = [.min, -1, 0, 1, 1_770_724_800_000, .max]
    for start in extremes {
      for end in extremes {
        let tasks = [LaundryTask(id: "p/1/wash/1", petID: "p", kind: .wash, cycle: .max, attempt: .min, startedAtMs: start, endsAtMs: end)]
        for now in extremes {
          let state = PetState(Pet(id: "p", name: "", washMinutes: .max, everyDays: .min, createdAtMs: start), tasks: tasks)
          let reading = PetReading(state, atMs: now)
          #expect((0...100).contains(reading.health.percent) && (0...100).contains(reading.progress ?? 0))
          #expect(reading.timer.map { (0...7_200_000).contains($0.remainingMs) } ?? true)
          for event in reading.actions { #expect(throws: Never.self) { try state.step(event, atMs: now) } }
        }
      }
    }
  }

  @Test func aRowThatLastsForYearsShowsTheLongestWash() {
    let task = LaundryTask(id: "t", petID: "p", kind: .wash, cycle: 1, startedAtMs: Snowy.ms(0), endsAtMs: Snowy.ms(1_000_000))
    #expect(task.timer(atMs: Snowy.ms(1)).text == "2:00:00")
  }
}
