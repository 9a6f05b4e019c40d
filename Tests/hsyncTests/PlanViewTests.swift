import HealthDesk
import HealthModel
import Testing
import WeekPlan

@testable import hsync

/// The layout of a week on terminals of all widths, and without one. The week is 2026-W07; its Tuesday is today.
@Suite struct PlanViewTests {
  private let today = Day(number: 20_494)  // 2026-02-10
  private var week: ISOWeek { ISOWeek(of: today) }

  private func item(
    _ title: String, _ kind: PlanItem.Kind = .workout, on offset: Int, id: String, done: Bool = false, weekly: Bool = false
  ) -> PlanItem {
    PlanItem(
      id: id, shortID: id, kind: kind, title: title, day: week.monday.adding(offset), isCompleted: done, createdAtMs: 0,
      repeats: weekly ? .weekly(until: nil) : nil)
  }

  private var busy: PlannedWeek {
    let items: [Int: [PlanItem]] = [
      0: [
        item("Chili sin carne", .meal(.dinner), on: 0, id: "abcdefg2"), item("Run 5 km", on: 0, id: "abcdefg3", done: true),
        item("Breakfast", .meal(.breakfast), on: 0, id: "abcdefg4"),
      ],
      1: [item("A long run along the river to the old mill and back by the railway line", on: 1, id: "abcdefg5", weekly: true)],
      3: [item("牛乳と豆腐のスープを作ってみんなで食べる", .meal(.lunch), on: 3, id: "abcdefg6")],
    ]
    return PlannedWeek(
      week: week,
      days: week.days.enumerated().map { offset, day in
        .init(day: day, items: items[offset] ?? [], note: offset == 1 ? "Dentist at 9, bring the insurance card\nand the X-ray" : nil)
      })
  }

  private func shown(_ week: PlannedWeek, _ width: Int?) -> String {
    let quick = try? QuickChips(workouts: QuickChips.usualWorkouts, meals: QuickChips.usualMeals)
    return PlanShowCommand.lines(of: week, quick: quick, today: today, width: width).joined(separator: "\n")
  }

  @Test func inAPipeAnItemIsALine() {
    #expect(
      shown(busy, nil) == """
        Week 7 · 9–15 Feb 2026 · 1 of 5 done
        Mon 9 Feb
          ✓ abcdefg3  Run 5 km
          ○ abcdefg4  Breakfast
          ○ abcdefg2  Dinner: Chili sin carne
        Tue 10 Feb  today
          ○ abcdefg5  A long run along the river to the old mill and back by the railway line (weekly)
          note: Dentist at 9, bring the insurance card
                and the X-ray
        Wed 11 Feb
        Thu 12 Feb
          ○ abcdefg6  Lunch: 牛乳と豆腐のスープを作ってみんなで食べる
        Fri 13 Feb
        Sat 14 Feb
        Sun 15 Feb
        """)
  }

  @Test func aNarrowTerminalFoldsAndLosesNothing() {
    #expect(
      shown(busy, 40) == """
        Week 7 · 9–15 Feb 2026 · 1 of 5 done
        Mon 9 Feb
          ✓ abcdefg3  Run 5 km
          ○ abcdefg4  Breakfast
          ○ abcdefg2  Dinner: Chili sin carne
        Tue 10 Feb  today
          ○ abcdefg5  A long run along the river
                      to the old mill and back
                      by the railway line
                      (weekly)
          note: Dentist at 9, bring the
                insurance card
                and the X-ray
        Wed 11 Feb
        Thu 12 Feb
          ○ abcdefg6  Lunch: 牛乳と豆腐のスープ
                      を作ってみんなで食べる
        Fri 13 Feb
        Sat 14 Feb
        Sun 15 Feb
        """)
  }

  @Test(arguments: [20, 30, 40, 60, 80, 100, 138, 150, 200, 300])
  func noLineIsWiderThanTheTerminal(width: Int) {
    for line in shown(busy, width).split(separator: "\n") { #expect(Columns.width(of: String(line)) <= width, "\(line)") }
    let words = shown(busy, width).filter { !$0.isWhitespace }
    for id in 2...6 { #expect(words.contains("abcdefg\(id)")) }
  }

  @Test func aWideTerminalShowsTheDaysSideBySide() {
    let lines = shown(busy, 200).split(separator: "\n").map(String.init)
    #expect(lines[0] == "Week 7 · 9–15 Feb 2026 · 1 of 5 done")
    #expect(lines[1].split(separator: " ").filter { $0 == "Feb" }.count == 7)
    #expect(lines[1].contains("Tue 10 Feb  today"))
    #expect(lines[3].contains("✓ Run 5 km  abcdefg3") && lines[3].contains("○ A long run along the"))
    #expect(lines.count < 12)
  }

  @Test func anEmptyWeekSaysHowToPlan() {
    let empty = PlannedWeek(week: week, days: week.days.map { .init(day: $0, items: [], note: nil) })
    #expect(shown(empty, 40).split(separator: "\n").allSatisfy { $0.count <= 40 })
    for width in [nil, 80, 200] {
      #expect(
        shown(empty, width) == """
          Week 7 · 9–15 Feb 2026
            No workouts yet: 1 Run, 2 Walk, 3 Ride, 4 Swim, 5 Strength, 6 Yoga
            No meals yet: 7 Porridge, 8 Salad, 9 Soup, 10 Fruit
            add one: hsync plan quick NUMBER, or hsync plan add workout TEXT
          """)
    }
  }

  @Test(arguments: [
    ("2026-W07", "9–15 Feb 2026"), ("2026-W09", "23 Feb – 1 Mar 2026"), ("2026-W01", "29 Dec 2025 – 4 Jan 2026"),
    ("2026-W53", "28 Dec 2026 – 3 Jan 2027"),
  ])
  func spansNameEachMonthAndYearOnce(name: String, span: String) throws {
    #expect(PlanDates.span(of: try #require(ISOWeek(name))) == span)
  }

  @Test func aDayOfAnotherYearHasItsYear() throws {
    #expect(PlanDates.day(try #require(Day("2027-01-01")), beside: today) == "Fri 1 Jan 2027")
    #expect(PlanDates.day(try #require(Day("2026-11-27")), beside: today) == "Fri 27 Nov")
  }

  static let folds: [(String, Int?, [String])] = [
    ("one two three", 7, ["one two", "three"]), ("one two three", nil, ["one two three"]), ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
    ("a bcdefghij", 4, ["a bc", "defg", "hij"]), ("牛乳牛", 4, ["牛乳", "牛"]), ("牛乳牛", 3, ["牛", "乳", "牛"]), ("", 4, [""]),
    ("abcd", 4, ["abcd"]),
    ("ab  cd", 4, ["ab", "cd"]), ("abc", 0, ["ab", "c"]),
  ]

  @Test(arguments: folds)
  func textsAreFoldedAtBlanks(text: String, width: Int?, lines: [String]) { #expect(FoldedText(text, width: width).lines == lines) }
}
