/// The addresses of the four services.
package struct ForecastAddresses: Sendable, Hashable {
  /// The weather forecast: `https://api.open-meteo.com`.
  package var weather: String
  /// The forecast of the sea: `https://marine-api.open-meteo.com`.
  package var marine: String
  /// The forecast of the air: `https://air-quality-api.open-meteo.com`.
  package var air: String
  /// The search for places: `https://geocoding-api.open-meteo.com`.
  package var geocoding: String

  /// Open-Meteo's own services, for non-commercial use.
  package static let standard = ForecastAddresses(
    weather: "https://api.open-meteo.com", marine: "https://marine-api.open-meteo.com", air: "https://air-quality-api.open-meteo.com",
    geocoding: "https://geocoding-api.open-meteo.com")

  /// Addresses with or without the path of the service; it is added where it is missing.
  package init(weather: String, marine: String, air: String, geocoding: String) {
    self.weather = weather
    self.marine = marine
    self.air = air
    self.geocoding = geocoding
  }

  /// The address of a part, with its path and without a slash at its end.
  func address(of part: ForecastPart) -> String {
    switch part {
    case .weather: ForecastAddresses.joined(weather, "/v1/forecast")
    case .marine: ForecastAddresses.joined(marine, "/v1/marine")
    case .air: ForecastAddresses.joined(air, "/v1/air-quality")
    }
  }

  /// The address of the search, with its path.
  var searchAddress: String { ForecastAddresses.joined(geocoding, "/v1/search") }

  /// The host of an address in lower case, without port.
  static func host(of address: String) -> String {
    let rest = address.split(separator: "/").dropFirst().first ?? ""
    return rest.split(separator: ":").first.map { $0.lowercased() } ?? ""
  }

  private static func joined(_ base: String, _ path: String) -> String {
    let trimmed = String(base.reversed().drop { $0 == "/" }.reversed())
    return trimmed.hasSuffix(path) ? trimmed : trimmed + path
  }
}
