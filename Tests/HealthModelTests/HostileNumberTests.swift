import HealthModel
import Testing

/// Numbers that no body, clock or calendar has.
@Suite("F1, F3: numbers as they are parsed") struct HostileNumberTests {
  @Test(
    arguments: [
      (0.4, 0), (0.5, 1), (-0.5, -1), (-1.4, -1), (1e19, .max), (-1e19, .min), (0x1p63, .max), (-0x1p63, .min), (.infinity, .max),
      (-.infinity, .min), (.nan, 0), (1e308, .max), (0x1p53, 9_007_199_254_740_992),
    ] as [(Double, Int)])
  func theNearestWholeNumberIsOneOfItsType(_ value: Double, _ nearest: Int) { #expect(Int(nearest: value) == nearest) }

  @Test func smallTypesAreNotLeftEither() {
    #expect(Int32(nearest: 3e9) == .max)
    #expect(Int32(nearest: -3e9) == .min)
    #expect(UInt8(nearest: -1) == 0)
    #expect(UInt8(nearest: 254.5) == 255)
  }

  @Test func aMomentOfAnyNumberCanBeShown() {
    for ms in [Int64.min, -1, 0, 1 << 53, .max - 1, .max] {
      for offset in [Int.min, -840, 0, 840, .max] {
        let moment = Moment(ms: ms, utcOffsetMin: offset)
        #expect(moment.iso8601.count >= 25)
        #expect((0...1439).contains(moment.minuteOfDay))
      }
    }
    #expect(Moment(ms: .max, utcOffsetMin: 0).day.description == "9999-12-30")
  }

  @Test(arguments: ["a\nb", "a\u{1B}[31m", "a\u{7F}", "a\u{9B}31m", "a\u{202E}b", "a\u{2066}b", "a\u{2028}b", "", "\u{0}"])
  func anIDHasNothingThatATerminalObeys(_ id: String) { #expect(!RecordID.isUsable(id)) }

  @Test func anIDIsCountedInScalars() {
    #expect(RecordID.isUsable(String(repeating: "é", count: 200)))
    #expect(!RecordID.isUsable(String(repeating: "a", count: 201)))
    // One character of 300 marks.
    #expect(!RecordID.isUsable("a" + String(repeating: "\u{0301}", count: 300)))
    #expect(RecordID.isDevice("d3f19c0a") && !RecordID.isDevice("D3") && !RecordID.isDevice("") && !RecordID.isDevice("d\u{1B}"))
  }

  @Test func everyBoundIsExactInADoubleAndInWords() {
    for (kind, rules) in NumberRules.all {
      for rule in rules {
        #expect(rule.lowest < rule.highest, "\(kind) \(rule.column)")
        #expect(rule.highest.magnitude < 9_007_199_254_740_992 && rule.allows(rule.highest), "\(kind) \(rule.column)")
        #expect(!rule.allows(rule.highest * 1.01 + 1) && !rule.allows(.nan) && !rule.allows(.infinity), "\(kind) \(rule.column)")
      }
      #expect(Set(rules.map(\.column)).count == rules.count, "\(kind)")
    }
    #expect(NumberRules.of(kind: "day_summary", column: "steps")?.sentence == "steps must be 0-1000000")
    #expect(NumberRules.of(kind: "meal", column: "servings")?.sentence == "servings must be above 0, at most 10000")
  }
}
