import HealthModel
import Testing
import TestSupport

@testable import DayTotals

@Suite struct CumulativeMergeTests {
  /// A row of the table: the input, and the expected total for each of two days.
  struct Case: Sendable, CustomStringConvertible {
    let id: String
    let layers: [Layer]
    let totals: [Double?]
    var description: String { id }
  }

  static let cases: [Case] = [
    Case(id: "nothing", layers: [], totals: [nil, nil]),
    Case(id: "zero is known", layers: [Layer(source: 0, spans: [span(480, 490, 0)])], totals: [0, nil]),
    // Watch 8:00–8:10 100, phone 8:05–8:15 90: the phone's second half counts.
    Case(
      id: "half covered",
      layers: [Layer(source: 0, spans: [span(480, 490, 100)]), Layer(source: 1, spans: [span(485, 495, 90)])], totals: [145, nil]),
    // The phone's hour has the watch's ten minutes in its middle.
    Case(
      id: "hole in the middle",
      layers: [Layer(source: 0, spans: [span(500, 510, 50)]), Layer(source: 1, spans: [span(480, 540, 600)])], totals: [550, nil]),
    Case(
      id: "wholly covered",
      layers: [Layer(source: 0, spans: [span(480, 540, 10)]), Layer(source: 1, spans: [span(490, 500, 900)])], totals: [10, nil]),
    // Apple's sources sum what overlaps in themselves, and cover its union.
    Case(
      id: "own overlap is summed",
      layers: [Layer(source: 0, spans: [span(480, 490, 100), span(485, 495, 90)]), Layer(source: 1, spans: [span(480, 500, 40)])],
      totals: [200, nil]),
    // Health Connect: the later written one has 8:05–8:15.
    Case(
      id: "latest of one app",
      layers: [
        Layer(source: 0, takesLatest: true, spans: [span(480, 490, 100, writtenMs: 1), span(485, 495, 90, writtenMs: 2)])
      ], totals: [140, nil]),
    Case(
      id: "latest of one app, earlier one later written",
      layers: [
        Layer(source: 0, takesLatest: true, spans: [span(480, 490, 100, writtenMs: 2), span(485, 495, 90, writtenMs: 1)])
      ], totals: [145, nil]),
    Case(
      id: "a growing record of one app",
      layers: [
        Layer(
          source: 0, takesLatest: true,
          spans: [span(480, 485, 40, writtenMs: 1), span(480, 490, 90, writtenMs: 2), span(480, 500, 150, writtenMs: 3)])
      ], totals: [150, nil]),
    Case(
      id: "moments count where nobody measured",
      layers: [
        Layer(source: 0, spans: [span(480, 490, 100)]),
        Layer(source: 1, spans: [span(479, 479, 5), span(480, 480, 7), span(490, 490, 11)]),
      ],
      totals: [116, nil]),
    Case(
      id: "moments of an app add nothing", layers: [Layer(source: 0, takesLatest: true, spans: [span(480, 480, 7)])], totals: [nil, nil]),
    // 23:50–00:20, 30 steps: 10 before midnight, 20 after.
    Case(id: "over midnight", layers: [Layer(source: 0, spans: [span(1430, 1460, 30)])], totals: [10, 20]),
    Case(
      id: "over midnight, half covered",
      layers: [Layer(source: 0, spans: [span(1430, 1445, 15)]), Layer(source: 1, spans: [span(1430, 1460, 60)])], totals: [10, 35]),
    Case(id: "a moment at midnight is the new day's", layers: [Layer(source: 0, spans: [span(1440, 1440, 3)])], totals: [nil, 3]),
    Case(id: "before and after the days", layers: [Layer(source: 0, spans: [span(-20, 20, 40), span(2870, 2890, 50)])], totals: [20, 25]),
    // A chain: each layer is covered by the one before for half of its time.
    Case(
      id: "chain of three",
      layers: [
        Layer(source: 0, spans: [span(480, 490, 10)]), Layer(source: 1, spans: [span(485, 495, 10)]),
        Layer(source: 2, spans: [span(490, 500, 10)]),
      ], totals: [20, nil]),
  ]

  @Test(arguments: cases) func totalsAreAsByHand(_ row: Case) {
    var sums = DaySums(TestDays.utc(2))
    CumulativeMerge.run(row.layers, telling: &sums)
    #expect(sums.totals.map { $0.map { ($0 * 1e6).rounded() / 1e6 } } == row.totals, "\(row.id)")
  }

  @Test(arguments: cases) func theExplanationAddsUpToTheTotalAndNothingIsLost(_ row: Case) {
    let days = TestDays.utc(2)
    for day in 0..<2 {
      var why = Contributions(layers: row.layers.count, day: days.span(day))
      CumulativeMerge.run(row.layers, telling: &why)
      let counted = why.parts.reduce(0) { $0 + $1.value }
      #expect(abs(counted - (row.totals[day] ?? 0)) < 1e-6, "\(row.id)")
      // Counted and left out together are what the samples say of the day.
      for (layer, part) in zip(row.layers, why.parts) {
        var said = DaySums(days)
        CumulativeMerge.run([Layer(source: 0, spans: layer.spans)], telling: &said)
        let left = part.leftOut.values.reduce(0) { $0 + $1.value }
        #expect(abs(part.value + left - (said.totals[day] ?? 0)) < 1e-6, "\(row.id)")
      }
    }
  }

  @Test func theReasonNamesWhoHadTheTime() {
    let layers = [
      Layer(source: 0, spans: [span(480, 490, 100)]), Layer(source: 1, spans: [span(485, 495, 90)]),
      Layer(source: 2, spans: [span(480, 500, 40)]),
    ]
    var why = Contributions(layers: 3, day: TestDays.utc(1).span(0))
    CumulativeMerge.run(layers, telling: &why)
    func left(_ value: Double, _ from: Int, _ to: Int) -> Contributions.Left {
      let (start, end) = (span(from, to, 0).startMs, span(from, to, 0).endMs)
      return Contributions.Left(value: value, ms: end - start, spans: [start..<end])
    }
    #expect(why.parts[1].leftOut == [0: left(45, 485, 490)])
    #expect(why.parts[2].leftOut[0] == left(20, 480, 490))
    #expect(why.parts[2].leftOut[1] == left(10, 490, 495))
    #expect(why.parts[0].spans == [span(480, 490, 0)].map { $0.startMs..<$0.endMs })
    #expect(why.parts[2].value == 10)
    #expect(why.parts[2].ms == 300_000)
  }

  @Test func aDayOf23HoursGetsItsShare() throws {
    let change: Int64 = 1_774_746_000_000  // Paris, 2026-03-29 01:00 UTC
    let days = LocalDays(
      from: try #require(Day("2026-03-29")), through: try #require(Day("2026-03-30")), offset: TestDays.zone(1, 2, changeMs: change))
    // Both days long, 47 units: 23 and 24.
    var sums = DaySums(days)
    CumulativeMerge.run([Layer(source: 0, spans: [Span(startMs: days.startMs, endMs: days.endMs, value: 47)])], telling: &sums)
    let totals = sums.totals.compactMap(\.self)
    #expect(abs(totals[0] - 23) < 1e-9 && abs(totals[1] - 24) < 1e-9)
  }

  /// The rule painted second by second: what a person would do with a ruler and much time.
  private func painted(_ layers: [Layer], _ days: LocalDays) -> [Double] {
    let seconds = Int(days.endMs - days.startMs) / 1000
    var taken = [Bool](repeating: false, count: seconds)
    var totals = [Double](repeating: 0, count: days.count)
    func second(_ ms: Int64) -> Int { Int(ms - days.startMs) / 1000 }
    for layer in layers {
      var mine = [Bool](repeating: false, count: seconds)
      var last = [Int?](repeating: nil, count: seconds)
      if layer.takesLatest {
        for (place, span) in layer.spans.enumerated() {
          for second in second(span.startMs)..<second(span.endMs) {
            if let other = last[second], layer.spans[other].writtenMs >= span.writtenMs { continue }
            last[second] = place
          }
        }
      }
      for (place, span) in layer.spans.enumerated() {
        if span.startMs == span.endMs {
          if !layer.takesLatest, !taken[second(span.startMs)] { totals[days.index(of: span.startMs) ?? 0] += span.value }
          continue
        }
        for second in second(span.startMs)..<second(span.endMs) {
          mine[second] = true
          if taken[second] || layer.takesLatest && last[second] != place { continue }
          totals[days.index(of: days.startMs + Int64(second) * 1000) ?? 0] += span.value * 1000 / Double(span.endMs - span.startMs)
        }
      }
      for second in 0..<seconds where mine[second] { taken[second] = true }
    }
    return totals
  }

  @Test(arguments: 0..<60) func randomSamplesComeToWhatPaintingSays(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let days = TestDays.utc(2)
    let layers = (0..<Int.random(in: 1...4, using: &random)).map { source in
      let spans = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        let start = Int.random(in: 0..<172_000, using: &random)
        let length = Bool.random(using: &random) ? Int.random(in: 0...40, using: &random) * 15 : Int.random(in: 0...20_000, using: &random)
        return Span(
          startMs: days.startMs + Int64(start) * 1000, endMs: days.startMs + Int64(min(start + length, 172_800)) * 1000,
          value: Double(Int.random(in: 0...500, using: &random)), writtenMs: Int64.random(in: 0...30, using: &random))
      }
      // Painting lets the first of equally late ones stay.
      return Layer(
        source: Int32(source), takesLatest: Bool.random(using: &random), spans: spans.sorted { $0.startMs < $1.startMs })
    }
    var sums = DaySums(days)
    CumulativeMerge.run(layers, telling: &sums)
    for (total, wanted) in zip(sums.totals, painted(layers, days)) { #expect(abs((total ?? 0) - wanted) < 1e-6, "seed \(seed)") }
    var why = Contributions(layers: layers.count, day: days.span(1))
    CumulativeMerge.run(layers, telling: &why)
    #expect(abs(why.parts.reduce(0) { $0 + $1.value } - (sums.totals[1] ?? 0)) < 1e-6)
  }
}
