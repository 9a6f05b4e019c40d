import HealthModel

/// A place that a search by name found.
package struct FoundPlace: Sendable, Hashable {
  /// The name in the language that was asked for.
  package let name: String
  /// The state or province. `nil` when there is none.
  package let region: String?
  /// The country. `nil` when not known.
  package let country: String?
  /// Degrees north.
  package let latitude: Double
  /// Degrees east.
  package let longitude: Double
  /// The IANA name of its time zone.
  package let zone: String
  /// The number of inhabitants. `nil` when not known.
  package let population: Int64?

  /// Reads one result of the search. `nil` without a name, coordinates and a zone.
  init?(json: JSON) {
    guard let name = ForeignText.cleaned(json["name"].string), let latitude = json["latitude"].double,
      let longitude = json["longitude"].double, let zone = json["timezone"].string
    else { return nil }
    self.name = name
    region = ForeignText.cleaned(json["admin1"].string)
    country = ForeignText.cleaned(json["country"].string)
    self.latitude = latitude
    self.longitude = longitude
    self.zone = zone
    population = json["population"].int.flatMap { (0...100_000_000_000).contains($0) ? $0 : nil }
    guard (try? place(id: "x")) != nil else { return nil }
  }

  /// The place to make forecasts for.
  ///
  /// - Parameter id: `Place.id(of: name)` unless that is taken.
  /// - Throws: `.badPlace` for an id that can't be one.
  package func place(id: String) throws(ForecastError) -> Place {
    try Place(id: id, name: name, latitude: latitude, longitude: longitude, zone: zone)
  }

  /// `Haifa, Haifa District, Israel`.
  package var description: String { [name, region, country].compactMap { $0 }.joined(separator: ", ") }
}
