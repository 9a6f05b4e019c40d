import TestSupport
import Testing

@testable import Charts

/// Labels below an axis never overlap.
@Suite struct AxisMarksTests {
  @Test func allAreShownWhereThereIsRoom() {
    let marks = AxisMarks.thinned([("Mon", 20), ("Tue", 80), ("Wed", 140)], keeping: nil, within: 160)
    #expect(marks.map(\.text) == ["Mon", "Tue", "Wed"])
  }

  @Test func everySecondIsShownWhereThereIsLess() {
    let marks = AxisMarks.thinned((0..<6).map { ("Mon \($0)", Double($0) * 30 + 30) }, keeping: 5, within: 220)
    #expect(marks.map(\.place) == [1, 3, 5])
  }

  @Test func labelsAtTheEdgesMoveInwards() {
    let marks = AxisMarks.thinned([("1 January", 0), ("31 December", 320)], keeping: nil, within: 320)
    #expect(marks.count == 2 && marks[0].x == marks[0].width / 2 && marks[1].x == 320 - marks[1].width / 2)
  }

  @Test func aLabelWiderThanThePictureIsCut() {
    let marks = AxisMarks.thinned([(String(repeating: "W", count: 1000), 10)], keeping: nil, within: 160)
    #expect(marks.count == 1 && marks[0].text.hasSuffix("…") && marks[0].width <= 160)
  }

  @Test func anyLabelsStayApart() {
    var random = SeededGenerator(seed: 7)
    let alphabet = Array("il1.WMÄé漢字🙂 אب0123456789")
    for _ in 0..<2000 {
      let (count, width) = (Int.random(in: 1...400, using: &random), Double.random(in: 160...1300, using: &random))
      let candidates = (0..<count).map { place in
        let letters = (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "x" }
        return (text: String(letters), x: (Double(place) + 0.5) * width / Double(count))
      }
      let kept = Bool.random(using: &random) ? Int.random(in: 0..<count, using: &random) : nil
      let marks = AxisMarks.thinned(candidates, keeping: kept, within: width)
      #expect(marks.isEmpty == candidates.allSatisfy { $0.text.isEmpty })
      #expect(marks.allSatisfy { $0.x - $0.width / 2 >= -0.01 && $0.x + $0.width / 2 <= width + 0.01 })
      #expect(zip(marks, marks.dropFirst()).allSatisfy { $0.x + $0.width / 2 + AxisMarks.gap <= $1.x - $1.width / 2 })
      if let kept, !candidates[kept].text.isEmpty { #expect(marks.contains { $0.place == kept }) }
    }
  }
}
