import HealthModel

/// A place that forecasts are made for.
package struct Place: Sendable, Hashable {
  /// 1…64 of `a`…`z`, digits, `_` and `-`; also the name of its file in the cache.
  package let id: String
  /// The name for users, 1…100 characters.
  package let name: String
  /// Degrees north, -90…90.
  package let latitude: Double
  /// Degrees east, -180…180.
  package let longitude: Double
  /// The IANA name of its time zone: `Asia/Jerusalem`.
  package let zone: String

  /// The default: the coast of Tel Aviv.
  package static let standard = Place(
    unchecked: "tel_aviv_coast", name: "Tel Aviv Coast", latitude: 32.08, longitude: 34.77, zone: "Asia/Jerusalem")

  /// A place.
  ///
  /// - Throws: `.badPlace` for a value beyond its bounds.
  package init(id: String, name: String, latitude: Double, longitude: Double, zone: String) throws(ForecastError) {
    guard Place.isID(id) else {
      throw ForecastError(
        code: .badPlace, message: "\"\(id.printable)\" can't be a place's id", hint: "use a-z, 0-9, _ and -", kind: .badData)
    }
    guard let cleaned = ForeignText.cleaned(name), cleaned.count <= 100 else {
      throw ForecastError(code: .badPlace, message: "a place needs a name of 1 to 100 characters", kind: .badData)
    }
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      throw ForecastError(
        code: .badPlace, message: "the coordinates of \(cleaned) aren't on the globe", hint: "latitude -90 to 90, longitude -180 to 180",
        kind: .badData)
    }
    guard Place.isZoneName(zone) else {
      throw ForecastError(
        code: .badPlace, message: "\"\(zone.printable)\" isn't the name of a time zone", hint: "for example Asia/Jerusalem", kind: .badData)
    }
    self.init(unchecked: id, name: cleaned, latitude: latitude, longitude: longitude, zone: zone)
  }

  private init(unchecked id: String, name: String, latitude: Double, longitude: Double, zone: String) {
    self.id = id
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.zone = zone
  }

  /// An id made of a name: `Tel Aviv–Yafo` is `tel_aviv_yafo`. `place` when the name has no letter or digit of ASCII.
  package static func id(of name: String) -> String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let id = words.joined(separator: "_").prefix(64)
    return id.isEmpty ? "place" : String(id)
  }

  /// `{"id", "name", "latitude", "longitude", "zone"}`.
  package var json: JSON {
    .object([
      ("id", .string(id)), ("name", .string(name)), ("latitude", JSON(latitude)), ("longitude", JSON(longitude)), ("zone", .string(zone)),
    ])
  }

  /// Reads what `json` writes.
  ///
  /// - Throws: `.badPlace`.
  package init(json: JSON) throws(ForecastError) {
    guard let id = json["id"].string, let name = json["name"].string, let latitude = json["latitude"].double,
      let longitude = json["longitude"].double, let zone = json["zone"].string
    else { throw ForecastError(code: .badPlace, message: "a place needs id, name, latitude, longitude and zone", kind: .badData) }
    try self.init(id: id, name: name, latitude: latitude, longitude: longitude, zone: zone)
  }

  private static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      }
  }

  /// Whether a text has the form of a zone's name. It is also part of a file's path, so no part of it may lead upwards.
  private static func isZoneName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || "0123456789_+-".utf8.contains($0) }
      }
  }
}

/// Whether a place lies at the sea, as the sea's forecast tells. The raw value is its name in JSON.
package enum Sea: String, Sendable {
  /// The forecast of the sea hasn't answered yet.
  case unknown
  /// There are waves.
  case coast
  /// There are none: the place lies inland, and swims aren't scored by waves.
  case inland
}
