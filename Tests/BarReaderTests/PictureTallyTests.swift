import Testing

@testable import BarReader

@Suite struct PictureTallyTests {
  private let tea = SymbolCode(.ean13, "9521234543213")!
  private let jam = SymbolCode(.ean13, "9520000000004")!

  /// A strip of five lines at `along` of a region of 100 x 60 pixels that begins at (`left`, 0).
  private func voice(_ code: SymbolCode, _ strength: Float, left: Float = 0, along: Float) -> PictureTally.Voice {
    func region(_ along: ClosedRange<Float>) -> BarRegion {
      BarRegion(isTransposed: false, slope: 0, across: left...left + 100, along: along, score: 1)
    }
    return PictureTally.Voice(
      code: code, proposer: .alignment, strength: strength, strip: region(along - 2.5...along + 2.5), region: region(0...60))
  }

  private func winner(_ voices: [PictureTally.Voice]) -> BarReading? {
    var tally = PictureTally()
    for voice in voices { tally.add([voice]) }
    return tally.winner
  }

  @Test func whatTwoPlacesSayTogetherIsRead() throws {
    let reading = try #require(winner([voice(tea, 0.5, along: 30), voice(tea, 0.7, left: 300, along: 30)]))
    #expect(reading.code == tea)
    #expect(abs(reading.strength - 1.2) < 1e-5)
    #expect(reading.region.across == 300...400 && reading.region.along == 0...60, "where it was clearest")
  }

  @Test func oneVoiceIsNotEnough() {
    #expect(winner([]) == nil)
    #expect(winner([voice(tea, 0.9, along: 30)]) == nil)
  }

  /// A region inside another reads the same lines; what it says of others is more.
  @Test func theSameLinesCountOnce() {
    #expect(winner([voice(tea, 0.7, along: 30), voice(tea, 0.6, left: 5, along: 31)]) == nil)
    #expect(winner([voice(tea, 0.7, along: 30), voice(tea, 0.6, left: 5, along: 40)])?.code == tea)
  }

  @Test func otherCodesCountTwiceAgainstIt() {
    let two = [voice(tea, 0.8, along: 10), voice(tea, 0.8, left: 300, along: 30)]
    #expect(winner(two + [voice(jam, 0.2, along: 30)])?.code == tea)
    #expect(winner(two + [voice(jam, 0.5, along: 30)]) == nil)
  }
}
