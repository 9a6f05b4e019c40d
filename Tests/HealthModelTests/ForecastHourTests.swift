import HealthModel
import Testing

@Suite struct ForecastHourTests {
  @Test func everyFieldIsItsOwn() {
    for field in ForecastHour.Field.allCases {
      var hour = ForecastHour(utcMs: 0)
      #expect(hour.isEmpty)
      hour[field] = 7
      #expect(ForecastHour.Field.allCases.filter { hour[$0] != nil } == [field])
      #expect(hour.isEmpty == !ForecastHour.Field.scored.contains(field))
    }
  }

  @Test func unknownValuesAreNullInJSON() {
    var hour = ForecastHour(utcMs: 0)
    hour.waveM = 0.45
    hour.precipProb = 0
    hour.pm10 = 3
    #expect(
      hour.rawJSON.text == """
        {"wave_m":0.45,"feels_c":null,"gust_ms":null,"wind_ms":null,"uv":null,"aqi_eu":null,"precip_mm":null,"precip_prob":0}
        """)
  }
}
