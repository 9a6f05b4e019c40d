import Testing

@testable import HealthImport

@Suite struct CategoryCodeTests {
  @Test(arguments: [
    ("HKCategoryValueSleepAnalysisInBed", 0), ("HKCategoryValueSleepAnalysisAsleep", 1),
    ("HKCategoryValueSleepAnalysisAsleepUnspecified", 1),
    ("HKCategoryValueSleepAnalysisAwake", 2), ("HKCategoryValueSleepAnalysisAsleepCore", 3), ("HKCategoryValueSleepAnalysisAsleepDeep", 4),
    ("HKCategoryValueSleepAnalysisAsleepREM", 5), ("HKCategoryValueAppleStandHourStood", 0), ("HKCategoryValueAppleStandHourIdle", 1),
    ("HKCategoryValueNotApplicable", 0), ("HKCategoryValueMenstrualFlowHeavy", 4), ("HKCategoryValueSeverityModerate", 3),
    ("HKCategoryValueOvulationTestResultLuteinizingHormoneSurge", 2), ("HKCategoryValueContraceptiveOral", 6),
  ])
  func healthKitsWordsHaveItsNumbers(word: String, number: Int) {
    #expect(CategoryCode.number(of: word) == number)
  }

  @Test func otherWordsHaveStableNumbers() {
    // FNV-1a's published values: 0x811C9DC5 for nothing, 0xE40C292C for "a", 0xBF9CF968 for "foobar".
    #expect(CategoryCode.number(of: "") == 0x811C_9DC5)
    #expect(CategoryCode.number(of: "a") == 0xE40C_292C)
    #expect(CategoryCode.number(of: "foobar") == 0xBF9C_F968)
    #expect(CategoryCode.number(of: "HKCategoryValueSeverityNew") > 100)
  }
}
