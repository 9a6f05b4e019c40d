import HealthModel
import Testing

@testable import Forecast

/// Answers of the documented form, with every oddity by name.
@Suite("G-FORECAST reading") struct OpenMeteoReadingTests {
  static let nowMs = ForecastWorld.startMs

  func reading(_ text: String, _ part: ForecastPart = .weather) throws -> OpenMeteoReading? {
    OpenMeteoReading(try JSON(parsing: text), part)
  }

  /// An answer with two hours from 2026-06-01 00:00.
  func small(_ columns: String, units: String = "", offset: String = "0", times: String = #""2026-06-01T00:00","2026-06-01T01:00""#)
    -> String
  {
    #"{"utc_offset_seconds":\#(offset),"hourly_units":{\#(units)},"hourly":{"time":[\#(times)],\#(columns)}}"#
  }

  /// G-FORECAST-1
  @Test func aWholeAnswerIsRead() throws {
    let fake = FakeOpenMeteo()
    for part in ForecastPart.allCases {
      let reading = try #require(try reading(fake.answer(part.rawValue, nowMs: Self.nowMs), part))
      #expect(reading.hours.count == 168)
      #expect(reading.oddities.total == 0)
      #expect(reading.hours.first?.utcMs == Self.nowMs - 5 * 3_600_000)
      for hour in reading.hours {
        for column in OpenMeteoColumn.of(part) {
          let value = FakeOpenMeteo.value(column.variable, hour.utcMs)
          let wanted = column.unit == .speed ? value.map { $0 / 3.6 } : value
          #expect(hour[column.field].map { abs($0 - (wanted ?? -1)) < 1e-9 } ?? (wanted == nil), "\(column.variable)")
        }
      }
    }
  }

  @Test func windThresholdsInKilometresAnHourAreMetExactly() throws {
    // 36 / 3.6 = 10 and 50.4 / 3.6 = 14, the thresholds for gusts.
    let text = small(#""wind_gusts_10m":[36,50.4]"#, units: #""wind_gusts_10m":"km/h""#)
    #expect(try reading(text)?.hours.map(\.gustMs) == [10, 14])
  }

  /// A unit, a value in it, the value in our unit.
  @Test(
    arguments: [
      (.speed, "km/h", 18, 5), (.speed, "m/s", 5, 5), (.speed, "mp/h", 10, 4.4704), (.speed, "kn", 36, 18.52), (.speed, nil, 18, 5),
      (.temperature, "°C", 24, 24), (.temperature, "°F", 75.2, 24), (.temperature, nil, 24, 24), (.height, "m", 1.2, 1.2),
      (.height, "ft", 10, 3.048), (.rain, "mm", 3, 3), (.rain, "inch", 0.5, 12.7), (.period, "s", 7, 7), (.percent, "%", 40, 40),
      (.index, "", 6, 6), (.index, "EAQI", 42, 42), (.particles, "μg/m³", 12, 12), (.particles, "µg/m³", 12, 12),
      (.speed, "furlong", 1, nil),
      (.temperature, "%", 1, nil), (.rain, "m", 1, nil), (.index, "undefined", 1, nil), (.height, "", 1, nil),
    ] as [(UnitConversion, String?, Double, Double?)])
  func unitsAreConvertedByName(kind: UnitConversion, unit: String?, value: Double, expected: Double?) {
    #expect(kind.value(value, unit: unit) == expected)
  }

  @Test func valuesInAnUnknownUnitAreNotKnownAndCounted() throws {
    let text = small(#""apparent_temperature":[20,null],"uv_index":[3,4]"#, units: #""apparent_temperature":"gasmark","uv_index":"""#)
    let reading = try #require(try reading(text))
    #expect(reading.hours.map(\.feelsC) == [nil, nil])
    #expect(reading.hours.map(\.uv) == [3, 4])
    #expect(reading.oddities.unknownUnits == 1)
  }

  @Test func nullsAndMissingVariablesAreNotKnown() throws {
    let reading = try #require(try reading(small(#""uv_index":[null,0]"#)))
    #expect(reading.hours.map(\.uv) == [nil, 0])
    #expect(reading.hours.map(\.feelsC) == [nil, nil])
    #expect(reading.oddities.total == 0)
  }

  @Test(arguments: [
    (#""uv_index":["3",true]"#, 2, 0), (#""uv_index":[{},[]]"#, 2, 0), (#""uv_index":[1e400,3]"#, 1, 0), (#""uv_index":[-1,61]"#, 0, 2),
    (#""uv_index":[1e30,60]"#, 0, 1), (#""precipitation_probability":[100.1,-0.1]"#, 0, 2), (#""apparent_temperature":[-121,101]"#, 0, 2),
  ]) func valuesThatCannotBeAreCounted(column: String, notNumbers: Int, outOfRange: Int) throws {
    let reading = try #require(try reading(small(column)))
    #expect(reading.oddities.notNumbers == notNumbers)
    #expect(reading.oddities.outOfRange == outOfRange)
  }

  @Test func columnsOfOtherLengthsAreReadAsFarAsTheyGo() throws {
    #expect(try reading(small(#""uv_index":[1]"#))?.hours.map(\.uv) == [1, nil])
    #expect(try reading(small(#""uv_index":[1,2,3,4]"#))?.hours.map(\.uv) == [1, 2])
    #expect(try reading(small(#""uv_index":7"#))?.hours.map(\.uv) == [nil, nil])
  }

  /// Israel's clocks change on 2026-03-27 at 02:00, but an answer in its zone keeps the offset of its first day.
  @Test func oneOffsetHoldsForAWholeAnswer() throws {
    let times = #""2026-03-27T01:00","2026-03-27T02:00","2026-03-27T03:00""#
    let reading = try #require(try reading(small(#""uv_index":[1,2,3]"#, offset: "7200", times: times)))
    // 2026-03-26 23:00 UTC and on.
    #expect(reading.hours.map(\.utcMs) == [1_774_566_000_000, 1_774_569_600_000, 1_774_573_200_000])
  }

  @Test(arguments: ["100000", "-100000"]) func anOffsetThatNoZoneHasIsNotRead(offset: String) throws {
    #expect(try reading(small(#""uv_index":[1,2]"#, offset: offset)) == nil)
  }

  @Test func unixTimesAreUTC() throws {
    let reading = try #require(try reading(small(#""uv_index":[1,2]"#, offset: "10800", times: "1780290000,1780293600")))
    #expect(reading.hours.map(\.utcMs) == [1_780_290_000_000, 1_780_293_600_000])
  }

  @Test func timesThatAreNoHoursAreLeftOutAndCounted() throws {
    let times =
      #""2026-06-01T02:00","2026-06-01T00:30",null,"x","2026-06-31T00:00","2026-06-01T24:00","2026-06-01T01:00","2026-06-01T02:00",9e18,-5"#
    let reading = try #require(try reading(small(#""uv_index":[1,2,3,4,5,6,7,8,9,10]"#, times: times)))
    #expect(reading.hours.map(\.uv) == [7, 1])
    #expect(reading.oddities.badTimes == 8)
  }

  @Test func moreHoursThanAForecastHasAreCutOff() throws {
    let times = (0..<3000).map { "\"\(FakeOpenMeteo.iso(Int64($0) * 3_600_000))\"" }.joined(separator: ",")
    #expect(try reading(small(#""uv_index":[]"#, times: times))?.hours.count == 1000)
  }

  @Test(arguments: [
    "{}", "[]", "null", #"{"hourly":{}}"#, #"{"hourly":{"time":[]}}"#, #"{"hourly":{"time":"x"}}"#, #"{"hourly":[]}"#,
    #"{"hourly":{"time":[null]}}"#,
  ]) func answersAboutSomethingElseAreNone(text: String) throws { #expect(try reading(text) == nil) }

  /// Sunrise and sunset texts, and the spans in minutes after 2026-06-01 00:00 UTC.
  @Test(arguments: [
    (#""sunrise":["2026-06-01T02:34"],"sunset":["2026-06-01T16:40"]"#, [[154, 1000]]),
    // Honolulu: sunrise 15:50 UTC, sunset 05:10 of the next day; both ways of naming it.
    (#""sunrise":["2026-06-01T15:50"],"sunset":["2026-06-02T05:10"]"#, [[950, 1750]]),
    (#""sunrise":["2026-06-01T15:50"],"sunset":["2026-06-01T05:10"]"#, [[950, 1750]]),
    // Polar night and polar day.
    (#""sunrise":["2026-06-01T00:00"],"sunset":["2026-06-01T00:00"]"#, [[0, 0]]),
    (#""sunrise":["2026-06-01T00:00"],"sunset":["2026-06-02T00:00"]"#, [[0, 1440]]),
    (#""sunrise":["2026-06-01T02:34",null],"sunset":[null,"2026-06-02T16:40"]"#, []), (#""sunrise":["x"],"sunset":["y"]"#, []),
    (#""sunrise":[]"#, []),
  ]) func daylightIsRead(daily: String, minutes: [[Int64]]) throws {
    let text = #"{"hourly":{"time":["2026-06-01T00:00"]},"daily":{"time":["2026-06-01"],\#(daily)}}"#
    let reading = try #require(try reading(text))
    let start: Int64 = 1_780_272_000_000
    #expect(reading.daylight.map { [($0.riseMs - start) / 60_000, ($0.setMs - start) / 60_000] } == minutes)
  }
}
