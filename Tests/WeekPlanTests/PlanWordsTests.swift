import HealthModel
import Testing

@testable import WeekPlan

@Suite struct PlanWordsTests {
  @Test(arguments: [
    ("mon", "2026-02-16"), ("Monday", "2026-02-16"), ("sun", "2026-02-22"), ("thurs", "2026-02-19"), (" FRI ", "2026-02-20"),
    ("today", "2026-02-10"), ("tomorrow", "2026-02-11"), ("yesterday", "2026-02-09"), ("+2", "2026-02-12"), ("-1", "2026-02-09"),
    ("+0", "2026-02-10"), ("2026-03-01", "2026-03-01"), ("10.2.", "2026-02-10"), ("9.2.", "2027-02-09"), ("1 mar", "2026-03-01"),
  ])
  func aDayIsNamed(word: String, day: String) throws {
    #expect(try PlanWords.day(word, in: Plan.week.adding(1), today: Plan.today).description == day)
  }

  @Test(arguments: ["", "m", "mo", "mondays", "someday", "2", "++2", "+", "+99999", "2026-02-30", "30.2.", "2026-W07", "fri sat"])
  func otherWordsAreNoDay(word: String) throws {
    let error = try #require(throws: PlanError.self) { try PlanWords.day(word, in: Plan.week, today: Plan.today) }
    #expect(error.kind == .usage && error.message == "'\(word)' isn't a day" && error.hint != nil)
  }

  @Test(arguments: [
    ("this", "2026-W07"), ("Next", "2026-W08"), ("last", "2026-W06"), ("+1", "2026-W08"), ("-6", "2026-W01"), ("-7", "2025-W52"),
    ("2026-W53", "2026-W53"), ("2026-w09", "2026-W09"), ("2026-02-15", "2026-W07"), ("today", "2026-W07"), ("tomorrow", "2026-W07"),
  ])
  func aWeekIsNamed(word: String, week: String) throws {
    #expect(try PlanWords.week(word, today: Plan.today).description == week)
  }

  @Test(arguments: ["", "week", "7", "W07", "2025-W53", "2026-13-01", "mon", "+9999"])
  func otherWordsAreNoWeek(word: String) throws {
    let error = try #require(throws: PlanError.self) { try PlanWords.week(word, today: Plan.today) }
    #expect(error.kind == .usage && error.hint != nil)
  }

  @Test func titlesAreTrimmedAndOnOneLine() throws {
    #expect(try PlanTitle.checked(" \t Long\nrun \u{A0}", for: .workout) == "Long run")
    #expect(try PlanTitle.checked("  ", for: .meal(.snack)) == "Snack")
    for text in ["", "  ", "\n\t"] {
      #expect(try #require(throws: PlanError.self) { try PlanTitle.checked(text, for: .workout) }.kind == .usage)
    }
    #expect(try PlanTitle.checked(String(repeating: "é", count: 500), for: .workout).count == 500)
    #expect(throws: PlanError.self) { try PlanTitle.checked(String(repeating: "é", count: 501), for: .workout) }
  }
}
