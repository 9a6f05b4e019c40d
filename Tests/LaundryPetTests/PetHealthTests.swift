import Testing

@testable import LaundryPet

@Suite struct PetHealthTests {
  private static let hour: Int64 = 3_600_000

  /// Every days, hours since the fold, percent, mood.
  @Test(arguments: [
    (7, 0, 100, PetMood.happy), (7, -5, 100, .happy),
    // 168 h in 7 days: 42 h are a quarter. 41 h: 100 × 127/168 = 75.6; 42 h: 75, no longer above.
    (7, 41, 76, .happy), (7, 42, 75, .neutral), (7, 83, 51, .neutral), (7, 84, 50, .sad), (7, 125, 26, .sad), (7, 126, 25, .verySad),
    // 96 h: 100 × 72/168 = 42.86.
    (7, 96, 43, .sad), (7, 167, 1, .verySad), (7, 168, 0, .dead), (7, 5000, 0, .dead),
    // 30 days: 216 h are exactly 30 %, where 1 - 0.3 in binary would give 70.00000000000001 %.
    (30, 216, 70, .neutral), (30, 504, 30, .sad), (1, 23, 5, .verySad), (1, 24, 0, .dead),
    // 3 days: 100 × 48/72 = 66.67.
    (3, 24, 67, .neutral),
  ])
  func percentAndMood(everyDays: Int, hours: Int, percent: Int, mood: PetMood) {
    let health = PetHealth(sinceMs: Snowy.startMs, everyDays: everyDays, nowMs: Snowy.startMs + Int64(hours) * PetHealthTests.hour)
    #expect(health.percent == percent && health.mood == mood)
    #expect(health.zeroAtMs == Snowy.startMs + Int64(everyDays) * 24 * PetHealthTests.hour)
  }

  @Test func theValueIsNotRounded() {
    let health = PetHealth(sinceMs: 0, everyDays: 7, nowMs: 4 * 86_400_000)
    // 300 / 7
    #expect(health.value == 42.857142857142854)
    #expect(PetHealth(sinceMs: 0, everyDays: 30, nowMs: 9 * 86_400_000).value == 70)
  }

  @Test func theLastMillisecondIsOnePercent() {
    let last = PetHealth(sinceMs: 0, everyDays: 1, nowMs: 86_399_999)
    #expect(last.percent == 1 && last.mood == .verySad && last.value > 0)
  }

  /// Berlin on 2026-03-29 has 23 hours: a day of health has 86,400 s all the same. 100 × (1 - 23/24) = 4.17.
  @Test func aShortDayIsNoDayOfHealth() {
    let noonMs: Int64 = 1_774_695_600_000  // 2026-03-28 11:00 UTC, 12:00 in Berlin
    #expect(PetHealth(sinceMs: noonMs, everyDays: 1, nowMs: noonMs + 23 * 3_600_000).percent == 5)
  }

  @Test func aNewPetIsHealthySinceItWasCreated() {
    let state = PetState(Snowy.pet, tasks: [])
    #expect(state.health(atMs: Snowy.ms(0)).percent == 100)
    // 3.5 days
    #expect(state.health(atMs: Snowy.ms(5040)).percent == 50)
  }

  @Test func washingAndDryingDoNotHeal() throws {
    let state = PetState(Snowy.pet, tasks: [Snowy.wash(5000)])
    // 5,040 of 10,080 minutes
    #expect(state.health(atMs: Snowy.ms(5040)).percent == 50)
    #expect(PetReading(state, atMs: Snowy.ms(5040)).status == "is getting clean!")
    #expect(PetReading(state, atMs: Snowy.ms(5040)).health.mood == .sad)
  }

  @Test(
    arguments: zip(
      PetMood.allCases,
      ["is so happy!", "is doing okay", "needs some laundry love", "is very sad and neglected", "has died from neglect"]))
  func moodsHaveTheirTexts(mood: PetMood, text: String) {
    for stage in [PetStage.idle, .washDone, .dryDone] { #expect(PetStatus.text(stage, mood) == text) }
    #expect(PetStatus.text(.washing, mood) == "is getting clean!" && PetStatus.text(.drying, mood) == "is drying off")
  }

  @Test func namesOfTheContract() {
    #expect(PetMood.allCases.map(\.rawValue) == ["happy", "neutral", "sad", "very_sad", "dead"])
    #expect(PetStage.allCases.map(\.rawValue) == ["idle", "washing", "wash_done", "drying", "dry_done"])
    #expect(PetStage.allCases.map(\.actionTitle) == ["Start Wash", "Washing...", "Start Dryer", "Drying...", "Mark Folded"])
    #expect(PetStage.allCases.map(\.waitingLabel) == [nil, nil, "Ready for dryer", nil, "Ready to fold"])
    #expect(PetStage.allCases.map(\.timerLabel) == [nil, "Washing", nil, "Drying", nil])
    #expect(PetStage.allCases.map(\.nextStep) == [.wash, nil, .dry, nil, .fold])
    #expect(PetEvent.allCases.map(\.rawValue) == ["wash", "dry", "fold", "cancel", "snooze"])
    #expect(PetNumber.allCases.map(\.rawValue) == ["wash_min", "dry_min", "every_days"])
    #expect(PetStatus.folding == "is being folded")
  }
}
