import Testing

@testable import LaundryPet

@Suite struct FoldHistoryTests {
  private static let day = 1440

  /// Days of the folds, every days at each, cycles, streak, longest.
  @Test(
    arguments: [
      ([], [], 0, 0, 0), ([3], [7], 1, 1, 1),
      // Before, at and after health reached 0.
      ([3, 9], [7, 7], 2, 2, 2), ([3, 10], [7, 7], 2, 1, 1), ([3, 11], [7, 7], 2, 1, 1),
      // The first one counts from the creation; either way it is 1.
      ([8], [7], 1, 1, 1), ([8, 9, 10], [7, 7, 7], 3, 3, 3),
      ([1, 2, 3, 30, 31], [7, 7, 7, 7, 7], 5, 2, 3),
      // Changed from every 7 to every 2 days between the second and the third: earlier folds keep their streak.
      ([3, 9, 10, 13], [7, 7, 2, 2], 4, 1, 3),
    ] as [([Int], [Int], Int, Int, Int)])
  func streaks(days: [Int], every: [Int], cycles: Int, streak: Int, longest: Int) {
    let folds = days.indices.map { Snowy.fold(days[$0] * FoldHistoryTests.day, cycle: $0 + 1, everyDays: every[$0]) }
    for order in [folds, folds.reversed()] {
      let history = PetState(Snowy.pet, tasks: order).history
      #expect(history.cycles == cycles && history.streak == streak && history.longestStreak == longest)
      #expect(history.foldedAtMs == days.last.map { Snowy.ms($0 * FoldHistoryTests.day) })
    }
  }

  @Test func aFoldRevivesADeadPet() throws {
    let tasks = [Snowy.wash(20_000), Snowy.dry(20_100)]
    let before = PetReading(PetState(Snowy.pet, tasks: tasks), atMs: Snowy.ms(20_200))
    #expect(before.health.mood == .dead && before.status == "has died from neglect" && before.stage == .dryDone)
    let step = try PetState(Snowy.pet, tasks: tasks).step(.fold, atMs: Snowy.ms(20_200))
    let after = PetReading(step.state, atMs: Snowy.ms(20_200))
    #expect(after.health.percent == 100 && after.status == "is so happy!" && after.stage == .idle)
    #expect(after.history.cycles == 1 && after.history.streak == 1)
  }

  @Test func theStreakStaysUntilTheNextFold() {
    let state = PetState(Snowy.pet, tasks: [Snowy.fold(0), Snowy.fold(1, cycle: 2)])
    let reading = PetReading(state, atMs: Snowy.ms(50_000))
    #expect(reading.health.mood == .dead && reading.history.streak == 2)
  }

  @Test func aFoldWithoutItsNumberOfDaysTakesThePets() {
    let bare = LaundryTask(
      id: "p/2/fold/1", petID: "p", kind: .fold, cycle: 2, startedAtMs: Snowy.ms(7 * 1440), endsAtMs: Snowy.ms(7 * 1440))
    #expect(PetState(Snowy.pet, tasks: [Snowy.fold(1), bare]).history.streak == 2)
  }

  @Test func twoRecordsOfOneFoldAreOneCycle() {
    let other = LaundryTask(
      id: "p/1/fold/other", petID: "p", kind: .fold, cycle: 1, startedAtMs: Snowy.ms(2), endsAtMs: Snowy.ms(2), everyDays: 7)
    #expect(PetState(Snowy.pet, tasks: [Snowy.fold(1), other]).history.cycles == 1)
  }

  @Test func pastCyclesDoNotMatterForTheStage() {
    let tasks = [Snowy.wash(0), Snowy.dry(50), Snowy.fold(120), Snowy.wash(0, attempt: 2)]
    let state = PetState(Snowy.pet, tasks: tasks)
    #expect(state.stage(atMs: Snowy.ms(121)) == .idle && state.cycle == 2)
  }

  @Test func aFoldThatWasUndoneIsReadyToFoldAgain() {
    #expect(PetState(Snowy.pet, tasks: [Snowy.wash(0), Snowy.dry(50)]).stage(atMs: Snowy.ms(500)) == .dryDone)
    // The next cycle's wash was started before the undo: it goes on.
    let ahead = PetState(Snowy.pet, tasks: [Snowy.wash(0), Snowy.dry(50), Snowy.wash(130, cycle: 2)])
    #expect(ahead.stage(atMs: Snowy.ms(140)) == .washing && ahead.cycle == 2)
  }
}
