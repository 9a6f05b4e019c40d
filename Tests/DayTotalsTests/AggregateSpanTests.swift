import Testing

@testable import DayTotals

/// Which of several accounts of one span count.
@Suite struct AggregateSpanTests {
  /// An account of some hours of 2026-03-01, of an export that knows until an hour.
  private func account(_ value: Double, source: Int32 = 0, from: Int = 8, to: Int = 9, known: Int?, import number: Int64 = 1)
    -> AggregateSpan
  {
    AggregateSpan(
      startMs: TestDays.at(from), endMs: TestDays.at(to), value: value, source: source, rank: source,
      recency: Recency(knownUntilMs: known.map { TestDays.at($0) }, importNumber: number))
  }

  /// The values that count, if the sources have these names.
  private func current(_ spans: [AggregateSpan], _ names: [[String?]]) -> [Double] {
    AggregateSpan.current(spans) { names[Int($0)] }.map(\.value)
  }

  @Test func theOneThatKnowsLongerReplacesTheOther() {
    #expect(current([account(1, known: 9), account(2, known: 24, import: 2)], [["a"]]) == [2])
    #expect(current([account(1, known: 24), account(2, known: 9, import: 2)], [["a"]]) == [1])
    #expect(current([account(1, known: nil), account(2, known: 9)], [["a"]]) == [2])
  }

  @Test func thoseOfOneTimeAllStay() {
    #expect(current([account(1, known: 9), account(2, source: 1, known: 9)], [["a"], ["a"]]) == [1, 2])
  }

  @Test func anotherSpanIsNoAccountOfTheSame() {
    #expect(current([account(1, known: 9), account(2, to: 10, known: 24), account(3, from: 7, known: 24)], [["a"]]) == [1, 2, 3])
  }

  @Test func namesDecideWhatIsTheSame() {
    let spans = [account(1, known: 9), account(2, source: 1, known: 24)]
    #expect(current(spans, [["a"], ["b"]]) == [1, 2])
    #expect(current(spans, [["a", "c"], ["b", "c"]]) == [2])
    #expect(current(spans, [["a"], [nil]]) == [2])
    #expect(current(spans, [[nil], ["b"]]) == [2])
  }

  /// A chain: the newest replaces what shares a name with it, and the oldest has none of its names.
  @Test func onlyACommonNameReplaces() {
    let spans = [account(1, known: 9), account(2, source: 1, known: 10), account(3, source: 2, known: 24)]
    #expect(current(spans, [["a"], ["a", "b"], ["b"]]) == [3])
    #expect(current(spans, [["a"], ["b"], ["b"]]) == [1, 3])
  }

  @Test func recencyIsByTimeThenByImport() {
    let order = [
      Recency(knownUntilMs: nil, importNumber: 9), Recency(knownUntilMs: 1, importNumber: 8), Recency(knownUntilMs: 2, importNumber: 1),
      Recency(knownUntilMs: 2, importNumber: 3),
    ]
    #expect(order.reversed().sorted() == order)
    #expect(!order[3].knowsLonger(than: order[2]) && order[2].knowsLonger(than: order[1]) && order[1].knowsLonger(than: order[0]))
  }
}
