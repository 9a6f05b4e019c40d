import HealthModel
import Testing

@Suite struct HealthSourceKindTests {
  @Test(
    arguments: [
      (nil, "Alex\u{2019}s Apple\u{A0}Watch", .watch), (nil, "Alex\u{2019}s iPhone", .phone), (nil, "Apple Watch von Alex", .watch),
      (nil, "AlexのApple Watch", .watch),
      (nil, "iPad", .phone), (nil, "HeartWatch", .other), (nil, "WeightWatchers", .other), (nil, "Strava", .other), (nil, "", .other),
      ("Apple Watch Watch", "Alex Ultra", .watch), ("iPhone iPhone", "Alex", .phone), ("iPhone iPhone", "Apple Watch", .phone),
      ("AirPods AirPods", "Alex\u{2019}s iPhone", .phone),
      ("Body+ Scale", "Withings", .other), ("Galaxy Watch6", "Samsung Health", .watch), ("", "Apple Watch", .watch),
    ] as [(String?, String, HealthSource.Kind)])
  func aDevicesModelDecidesElseTheName(device: String?, name: String, kind: HealthSource.Kind) {
    #expect(HealthSource.kind(ofDevice: device, name: name) == kind)
  }
}
