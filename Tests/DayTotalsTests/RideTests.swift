import HealthModel
import Testing

@testable import DayTotals

/// The distance of sessions that aren't on foot.
@Suite struct RideTests {
  private func ride(_ from: Int, _ to: Int, _ type: String = "distance_cycling") -> Ride {
    Ride(startMs: TestDays.at(0, from), endMs: TestDays.at(0, to), type: type)
  }

  /// The total of the first day, and what is of other types.
  private func merged(_ layers: [Layer]) -> (total: Double?, elsewhere: [String: Double]) {
    var sums = DaySums(TestDays.utc(1))
    CumulativeMerge.run(layers, telling: &sums)
    var why = Contributions(layers: layers.count, day: TestDays.utc(1).span(0))
    CumulativeMerge.run(layers, telling: &why)
    let elsewhere = why.parts.map { $0.elsewhere.mapValues(\.value) }.reduce(into: [:]) { $0.merge($1) { $0 + $1 } }
    #expect(why.parts.reduce(0) { $0 + $1.value } == sums.totals[0] ?? 0)
    return (sums.totals[0], elsewhere)
  }

  @Test(
    arguments: [
      ("within", [(600, 660, 1000)], nil, 1000), ("before", [(500, 600, 1000)], 1000, nil), ("behind", [(660, 700, 1000)], 1000, nil),
      ("half before", [(570, 630, 1000)], 500, 500), ("half behind", [(630, 690, 1000)], 500, 500),
      ("around", [(540, 720, 1800)], 1200, 600), ("of a moment", [(620, 620, 70)], nil, 70),
      ("of a moment at its end", [(660, 660, 70)], 70, nil),
      ("several", [(500, 600, 100), (600, 620, 200), (620, 680, 300)], 200, 400),
    ] as [(String, [(Int, Int, Double)], Double?, Double?)])
  func whatLiesInASessionIsNotWalked(id: String, spans: [(Int, Int, Double)], walked: Double?, ridden: Double?) {
    var layer = Layer(source: 0, spans: spans.map { span($0.0, $0.1, $0.2) })
    layer.rides = [ride(600, 660)]
    let (total, elsewhere) = merged([layer])
    #expect(total == walked && elsewhere["distance_cycling"] == ridden, "\(id)")
  }

  @Test func theTimeOfARideIsStillItsSources() {
    var cyclist = Layer(source: 0, spans: [span(600, 660, 30_000)])
    cyclist.rides = [ride(600, 660)]
    let phone = Layer(source: 1, spans: [span(630, 690, 600)])
    #expect(merged([cyclist, phone]).total == 300)
    #expect(merged([phone, cyclist]).total == 600)
  }

  @Test func overlappingSessionsAreApart() {
    #expect(
      Ride.apart([ride(630, 700, "distance_rowing"), ride(600, 660), ride(610, 620), ride(800, 800)]) == [
        ride(600, 660), ride(660, 700, "distance_rowing"),
      ])
  }

  @Test func ofOverlappingSamplesTheLastWrittenIsDivided() {
    var layer = Layer(
      source: 0, takesLatest: true, spans: [span(600, 660, 600, writtenMs: 1), span(630, 690, 1200, writtenMs: 2)])
    layer.rides = [ride(645, 675)]
    let (total, elsewhere) = merged([layer])
    #expect(total == 900 && elsewhere == ["distance_cycling": 600])
  }

  @Test(
    arguments: [
      ("cycling", "distance_cycling"), ("swimming", "distance_swimming"), ("downhill_skiing", "distance_downhill_snow_sports"),
      ("running", nil), ("hiking", nil), ("soccer", nil), ("other", nil),
    ] as [(String, String?)]) func activitiesOnFootAreWalked(activity: String, type: String?)
  {
    #expect(Ride.distanceType(of: activity) == type)
  }
}
