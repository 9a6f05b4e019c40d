import HealthModel
import Testing

@testable import DayTotals

@Suite struct SourceRanksTests {
  private let watch = HealthSource(name: "Alex\u{2019}s Apple\u{A0}Watch", kind: .watch, origin: .appleHealth)
  private let phone = HealthSource(name: "Alex\u{2019}s iPhone", kind: .phone, origin: .appleHealth)
  private let strava = HealthSource(name: "Strava", kind: .other, origin: .appleHealth)
  private let fitbit = HealthSource(name: "Fitbit", kind: .other, origin: .healthConnect)

  private func names(_ ranks: [String], _ sources: [HealthSource]) -> [String] {
    SourceRanks(ranks).ordered(sources).map { sources[$0].name }
  }

  @Test func watchThenPhoneThenTheOthersByName() {
    #expect(names([], [strava, fitbit, phone, watch]) == [watch.name, phone.name, "Fitbit", "Strava"])
  }

  @Test func aNamedSourceComesWhereItIsNamed() {
    #expect(names(["Strava"], [strava, fitbit, phone, watch]) == ["Strava", watch.name, phone.name, "Fitbit"])
    #expect(names(["phone", "Strava"], [strava, fitbit, phone, watch]) == [phone.name, "Strava", watch.name, "Fitbit"])
    #expect(names(["other", "phone", "watch", "Fitbit"], [watch, phone, strava, fitbit]).last == "Fitbit")
  }

  @Test func namesAreComparedAsPeopleTypeThem() {
    #expect(names(["alex's iphone", "Alex's Apple Watch"], [watch, phone]) == [phone.name, watch.name])
  }

  @Test(
    arguments: [
      ("its own order", [], ["Samsung", "Fit", "Zepp"], ["Samsung", "iPhone", "Fit", "Strava", "Zepp"]),
      ("an app that isn't in it follows", [], ["Zepp"], ["Zepp", "iPhone", "Samsung", "Strava", "Fit"]),
      ("no order", [], [], ["Samsung", "iPhone", "Fit", "Strava", "Zepp"]),
      ("the settings name one", ["Zepp"], ["Fit", "Zepp", "Samsung"], ["Zepp", "Fit", "iPhone", "Samsung", "Strava"]),
      ("the settings name a kind", ["other"], ["Zepp", "Fit", "Samsung"], ["Zepp", "Strava", "Fit", "Samsung", "iPhone"]),
    ] as [(String, [String], [String], [String])])
  func appsOfHealthConnectHaveItsOrder(id: String, ranks: [String], apps: [String], expected: [String]) {
    let sources = [
      HealthSource(name: "Zepp", kind: .other, origin: .healthConnect), HealthSource(name: "Fit", kind: .other, origin: .healthConnect),
      HealthSource(name: "Samsung", kind: .watch, origin: .healthConnect), HealthSource(name: "iPhone", kind: .phone, origin: .appleHealth),
      HealthSource(name: "Strava", kind: .other, origin: .appleHealth),
    ]
    for sources in [sources, sources.reversed()] {
      #expect(SourceRanks(ranks, apps: apps).ordered(sources).map { sources[$0].name } == expected, "\(id)")
    }
  }

  @Test func theOrderOfTheListDecidesNothing() {
    let twins = [HealthOrigin.appleHealth, .healthConnect].map { HealthSource(name: "Twin", kind: .other, origin: $0) }
    #expect(SourceRanks([]).ordered(twins) == [0, 1])
    #expect(SourceRanks([]).ordered(twins.reversed()) == [1, 0])
    #expect(SourceRanks([]).ranks(of: [strava, watch, phone]) == [2, 0, 1])
  }
}
