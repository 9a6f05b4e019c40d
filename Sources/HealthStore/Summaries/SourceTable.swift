import BulkSQL
import GRDB
import HealthModel

/// The sources of samples and workouts, in places that start at 0 whatever their ids are.
struct SourceTable {
  /// By place.
  private(set) var sources: [HealthSource] = []
  /// Of small ids, which hsync's own are.
  private var placeOfID: [Int32] = []
  /// Of other ids, which a person may have put in by hand.
  private var placeOfOddID: [Int64: Int32] = [:]
  private var placeOfName: [String: Int32] = [:]

  /// The sources of the library.
  init(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: "SELECT id, name, kind, origin FROM health_source ORDER BY id") {
      let source = try HealthSource(
        name: row.value(1), kind: HealthSource.Kind(rawValue: row.value(2)) ?? .other,
        origin: HealthOrigin(rawValue: row.value(3)) ?? .appleHealth)
      let id: Int64 = try row.value(0)
      if (0..<65_536).contains(id) {
        if placeOfID.count <= id { placeOfID += Array(repeating: -1, count: Int(id) + 1 - placeOfID.count) }
        placeOfID[Int(id)] = Int32(sources.count)
      } else {
        placeOfOddID[id] = Int32(sources.count)
      }
      placeOfName[source.name] = Int32(sources.count)
      sources.append(source)
    }
  }

  /// The place of a source by its id. `nil` = no such source: a row that a person put in by hand without one.
  func place(ofID id: Int64) -> Int32? {
    guard id >= 0, id < placeOfID.count else { return placeOfOddID[id] }
    guard placeOfID[Int(id)] >= 0 else { return nil }
    return placeOfID[Int(id)]
  }

  /// Whether sums of a source are over all devices: it is a program that sums up, or several sources in one (`Watch|iPhone`).
  func isMerged(_ place: Int32) -> Bool {
    let source = sources[Int(place)]
    return source.name.contains("|") || source.name == HealthSource.healthAutoExport
  }

  /// The place of a source by its name. Another device's workouts may name one that has no samples here.
  mutating func place(ofName name: String) -> Int32 {
    if let place = placeOfName[name] { return place }
    let place = Int32(sources.count)
    sources.append(HealthSource(name: name, kind: .other, origin: .appleHealth))
    placeOfName[name] = place
    return place
  }
}
