import TestSupport
import Testing

@testable import Charts

/// Ticks are round, and there are two to four of them.
@Suite struct ValueScaleTests {
  @Test(arguments: [
    ([8214], [0, 5000, 10000]), ([12011, 10000], [0, 5000, 10000, 15000]), ([7.1, 8], [0, 5, 10]), ([5.5], [0, 2, 4, 6]),
    ([100], [0, 50, 100]), ([0.3], [0, 0.1, 0.2, 0.3]), ([1], [0, 0.5, 1]), ([1900], [0, 1000, 2000]), ([60], [0, 20, 40, 60]),
    ([-3, 5], [-2, 0, 2, 4]), ([], [0, 0.5, 1]), ([0], [0, 0.5, 1]),
  ])
  func ticksOfBarsAreTheWorkedOnes(values: [Double], ticks: [Double]) {
    let scale = ValueScale.fromZero(values, leastStep: 0)
    #expect(scale.ticks == ticks, "\(values): \(scale)")
    #expect(scale.low == min(0, scale.low))
  }

  @Test(arguments: [
    ([67.9, 72.1], [68, 70, 72]), ([72.4], [72, 72.5, 73]), ([80, 92], [80, 85, 90]), ([6, 14], [5, 10, 15]),
    ([99.98, 100.02], [99, 100, 101]),
  ])
  func ticksOfLinesAreTheWorkedOnes(values: [Double], ticks: [Double]) {
    let scale = ValueScale.around(values, leastStep: 0)
    #expect(scale.ticks == ticks, "\(values): \(scale)")
    #expect(scale.low <= values[0] && values[values.count - 1] <= scale.high)
  }

  @Test func countsHaveWholeTicks() {
    #expect(ValueScale.fromZero([1], leastStep: 1).ticks == [0, 1])
    #expect(ValueScale.fromZero([], leastStep: 1).ticks == [0, 1])
    #expect(ValueScale.fromZero([2], leastStep: 1).ticks == [0, 1, 2])
  }

  @Test(arguments: [(0.3, 0.5), (2, 2), (2.1, 5), (6, 10), (0.011, 0.02), (1e14, 1e14), (0, 1e-9), (.nan, 1e-9), (.infinity, 1e15)])
  func stepsAreRound(least: Double, step: Double) { #expect(RoundStep(atLeast: least).times(1) == step) }

  @Test func multiplesAreRoundedOnce() { #expect((0...3).map(RoundStep(atLeast: 0.1).times) == [0, 0.1, 0.2, 0.3]) }

  /// Over magnitudes from 1e-12 to 1e20 and beyond.
  @Test func anyValuesHaveTwoToFourTicksWithinTheScale() {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<20_000 {
      let magnitude = (0..<Int.random(in: 0...32, using: &random)).reduce(1e-12) { value, _ in value * 10 }
      let values = (0..<Int.random(in: 1...4, using: &random)).map { _ in Double.random(in: -1...1, using: &random) * magnitude }
      let least = Bool.random(using: &random) ? 0 : magnitude / 100
      for scale in [
        ValueScale.fromZero(values, leastStep: least), .fromZero(values.map(abs), leastStep: least), .around(values, leastStep: least),
      ] {
        #expect((2...4).contains(scale.ticks.count), "\(values) \(scale)")
        #expect(scale.low < scale.high && scale.ticks.allSatisfy { scale.low <= $0 && $0 <= scale.high }, "\(values) \(scale)")
        #expect(zip(scale.ticks, scale.ticks.dropFirst()).allSatisfy { $0 < $1 }, "\(values) \(scale)")
      }
    }
  }

  @Test func extremesHaveAScale() {
    for first in Examples.extremes {
      for second in Examples.extremes {
        let values = [first, second].compactMap(\.self)
        for scale in [ValueScale.fromZero(values, leastStep: 0), .around(values, leastStep: .nan)] {
          #expect((2...4).contains(scale.ticks.count), "\(values) \(scale)")
          #expect(values.allSatisfy { (0...1).contains(scale.fraction($0)) }, "\(values) \(scale)")
        }
      }
    }
  }
}
