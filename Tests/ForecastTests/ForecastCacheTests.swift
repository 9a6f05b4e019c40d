import Foundation
import HealthModel
import TestSupport
import Testing

@testable import Forecast

@Suite struct ForecastCacheTests {
  let world: ForecastWorld

  init() throws { world = try ForecastWorld() }

  func part(_ part: ForecastPart, at ms: Int64, value: Double, hours: Int = 3, from: Int64 = ForecastWorld.startMs) -> PartForecast {
    let hours = (0..<hours).map { index -> ForecastHour in
      var hour = ForecastHour(utcMs: from + Int64(index) * 3_600_000)
      for field in part.fields where !(field == part.fields[0] && index == 1) { hour[field] = value }
      return hour
    }
    return PartForecast(
      fetchedAtMs: ms, hours: hours, daylight: part == .weather ? [Daylight(riseMs: from, setMs: from + 5)] : [], oddities: Oddities(),
      url: "http://x", entityTag: "\"a\"", lastModified: "Mon, 01 Jun 2026 05:00:00 GMT")
  }

  func forecast(_ parts: [ForecastPart: PartForecast]) -> PlaceForecast { PlaceForecast(place: world.place, parts: PerPart { parts[$0] }) }

  @Test func aForecastComesBackAsItWas() throws {
    let kept = forecast([.weather: part(.weather, at: 7, value: 20.25), .marine: part(.marine, at: 8, value: 0.4)])
    #expect(world.cache.forecast(for: world.place) == nil)
    #expect(try world.cache.keep(kept) == kept)
    #expect(world.cache.forecast(for: world.place) == kept)
    try world.cache.remove(world.place)
    #expect(world.cache.forecast(for: world.place) == nil)
    try world.cache.remove(world.place)
  }

  @Test func onlyTheOwnerCanReadIt() throws {
    _ = try world.cache.keep(forecast([.air: part(.air, at: 7, value: 30)]))
    func mode(_ path: String) throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
    #expect(try mode(world.cache.path(of: world.place)) == 0o600)
    #expect(try mode(world.cache.folder) == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.cache.folder).sorted() == ["lock", "tel_aviv_coast.json"])
  }

  @Test func theNewerAnswerOfEachPartIsKept() throws {
    _ = try world.cache.keep(forecast([.weather: part(.weather, at: 100, value: 20), .marine: part(.marine, at: 100, value: 1)]))
    // Another program read the cache before that, and has newer weather only.
    let merged = try world.cache.keep(forecast([.weather: part(.weather, at: 200, value: 21), .marine: part(.marine, at: 50, value: 2)]))
    #expect(merged[.weather]?.fetchedAtMs == 200)
    #expect(merged[.marine]?.fetchedAtMs == 100)
    #expect(world.cache.forecast(for: world.place) == merged)
  }

  @Test func aFileOfOtherCoordinatesOrAnotherVersionIsNone() throws {
    _ = try world.cache.keep(forecast([.air: part(.air, at: 7, value: 30)]))
    let elsewhere = try Place(id: world.place.id, name: "Elsewhere", latitude: 1, longitude: 2, zone: "UTC")
    #expect(world.cache.forecast(for: elsewhere) == nil)
    let path = world.cache.path(of: world.place)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing(#""version":1"#, with: #""version":2"#).write(toFile: path, atomically: true, encoding: .utf8)
    #expect(world.cache.forecast(for: world.place) == nil)
    // It is replaced by the next one that is kept.
    _ = try world.cache.keep(forecast([.air: part(.air, at: 8, value: 30)]))
    #expect(world.cache.forecast(for: world.place)?[.air]?.fetchedAtMs == 8)
  }

  @Test(arguments: ["", "{", "null", "[]", #"{"version":1}"#, "<html>", String(repeating: "[", count: 3000)]) func damagedFilesAreNone(
    text: String
  ) throws {
    try FileManager.default.createDirectory(atPath: world.cache.folder, withIntermediateDirectories: true)
    try text.write(toFile: world.cache.path(of: world.place), atomically: true, encoding: .utf8)
    #expect(world.cache.forecast(for: world.place) == nil)
  }

  @Test func valuesInAFileAreBounded() throws {
    let place = world.place.json.text
    func cached(_ part: String) throws -> PlaceForecast? {
      PlaceForecast(cached: try JSON(parsing: #"{"version":1,"place":\#(place),"parts":{"marine":\#(part)}}"#), place: world.place)
    }
    let good = #"{"fetched_at_ms":5,"url":"u","hours":[10,11],"values":{"wave_m":[-1,1e300],"wave_period_s":["x",5]}}"#
    let forecast = try #require(try cached(good))
    #expect(forecast[.marine]?.hours.map(\.waveM) == [nil, nil])
    #expect(forecast[.marine]?.hours.map(\.wavePeriodS) == [nil, 5])
    for bad in [
      #"{"fetched_at_ms":-5,"url":"u","hours":[10]}"#, #"{"fetched_at_ms":5,"hours":[10]}"#,
      #"{"fetched_at_ms":5,"url":"u","hours":[11,10]}"#,
      #"{"fetched_at_ms":5,"url":"u","hours":[10,10]}"#, #"{"fetched_at_ms":5,"url":"u","hours":[9223372036854775807]}"#,
      #"{"fetched_at_ms":5,"url":"u","hours":["x"]}"#, #"{"fetched_at_ms":5,"url":"u"}"#,
    ] {
      #expect(try cached(bad) == nil, "\(bad)")
    }
  }

  @Test func everyCutOfAFileIsHarmless() throws {
    let kept = forecast([.weather: part(.weather, at: 7, value: 20), .air: part(.air, at: 7, value: 9)])
    let bytes = kept.cacheJSON.utf8
    for count in 0..<bytes.count { #expect((try? JSON(parsing: bytes.prefix(count))) == nil) }
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      var broken = bytes
      for _ in 0..<3 { broken[Int.random(in: 0..<broken.count, using: &generator)] = UInt8.random(in: 0x20...0x7E, using: &generator) }
      guard let json = try? JSON(parsing: broken), let read = PlaceForecast(cached: json, place: world.place) else { continue }
      for hour in read.hours(nowMs: 10) {
        for field in ForecastHour.Field.allCases { #expect(hour[field].map(field.range.contains) ?? true) }
      }
    }
  }

  @Test func aFolderThatTakesNothingIsAnError() throws {
    try world.folder.write([], to: "forecasts")
    let error = #expect(throws: ForecastError.self) { try world.cache.keep(forecast([.air: part(.air, at: 7, value: 30)])) }
    #expect(error?.code == .cache)
    #expect(world.cache.forecast(for: world.place) == nil)
  }

  @Test func oddFilesInThePlaceOfACacheAreNone() throws {
    try FileManager.default.createDirectory(atPath: world.cache.path(of: world.place), withIntermediateDirectories: true)
    #expect(world.cache.forecast(for: world.place) == nil)
    let error = #expect(throws: ForecastError.self) { try world.cache.keep(forecast([.air: part(.air, at: 7, value: 30)])) }
    #expect(error?.code == .cache)
  }

  @Test func partsAreJoinedByTheHour() {
    // The sea starts an hour later than the weather and ends an hour later.
    let start = ForecastWorld.startMs
    let joined = forecast([
      .weather: part(.weather, at: 7, value: 20, hours: 2), .marine: part(.marine, at: 8, value: 0.5, hours: 2, from: start + 3_600_000),
    ])
    let hours = joined.hours(nowMs: 9)
    #expect(hours.map { ($0.utcMs - start) / 3_600_000 } == [0, 1, 2])
    #expect(hours.map(\.feelsC) == [20, nil, nil])
    #expect(hours.map(\.uv) == [20, 20, nil])
    #expect(hours.map(\.waveM) == [nil, 0.5, nil])
    #expect(hours.map(\.wavePeriodS) == [nil, 0.5, 0.5])
    #expect(joined.sea == .coast)
    #expect(joined.daylight.count == 1)
  }

  @Test func theAgeIsThatOfWeatherAndSeaAndOldAirIsLeftOut() {
    let start = ForecastWorld.startMs
    let all = forecast([
      .weather: part(.weather, at: start, value: 20), .marine: part(.marine, at: start - 9, value: 1),
      .air: part(.air, at: start - 99, value: 30),
    ])
    #expect(all.fetchedAtMs == start - 9)
    #expect(all.weatherAtMs == start)
    #expect(all.seaAtMs == start - 9)
    #expect(forecast([.air: part(.air, at: 5, value: 30)]).fetchedAtMs == 5)
    #expect(forecast([:]).fetchedAtMs == nil)
    #expect(all.hours(nowMs: start - 99 + 86_400_000)[0].pm10 == 30)
    #expect(all.hours(nowMs: start - 98 + 86_400_000)[0].pm10 == nil)
    // Inland there are no waves, and the sea's age doesn't matter to swims.
    let inland = forecast([.weather: part(.weather, at: start, value: 20), .marine: PartForecast(fetchedAtMs: 5, hours: [], url: "")])
    #expect(inland.sea == .inland && inland.seaAtMs == nil)
    #expect(forecast([:]).sea == .unknown)
  }
}
