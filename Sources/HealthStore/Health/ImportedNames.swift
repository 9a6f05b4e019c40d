import GRDB
import HealthModel

/// An import's lists of names, and what they are called in the library: samples name places in these lists.
struct ImportedNames {
  /// Ids in `health_type`, by place.
  private(set) var types: [Int32] = []
  /// Ids in `health_source`, by place.
  private(set) var sources: [Int32] = []
  /// Ids in `health_unit`, by place.
  private(set) var units: [Int32] = []
  /// Ids in `health_device`, by place.
  private(set) var devices: [Int32] = []
  /// Names of the sources, by place.
  private(set) var sourceNames: [String] = []
  /// The id of `sleep_analysis`, once it came.
  private(set) var sleep: Int32?
  /// The id of `body_mass`, once it came.
  private(set) var mass: Int32?

  private var newTypes: [String] = []
  private var newSources: [HealthSource] = []
  private var newUnits: [SampleUnit] = []
  private var newDevices: [String] = []

  /// Whether some have no id yet.
  var areNew: Bool { !(newTypes.isEmpty && newSources.isEmpty && newUnits.isEmpty && newDevices.isEmpty) }

  /// Takes a batch's names; they have no ids before `resolve`.
  mutating func add(_ batch: HealthBatch) {
    newTypes += batch.newTypes
    newSources += batch.newSources
    newUnits += batch.newUnits
    newDevices += batch.newDevices
    sourceNames += batch.newSources.map(\.name)
  }

  /// Gives each name that has none yet its id in the library, a new one if need be.
  mutating func resolve(in db: Database) throws {
    for name in newTypes {
      try db.execute(sql: "INSERT OR IGNORE INTO health_type(name) VALUES (?)", arguments: [name])
      types.append(try ImportedNames.id(ImportedNames.ofType, [name], in: db))
      if name == "sleep_analysis" { sleep = types.last }
      if name == "body_mass" { mass = types.last }
    }
    for source in newSources {
      try db.execute(
        sql: "INSERT OR IGNORE INTO health_source(name, kind, origin) VALUES (?, ?, ?)",
        arguments: [source.name, source.kind.rawValue, source.origin.rawValue])
      if db.changesCount == 0, source.kind != .other { try ImportedNames.learn(source, in: db) }
      sources.append(try ImportedNames.id(ImportedNames.ofSource, [source.name], in: db))
    }
    for unit in newUnits {
      try db.execute(
        sql: "INSERT OR IGNORE INTO health_unit(name, stored, factor, shift) VALUES (?, ?, ?, ?)",
        arguments: [unit.name, unit.stored, unit.factor, unit.shift])
      units.append(try ImportedNames.id("SELECT id FROM health_unit WHERE name = ? AND stored = ?", [unit.name, unit.stored], in: db))
    }
    for name in newDevices {
      try db.execute(sql: "INSERT OR IGNORE INTO health_device(name) VALUES (?)", arguments: [name])
      devices.append(try ImportedNames.id("SELECT id FROM health_device WHERE name = ?", [name], in: db))
    }
    forgetNew()
  }

  /// The same without writing; names that aren't in the library get the id -1.
  mutating func lookUp(in db: Database) throws {
    for name in newTypes { types.append(try Int32.fetchOne(db, sql: ImportedNames.ofType, arguments: [name]) ?? -1) }
    for source in newSources { sources.append(try Int32.fetchOne(db, sql: ImportedNames.ofSource, arguments: [source.name]) ?? -1) }
    units += newUnits.map { _ in -1 }
    devices += newDevices.map { _ in -1 }
    forgetNew()
  }

  /// Returns the sample with ids in place of indices; the id of a missing device is 0.
  func resolved(_ sample: Sample) -> Sample {
    var sample = sample
    sample.type = types[Int(sample.type)]
    sample.source = sources[Int(sample.source)]
    sample.unit = units[Int(sample.unit)]
    sample.device = sample.device < 0 ? 0 : devices[Int(sample.device)]
    return sample
  }

  /// Updates the kind of a source. A device named later may show that it is a watch or a phone, which changes its rank
  /// on every day.
  private static func learn(_ source: HealthSource, in db: Database) throws {
    try db.execute(
      sql: "UPDATE health_source SET kind = ?2 WHERE name = ?1 AND kind = 'other'", arguments: [source.name, source.kind.rawValue])
    if db.changesCount > 0 { try SummaryBasis.forget(in: db) }
  }

  private mutating func forgetNew() {
    newTypes = []
    newSources = []
    newUnits = []
    newDevices = []
  }

  private static let ofType = "SELECT id FROM health_type WHERE name = ?"
  private static let ofSource = "SELECT id FROM health_source WHERE name = ?"

  private static func id(_ sql: String, _ arguments: StatementArguments, in db: Database) throws -> Int32 {
    guard let id = try Int32.fetchOne(db, sql: sql, arguments: arguments) else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
    return id
  }
}
