import GRDB
import HealthModel

/// The writers of the records: the apps are the sources, as Health Connect's own priorities are by app.
struct HealthConnectSources {
  private struct Device {
    let name: String?
    let kind: HealthSource.Kind
  }

  private var apps: [Int64: (name: String, kind: HealthSource.Kind)] = [:]
  private var devices: [Int64: Device] = [:]
  private var placesOfApps: [Int64: Int32] = [:]
  private var placesOfDevices: [Int64: Int32] = [:]

  /// Reads the apps and devices of an export.
  init(_ database: HealthConnectDatabase) throws {
    if let rows = try database.rows("device_info_table", ["row_id", "manufacturer", "model", "device_type"], needed: ["row_id"]) {
      while let row = try rows.next() {
        guard let id = row.int(0) else { continue }
        let name = [row.text(1), row.text(2)].compactMap { $0 }.joined(separator: " ")
        devices[id] = Device(name: name.isEmpty ? nil : name, kind: Self.kind(ofDeviceType: row.int(3), name: name))
      }
    }
    if let rows = try database.rows("application_info_table", ["row_id", "app_name", "package_name"], needed: ["row_id"]) {
      while let row = try rows.next() {
        guard let id = row.int(0) else { continue }
        apps[id] = (row.text(1) ?? row.text(2) ?? Self.unknown, .other)
      }
    }
    for table in ["steps_record_table", "exercise_session_record_table", "sleep_session_record_table", "heart_rate_record_table"] {
      // A table that can't be read to its end is reported when its records are read.
      try? addKinds(of: table, in: database)
    }
  }

  /// An app that writes for a watch and a phone, as Samsung Health does, ranks as a watch.
  private mutating func addKinds(of table: String, in database: HealthConnectDatabase) throws {
    guard database.columns[table]?.isSuperset(of: ["app_info_id", "device_info_id"]) == true else { return }
    let pairs = try database.rows(sql: "SELECT DISTINCT app_info_id, device_info_id FROM \(table)")
    while let pair = try pairs.next() {
      guard let app = pair.int(0), let device = pair.int(1), let kind = devices[device]?.kind, let known = apps[app]?.kind else { continue }
      if kind == .watch || known == .other { apps[app]?.kind = kind }
    }
  }

  /// Returns the names of apps, those of unknown ids left out.
  func names(ofApps ids: [Int64]) -> [String] { ids.compactMap { apps[$0]?.name } }

  /// The place of an app in the import's sources.
  mutating func source(_ app: Int64?, _ builder: inout BatchBuilder) throws -> Int32 {
    let id = app ?? -1
    if let place = placesOfApps[id] { return place }
    let (name, kind) = apps[id] ?? (Self.unknown, .other)
    let place = try builder.source(name, device: kind == .other ? nil : kind.rawValue)
    placesOfApps[id] = place
    return place
  }

  /// Returns the index of a device in the import's devices; -1 = not given.
  mutating func device(_ device: Int64?, _ builder: inout BatchBuilder) throws -> Int32 {
    guard let device, let name = devices[device]?.name else { return -1 }
    if let place = placesOfDevices[device] { return place }
    let place = try builder.device(name)
    placesOfDevices[device] = place
    return place
  }

  private static let unknown = HealthOrigin.healthConnect.unnamedSource

  /// AOSP's `Device.DEVICE_TYPE_*`: 1 watch, 2 phone, 4 ring, 6 fitness band. Devices worn all day count as watches.
  private static func kind(ofDeviceType type: Int64?, name: String) -> HealthSource.Kind {
    switch type {
    case 1, 4, 6: .watch
    case 2: .phone
    case nil, 0: HealthSource.kind(ofDevice: name, name: name)
    default: .other
    }
  }
}
