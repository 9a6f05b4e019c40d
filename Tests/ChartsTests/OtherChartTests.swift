import Foundation
import Testing

@testable import Charts

/// Lines, rings, days and calendars.
@Suite struct OtherChartTests {
  @Test func aLineIsBrokenWhereNothingIsKnown() throws {
    let parsed = try ParsedSVG(Examples.line([70, 71, nil, 72, .nan, 73, 74], trend: [70, nil, 71, 72]).svg(.page))
    let line = try #require(parsed.shapes("c-line").first?.attributes["d"])
    #expect(line.filter { $0 == "M" }.count == 3 && line.contains("h0"))
    // Five dots and the legend's.
    #expect(parsed.all("circle").count == 6)
    #expect(parsed.shapes("strong").map(\.text) == ["72.0"])
  }

  @Test func aLineDoesNotBeginAtZero() throws {
    let texts = try ParsedSVG(Examples.line([70.2, 71.4, 72.1]).svg(.page)).texts
    #expect(!texts.contains("0.0") && texts.contains("71.0"))
  }

  @Test func aRingIsFilledByTheShareOfTheGoal() throws {
    let parsed = try ParsedSVG(Examples.ring([250, 500, nil], goal: 1500).svg(.page))
    let around = 2 * Double.pi * 43
    func dash(_ name: String) throws -> Double {
      let text = try #require(parsed.shapes(name).first?.attributes["stroke-dasharray"])
      return try #require(Double(text.split(separator: " ")[0]))
    }
    let (protein, carbs) = (try dash("c-protein"), try dash("c-carbs"))
    #expect(abs(protein - around / 6) < 0.06 && abs(carbs - around / 3) < 0.06)
    #expect(parsed.shapes("c-carbs").first?.attributes["transform"] == "rotate(-30 56 56)")
    #expect(parsed.shapes("c-fat").isEmpty && parsed.shapes("c-trend").isEmpty)
  }

  @Test func aCaptionThatIsTooWideIsBroken() throws {
    func texts(_ caption: String) throws -> [String] {
      let ring = Ring(title: "", parts: [], goal: ChartGoal(1, name: ""), figure: "1,250", caption: caption, missing: "") { _ in "" }
      return try ParsedSVG(ring.svg(.page)).texts.filter { !$0.isEmpty }
    }
    #expect(try texts("of 1,900 cal").suffix(2) == ["of 1,900", "cal"])
    #expect(try texts("kcal left").last == "kcal left" && texts("unbreakablylong").last?.hasSuffix("…") == true)
  }

  @Test func beyondTheGoalIsASecondRing() throws {
    let chart = Examples.ring([1500, 450], goal: 1500)
    #expect(chart.progress == 1.3)
    let dash = try #require(try ParsedSVG(chart.svg(.page)).shapes("c-trend").first?.attributes["stroke-dasharray"])
    #expect(dash.hasPrefix(coordinate(0.3 * 2 * Double.pi * 53.5) + " "))
    // Twice the goal and more: the second ring is closed, and the text tells the rest.
    #expect(try ParsedSVG(Examples.ring([9000], goal: 1500).svg(.page)).shapes("c-trend").first?.attributes["stroke-dasharray"] == nil)
  }

  @Test(arguments: [0, -5, Double.nan, .infinity])
  func withoutAGoalNothingIsReached(goal: Double) throws {
    let parsed = try ParsedSVG(Examples.ring([100], goal: goal).svg(.page))
    #expect(parsed.shapes("c-rest").count == 1 && parsed.shapes("c-protein").isEmpty)
  }

  private func marks(_ hours: DayStrip.Hours) throws -> [String] {
    let lane = DayStrip.Lane("watch", text: "5 h", segments: [.init(from: 60, to: 120, tone: .accent)])
    return try ParsedSVG(Examples.day([lane], hours: hours).svg(.page)).texts.filter { Int($0) != nil }
  }

  @Test func daysOf23And25HoursHaveTheHoursOfTheClock() throws {
    #expect(try marks(.usual) == ["0", "3", "6", "9", "12", "15", "18", "21", "24"])
    // Europe: 2:00 is followed by 3:00 in spring; 3:00 by 2:00 in autumn.
    #expect(try marks(.init(minutes: 1380) { ($0 >= 120 ? $0 + 60 : $0) % 1440 }) == ["0", "3", "6", "9", "12", "15", "18", "21", "24"])
    #expect(try marks(.init(minutes: 1500) { ($0 >= 180 ? $0 - 60 : $0) % 1440 }) == ["0", "3", "6", "9", "12", "15", "18", "21", "24"])
  }

  @Test func segmentsThatTouchAreOneAndThoseOutsideAreNone() throws {
    let minutes = (0..<600).map { (minute: Int) in DayStrip.Segment(from: Double(minute), to: Double(minute + 1), tone: .accent) }
    let segments: [DayStrip.Segment] =
      minutes + [
        .init(from: -100, to: -50, tone: .accent), .init(from: 2000, to: 3000, tone: .accent), .init(from: .nan, to: 5, tone: .accent),
        .init(from: 9, to: 5, tone: .accent), .init(from: 1430, to: .greatestFiniteMagnitude, tone: .calm),
      ]
    let parsed = try ParsedSVG(Examples.day([.init("watch", text: "", segments: segments)]).svg(.page))
    let paths = parsed.all("path").filter { $0.attributes["class"] == "c-now" }
    #expect(paths.count == 1 && paths.first?.attributes["d"]?.hasPrefix("M0 ") == true)
    #expect(paths.first?.attributes["d"]?.filter { $0 == "M" }.count == 1)
    #expect(parsed.all("path").first { $0.attributes["class"] == "c-bar" }?.attributes["d"]?.contains("H320v") == true)
  }

  @Test func aCalendarHasACellForEachDay() throws {
    let chart = Examples.heat((0..<28).map { $0 == 5 ? nil : Double($0) }, firstRow: 2)
    let cells = try ParsedSVG(chart.svg(.page)).all("rect").dropFirst(6)
    #expect(cells.count == 28)
    // The first day is a Wednesday: the sixth is the Monday of the second week.
    #expect(cells.first?.number("y") != nil)
    #expect([0, 0.1, 6.75, 6.8, 13.6, 27].map(chart.step) == [0, 1, 1, 2, 3, 4])
    #expect(chart.table[5].text == "no data")
  }

  @Test func yearsAreSeveralStrips() throws {
    let year = try ParsedSVG(Examples.heat((0..<365).map(Double.init)).svg(.page))
    let three = try ParsedSVG(Examples.heat((0..<1095).map(Double.init)).svg(.page))
    #expect(three.size.height > 2.5 * year.size.height - 60)
    #expect(three.all("rect").count == 1095 + 5)
    // Ten years at most.
    #expect(try ParsedSVG(Examples.heat((0..<100_000).map(Double.init)).svg(.page)).all("rect").count == 3660 + 5)
  }

  @Test func aCardHasSevenBars() throws {
    let parsed = try ParsedSVG(Examples.week([7000, 0, nil, 9000, 5000, 0, 4500]).svg(.page))
    #expect(parsed.elements.first?.attributes["class"] == "chart spark")
    #expect(parsed.elements.first?.attributes["preserveAspectRatio"] == "none")
    #expect(parsed.shapes("c-bar").count == 5 && parsed.shapes("c-now").count == 1 && parsed.shapes("c-heat-0").count == 1)
    #expect(parsed.shapes("c-now").first?.number("height") == 17)
    #expect(parsed.all("text").isEmpty)
  }

  @Test func aSheetHasAllItsCharts() throws {
    let sheet = ChartSheet(title: "a week", charts: [Examples.bars([1, 2]), Examples.line([70, 71])])
    let parsed = try ParsedSVG(sheet.svg(.standalone))
    #expect(parsed.texts.first == "a week" && parsed.texts.contains("steps") && parsed.texts.contains("weight"))
    #expect(sheet.table.map(\.label) == ["steps, day 1", "steps, day 2", "weight, day 1", "weight, day 2"])
    #expect(parsed.all("desc").first?.text == "steps. day 1: 1; day 2: 2. weight. day 1: 70.0; day 2: 71.0")
  }
}
