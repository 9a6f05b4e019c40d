import BulkSQL
import GRDB
import HealthModel

/// A place that the user saved for forecasts.
package struct SavedPlace: Sendable, Hashable {
  /// 1…64 of `a`…`z`, digits, `_` and `-`.
  package let id: String
  /// The name for users.
  package let name: String
  /// Degrees north, -90…90.
  package let latitude: Double
  /// Degrees east, -180…180.
  package let longitude: Double
  /// The IANA name of its time zone.
  package let zone: String
  /// The time at which it was saved, milliseconds since 1970.
  package let createdAtMs: Int64

  /// A place with everything given.
  package init(id: String, name: String, latitude: Double, longitude: Double, zone: String, createdAtMs: Int64) {
    self.id = id
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.zone = zone
    self.createdAtMs = createdAtMs
  }

  /// Reads a row of `columns`.
  init(row: Row) throws {
    try self.init(
      id: row.value(0), name: row.value(1), latitude: row.value(2), longitude: row.value(3), zone: row.value(4),
      createdAtMs: NumberRules.nearestTime(row.value(5)))
  }

  static let columns = "id, name, latitude, longitude, zone, created_at_ms"

  /// `INSERT` of the values of `columns`; the row of the same id is replaced, and keeps what a newer version added.
  static let putSQL = """
    INSERT INTO coast_place(\(columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT(id) DO UPDATE SET name = excluded.name, latitude = excluded.latitude, longitude = excluded.longitude, zone = excluded.zone
    """

  /// The values in the order of `columns`.
  var columnValues: [(any DatabaseValueConvertible)?] { [id, name, latitude, longitude, zone, createdAtMs] }
}
