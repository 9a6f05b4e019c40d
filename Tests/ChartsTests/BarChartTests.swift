import Testing

@testable import Charts

@Suite struct BarChartTests {
  @Test func missingDaysDifferFromZero() throws {
    let parsed = try ParsedSVG(Examples.bars([5000, 0, nil, 10000]).svg(.page))
    // The legend's sign and the day's band.
    #expect(parsed.shapes("c-heat-0").count == 2)
    let bars = parsed.shapes("c-bar")
    #expect(bars.count == 3 && bars[1].number("height") == 1.5)
    #expect(parsed.texts.contains("no data"))
    // 10,600 is at the top of 128 units.
    #expect(bars.compactMap { $0.number("height") } == [60.4, 1.5, 120.8])
    #expect(Examples.bars([5000, 0, nil]).table.map(\.text) == ["5000", "0", "no data"])
  }

  @Test func neighboursWithoutDataAreOneBand() throws {
    let parsed = try ParsedSVG(Examples.bars([1, nil, nil, nil, 1, nil]).svg(.page))
    #expect(parsed.shapes("c-heat-0").count == 3)
  }

  @Test func todayAndTheGoalAreNamed() throws {
    let parsed = try ParsedSVG(Examples.bars([5000, 8214], goal: 10000, highlighted: 1).svg(.page))
    #expect(parsed.texts.contains("day 2: 8214") && parsed.texts.contains("goal 10000"))
    #expect(parsed.shapes("c-now").count == 2 && parsed.shapes("c-bar").count == 1)
    #expect(parsed.shapes("strong").map(\.text) == ["d2"])
    // The goal is above all bars, within the picture.
    #expect(parsed.shapes("c-rule").count == 2)
  }

  @Test func aStackIsTheSumOfItsParts() throws {
    let chart = BarChart(
      title: "sleep", categories: Examples.days(3),
      series: [.init("deep", [1, nil, nil], tone: .deep), .init("core", [4, 4, nil], tone: .medium)],
      words: Examples.words, format: Examples.whole)
    let parsed = try ParsedSVG(chart.svg(.page))
    let deep = parsed.shapes("c-heat-4").dropFirst(), core = parsed.shapes("c-heat-3").dropFirst()
    #expect(deep.count == 1 && core.count == 2)
    // A unit of background between the two.
    let end = (core.first?.number("y") ?? 0) + (core.first?.number("height") ?? 0)
    #expect(abs(end + 1 - (deep.first?.number("y") ?? 0)) < 0.11)
    #expect(chart.table.map(\.text) == ["deep 1; core 4", "deep no data; core 4", "no data"])
    #expect(parsed.texts.contains("deep") && parsed.texts.contains("core"))
  }

  @Test func valuesBelowZeroHangDown() throws {
    let bars = try ParsedSVG(Examples.bars([-500, 500]).svg(.page)).shapes("c-bar")
    #expect(bars[0].number("y") == (bars[1].number("y") ?? 0) + (bars[1].number("height") ?? 0))
  }

  @Test func moreBarsThanPixelsAreMeans() throws {
    let parsed = try ParsedSVG(Examples.bars((0..<3000).map { Double($0 % 100) }).svg(.page))
    #expect(parsed.texts.contains("each is the mean of 12"))
    #expect(parsed.shapes("c-bar").count == 250)
    #expect(Neighbours.means([1, 3, nil, .nan, nil], by: 2) == [2, nil, nil])
  }

  @Test func theAlternativeNamesTheValues() throws {
    let parsed = try ParsedSVG(Examples.bars([1, nil]).svg(.page))
    #expect(parsed.all("desc").first?.text == "day 1: 1. day 2: no data")
    let long = try ParsedSVG(Examples.bars((0..<100).map(Double.init)).svg(.page))
    #expect(long.all("desc").first?.text.hasSuffix("day 31: 30. …") == true)
  }
}
