import TestSupport
import Testing

@testable import Charts

/// The rules every chart follows: well-formed XML, known classes, bounded numbers, a text alternative, room for its texts.
@Suite struct ChartTextTests {
  /// Those of `app.css`.
  private static let classes: Set = [
    "chart", "spark", "strong", "c-bar", "c-now", "c-line", "c-trend", "c-axis", "c-rule", "c-band", "c-area", "c-dot", "c-part", "c-rest",
    "c-protein", "c-carbs", "c-fat", "c-unknown", "c-heat-0", "c-heat-1", "c-heat-2", "c-heat-3", "c-heat-4",
  ]

  /// None, one, a week, a quarter, three years; known, unknown and extreme.
  private static let inputs: [[Double?]] = {
    let few: [[Double?]] = [[], [8214], [nil], [.nan], [0], [0, 0, 0], [nil, nil, nil], [7431, 10240, 0, nil, 9120, 12011, 8214]]
    let quarter = (0..<90).map { day -> Double? in day % 7 == 3 ? nil : Double(day * 131 % 12_000) }
    let years = (0..<1100).map { day -> Double? in Double(day * 97 % 15_000) }
    let largest = Double.greatestFiniteMagnitude
    return few + [quarter, years, Examples.extremes, Examples.extremes.reversed(), [largest, largest], [-5, -4, nil, 3]]
  }()

  @Test(arguments: inputs.indices)
  func pagesHaveOnlyKnownClassesAndNoStyle(input: Int) throws {
    let values = ChartTextTests.inputs[input]
    for chart in Examples.all(values) {
      let svg = chart.svg(.page)
      let parsed = try ParsedSVG(svg)
      let used = Set(parsed.elements.flatMap { ($0.attributes["class"] ?? "").split(separator: " ").map(String.init) })
      #expect(used.isSubset(of: ChartTextTests.classes), "\(used.subtracting(ChartTextTests.classes))")
      #expect(!svg.contains("style"))
      let root = try #require(parsed.elements.first)
      #expect(root.attributes["role"] == "img" && parsed.size.width > 0 && parsed.size.height > 0)
      #expect(parsed.elements[1].name == "title" && parsed.elements[1].text == chart.title)
      #expect(parsed.elements[2].name == "desc" && (values.isEmpty || !parsed.elements[2].text.isEmpty))
    }
  }

  @Test(arguments: inputs.indices)
  func everyNumberIsAFewDigitsWithinThePicture(input: Int) throws {
    let values = ChartTextTests.inputs[input]
    for chart in Examples.all(values) {
      let svg = chart.svg(.page)
      #expect(!svg.contains("nan\"") && !svg.contains("inf\"") && svg == chart.svg(.page))
      let parsed = try ParsedSVG(svg)
      for element in parsed.elements.dropFirst() {
        for name in ["x", "cx", "x1"] {
          if let x = element.number(name) { #expect(x >= -0.1 && x <= parsed.size.width + 0.1, "\(element)") }
        }
        for name in ["y", "cy"] {
          if let y = element.number(name) { #expect(y >= -0.1 && y <= parsed.size.height + 0.1, "\(element)") }
        }
        if let width = element.number("width"), let x = element.number("x") {
          #expect(width >= 0 && x + width <= parsed.size.width + 0.2, "\(element)")
        }
        if let height = element.number("height"), let y = element.number("y") {
          #expect(height >= 0 && y + height <= parsed.size.height + 0.2, "\(element)")
        }
      }
      let drawn = parsed.elements.flatMap { element in
        ["x", "y", "width", "height", "cx", "cy", "r", "rx", "d"].compactMap { element.attributes[$0] }
      }
      let decimals = drawn.flatMap { $0.split(separator: ".").dropFirst().map { $0.prefix(while: \.isNumber).count } }
      #expect(decimals.allSatisfy { $0 == 1 })
    }
  }

  @Test(arguments: inputs.indices)
  func textsNeverOverlap(input: Int) throws {
    let values = ChartTextTests.inputs[input]
    for chart in Examples.all(values) { #expect(try ParsedSVG(chart.svg(.page)).misplacedTexts == [], "\(type(of: chart))") }
  }

  @Test(arguments: inputs.indices)
  func filesStandAlone(input: Int) throws {
    let values = ChartTextTests.inputs[input]
    for chart in Examples.all(values) + [ChartSheet(title: "all", charts: Examples.all(values))] {
      let parsed = try ParsedSVG(chart.svg(.standalone))
      #expect(parsed.elements.first?.attributes["xmlns"] == "http://www.w3.org/2000/svg")
      let style = try #require(parsed.all("style").first).text
      #expect(style.contains("@media(prefers-color-scheme:dark)") && !style.contains("var("))
      let used = Set(parsed.elements.flatMap { ($0.attributes["class"] ?? "").split(separator: " ").map(String.init) })
      #expect(used.subtracting(["strong"]).allSatisfy { style.contains(".\($0)") }, "\(used)")
      #expect(!parsed.elements.contains { $0.name == "script" || $0.name == "image" || $0.attributes["href"] != nil })
    }
  }

  @Test func textIsAtLeastElevenPixelsInAPhone() {
    // A card of a screen 360 px wide has 294 px for its content: margins of 16, padding of 16, edges of 1.
    #expect(TextWidth.fontSize * 294 / ChartSize.card.width >= 11)
    // A file has a margin of 20 at each side.
    #expect(TextWidth.fontSize * 360 / (ChartSize.file.width + 40) >= 11)
  }

  @Test func namesFromRecordsAreEscaped() throws {
    let name = "</text><script>alert(1)</script>\u{0}\u{1B}[31m\u{FFFF} & \"it's\" \u{202E}\n漢字"
    let shown = "</text><script>alert(1)</script>\u{FFFD}\u{FFFD}[31m\u{FFFD} & \"it's\" \u{202E} 漢字"
    #expect(try ParsedSVG("<a b=\"\(XMLText.escaped(name))\">\(XMLText.escaped(name))</a>").elements[0].text == shown)
    let words = ChartWords(empty: name, missing: name, merged: { _ in name })
    let categories = [ChartCategory(label: name, mark: name), ChartCategory(label: name, mark: name)]
    let charts: [any Chart] = [
      BarChart(
        title: name, categories: categories, series: [.init(name, [1, nil])], goal: ChartGoal(1, name: name), highlighted: 0, words: words,
        format: { _ in name }),
      BarChart(title: name, categories: categories, series: [], words: words, format: { _ in name }),
      LineChart(title: name, categories: categories, points: [1], pointsName: name, trend: [2], trendName: name, words: words) { _ in name
      },
      HeatStrip(title: name, days: categories, values: [1], firstRow: 9, rowNames: [name], words: words) { _ in name },
      Ring(title: name, parts: [.init(name, 1)], goal: ChartGoal(0, name: name), figure: name, caption: name, missing: name) { _ in name },
      WeekBars(title: name, categories: categories, values: [1], highlighted: nil, missing: name) { _ in name },
      DayStrip(
        title: name, lanes: [.init(name, text: name, segments: [])], legend: [(.calm, name)], empty: name, hourFormat: { _ in name }),
    ]
    for chart in charts + [ChartSheet(title: name, charts: charts)] {
      for face in [ChartFace.page, .standalone] {
        let parsed = try ParsedSVG(chart.svg(face))
        #expect(parsed.all("script").isEmpty)
        #expect(parsed.all("title").first?.text == shown)
        #expect(face == .standalone || chart is ChartSheet || parsed.misplacedTexts.isEmpty, "\(parsed.misplacedTexts)")
      }
    }
  }

  @Test func aNameWithoutAnEndIsCut() throws {
    let name = "e" + String(repeating: "\u{301}", count: 100_000)
    let chart = DayStrip(title: name, lanes: [.init(name, text: name, segments: [])], legend: [(.calm, name)], empty: name)
    #expect(chart.svg(.page).utf8.count < 8000)
  }

  @Test func whatIsEmptySaysSo() throws {
    for values in [[], [nil], [Double.nan, nil]] as [[Double?]] {
      for chart in [Examples.bars(values), Examples.line(values), Examples.heat(values), Examples.day([])] as [any Chart] {
        #expect(try ParsedSVG(chart.svg(.page)).texts == ["nothing is known"])
        #expect(try ParsedSVG(chart.svg(.standalone)).texts == [chart.title, "nothing is known"])
      }
    }
  }

  @Test func longWordsOfAnEmptyChartAreBroken() throws {
    let words = ChartWords(
      empty: "no health data from 2026-02-01 to 2026-02-07; the newest day is 2025-12-31", missing: "", merged: { _ in "" })
    let chart = BarChart(title: "steps", categories: [], series: [], words: words) { _ in "" }
    let parsed = try ParsedSVG(chart.svg(.page))
    #expect(parsed.texts.count == 2 && parsed.texts.joined(separator: " ") == words.empty && parsed.misplacedTexts.isEmpty)
  }

  @Test(arguments: [
    (12.34, "12.3"), (-0.04, "0"), (-1.25, "-1.3"), (0.05, "0.1"), (100, "100"), (.nan, "0"), (.infinity, "1000000"), (1e300, "1000000"),
  ])
  func coordinatesHaveOneDecimal(value: Double, text: String) { #expect(coordinate(value) == text) }
}
