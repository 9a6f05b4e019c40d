import HealthModel
import Testing

@testable import WeekPlan

@Suite struct PlanRowsTests {
  private func days(_ rows: PlanRows, _ first: String, _ last: String) -> [String] {
    rows.items(from: Plan.day(first), through: Plan.day(last)).map { "\($0.day) \($0.id)" }
  }

  @Test func aSeriesIsThereEachWeekFromItsOwnDayOn() {
    let rows = PlanRows(items: [], series: [Plan.series("s", from: "2026-02-12")], replaced: [])
    #expect(days(rows, "2026-02-01", "2026-02-11") == [])
    #expect(
      days(rows, "2026-02-01", "2026-02-28")
        == ["2026-02-12 s/2026-02-09", "2026-02-19 s/2026-02-16", "2026-02-26 s/2026-02-23"])
    #expect(days(rows, "2026-02-13", "2026-02-18") == [], "a range between two of them")
    #expect(days(rows, "2026-02-19", "2026-02-19") == ["2026-02-19 s/2026-02-16"])
    #expect(days(rows, "2027-01-01", "2027-01-03") == [] && days(rows, "2027-12-30", "2027-12-31") == ["2027-12-30 s/2027-12-27"])
    #expect(days(rows, "2026-02-28", "2026-02-01") == [], "a range the wrong way round")
  }

  @Test func itsLastDayIsOfIt() {
    for (until, count) in [("2026-02-12", 1), ("2026-02-18", 1), ("2026-02-19", 2), ("2026-02-20", 2)] {
      let rows = PlanRows(items: [], series: [Plan.series("s", from: "2026-02-12", until: until)], replaced: [])
      #expect(days(rows, "2026-01-01", "2026-12-31").count == count, "\(until)")
    }
  }

  @Test func aWeekWithARowOfItsOwnIsThatRow() {
    var moved = Plan.item("s/2026-02-16", "Yoga outside", "2026-02-20")
    moved.repeatOf = "s"
    let rows = PlanRows(items: [moved], series: [Plan.series("s", from: "2026-02-12")], replaced: ["s/2026-02-09", "s/2026-02-16"])
    #expect(days(rows, "2026-02-09", "2026-03-01") == ["2026-02-20 s/2026-02-16", "2026-02-26 s/2026-02-23"])
  }

  @Test func theNewestOfADayIsFirst() {
    var series = Plan.series("s", from: "2026-02-03")
    series.createdAtMs = 5
    let items = [
      Plan.item("a", createdAtMs: 1), Plan.item("c", createdAtMs: 9), Plan.item("b", "Lift", "2026-02-09"), Plan.item("d", createdAtMs: 9),
    ]
    let rows = PlanRows(items: items, series: [series], replaced: [])
    #expect(rows.items(from: Plan.week.monday, through: Plan.week.sunday).map(\.id) == ["b", "d", "c", "s/2026-02-09", "a"])
  }

  @Test func anOccurrenceLooksLikeItsSeries() throws {
    var series = Plan.series("s", from: "2026-02-03", until: "2026-03-01")
    (series.isCompleted, series.completedAtMs) = (true, 7)
    let first = try #require(series.occurrence(in: ISOWeek(of: series.day)))
    #expect(first.isCompleted && first.completedAtMs == 7, "a series that is ticked is done in its first week")
    let next = try #require(series.occurrence(in: Plan.week))
    #expect(!next.isCompleted && next.completedAtMs == nil && next.isOccurrence && !next.isSeries)
    #expect(next.repeatOf == "s" && next.shortID == series.shortID && next.repeats == series.repeats && next.title == "Yoga")
    #expect(Plan.item("a").occurrence(in: Plan.week) == nil && next.occurrence(in: Plan.week) == nil)
  }

  @Test func anOccurrencesIDIsRead() {
    #expect(Occurrence(id: "s/2026-02-09") == Occurrence(of: "s", in: Plan.week))
    #expect(Occurrence(id: "a/b/2026-02-09")?.series == "a/b")
    for id in ["", "s", "/2026-02-09", "s/2026-02-10", "s/", "s/2026-02-09/moved", "s/2026-W07"] {
      #expect(Occurrence(id: id) == nil, "\(id)")
    }
  }
}
