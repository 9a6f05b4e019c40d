import HealthModel

/// Fills batches for a reader: gives names their places when they are met for the first time, checks what every sample must keep, counts.
struct BatchBuilder {
  private let origin: HealthOrigin
  private var batch = HealthBatch()
  private var types: [String: Int32] = [:]
  private var sources: [SourceKey: Int32] = [:]
  private var units: [SampleUnit: Int32] = [:]
  private var devices: [String: Int32] = [:]
  /// The remarks for records of types with an unrecognized unit, by the type's index.
  private var unknownUnits: [Int32: String] = [:]
  /// The newest time in the export so far, milliseconds UTC. `nil` = none yet.
  private var newestMs: Int64?
  /// The report so far.
  var report = ReadingReport()
  /// The zone of times that are printed without an offset.
  let zone: ZoneRules
  /// The number of times with each offset, minutes east of UTC.
  private var offsetVotes: [Int: Int] = [:]

  private struct SourceKey: Hashable {
    let name: String
    let kind: HealthSource.Kind
  }

  /// An import without anything so far.
  init(origin: HealthOrigin, zone: ZoneRules = ZoneRules(fixedMin: 0)) {
    self.origin = origin
    self.zone = zone
  }

  /// A few thousand samples at a time: enough for the store's transactions, little for the memory.
  private static let fullCount = 8192
  /// The limit of distinct names of one sort, far above real exports.
  private static let mostNames = 100_000

  /// Whether it is time to hand the batch over. A track counts by its points, which are the bulk.
  var isFull: Bool {
    batch.samples.count + batch.aggregates.count + batch.workouts.count + batch.versions.count / 2 >= Self.fullCount
      || batch.tracks.count >= 16
  }

  /// The batch so far; the next one begins empty.
  mutating func takeBatch(bytesRead: Int64, bytesTotal: Int64?) -> HealthBatch {
    var taken = HealthBatch()
    swap(&taken, &batch)
    taken.bytesRead = bytesRead
    taken.bytesTotal = bytesTotal
    return taken
  }

  /// Notes a time that the export knows. A sum's or a mean's end may lie after it: what counts then is its start.
  mutating func note(_ ms: Int64) {
    if Self.isPlausible(ms) { newestMs = max(newestMs ?? ms, ms) }
  }

  /// Ends an export without a date of its own: it knows until the newest time in it.
  mutating func endExport() {
    guard let newestMs else { return }
    batch.knownUntilMs = newestMs
    report.exportedAtMs = max(report.exportedAtMs ?? newestMs, newestMs)
    self.newestMs = nil
  }

  /// No sum or mean of a body is more, in any stored unit.
  private static let mostAggregate = 1e12
  /// A leap year and a day, because offsets may differ at its ends.
  private static let longestAggregateMs: Int64 = 367 * 86_400_000

  /// Whether every record so far was left out.
  var isUnused: Bool { report.records == report.skipped.values.reduce(0, +) }

  // MARK: - Records with ids

  /// The number of samples in the batch: the index of the next record's first sample.
  var sampleCount: Int { batch.samples.count }

  /// Notes that the samples since `first` are a version of a record.
  ///
  /// - Parameters:
  ///   - record: the record's id. `nil` = it has none.
  ///   - first: `sampleCount` before the record was read, in the same batch.
  mutating func noteVersion(of record: HealthRecordID?, modifiedMs: Int64?, since first: Int) {
    guard let record, first < batch.samples.count else { return }
    batch.versions.append(
      SampleVersion(
        record: record, modifiedMs: modifiedMs.flatMap { Self.isPlausible($0) ? $0 : nil } ?? 0, samples: first..<batch.samples.count))
  }

  /// Notes that a record was deleted.
  mutating func noteDeletion(of record: HealthRecordID, atMs: Int64) {
    let place = batch.samples.count
    batch.versions.append(SampleVersion(record: record, modifiedMs: Self.isPlausible(atMs) ? atMs : 0, samples: place..<place))
  }

  // MARK: - Places of names

  /// The place of a type.
  mutating func type(_ name: String) throws -> Int32 {
    if let place = types[name] { return place }
    let place = try next(types.count, "types")
    types[name] = place
    batch.newTypes.append(name)
    if let remark = ReadingReport.remark(ofType: name) { unknownUnits[place] = remark }
    return place
  }

  /// Returns the index of a source.
  /// - Parameter name: as in the export; one without visible characters is replaced by the export's default.
  mutating func source(_ name: String, device: String? = nil) throws -> Int32 {
    let name = name.utf8.allSatisfy { $0 <= 0x20 } ? origin.unnamedSource : name
    let key = SourceKey(name: name, kind: HealthSource.kind(ofDevice: device, name: name))
    if let place = sources[key] { return place }
    let place = try next(sources.count, "sources")
    sources[key] = place
    batch.newSources.append(HealthSource(name: name, kind: key.kind, origin: origin))
    return place
  }

  /// The place of a unit.
  mutating func unit(_ unit: SampleUnit) throws -> Int32 {
    if let place = units[unit] { return place }
    let place = try next(units.count, "units")
    units[unit] = place
    batch.newUnits.append(unit)
    return place
  }

  /// The place of a device; -1 for `nil`.
  mutating func device(_ name: String?) throws -> Int32 {
    guard let name else { return -1 }
    if let place = devices[name] { return place }
    let place = try next(devices.count, "devices")
    devices[name] = place
    batch.newDevices.append(name)
    return place
  }

  private func next(_ count: Int, _ what: String) throws -> Int32 {
    guard count < Self.mostNames else {
      throw ImportError(.dangerous, "the export names more than \(Self.mostNames) \(what): no person has so many")
    }
    return Int32(count)
  }

  // MARK: - Records

  /// Adds a sample and counts it, or counts why it is left out.
  mutating func add(_ sample: Sample) {
    report.records += 1
    guard sample.value.isFinite else { return report.skip("not a number") }
    if let flaw = RecordedTime.flaw(from: sample.startMs, to: sample.startMs &+ sample.durationMs) { return report.skip(flaw) }
    if !unknownUnits.isEmpty, let remark = unknownUnits[sample.type] { report.remark(remark) }
    batch.samples.append(sample)
  }

  /// Adds an aggregate and counts it, or counts why it is left out.
  mutating func add(_ aggregate: HealthAggregate) {
    report.records += 1
    guard aggregate.value.isFinite else { return report.skip("not a number") }
    guard aggregate.value.magnitude <= Self.mostAggregate else { return report.skip("a value out of range") }
    if let flaw = RecordedTime.flaw(from: aggregate.startMs, to: aggregate.endMs) { return report.skip(flaw) }
    guard aggregate.endMs - aggregate.startMs <= Self.longestAggregateMs else { return report.skip("lasts longer than a year") }
    if let remark = ReadingReport.remark(ofType: aggregate.measure) { report.remark(remark) }
    batch.aggregates.append(aggregate)
  }

  /// Adds a workout and counts it, or counts why it is left out.
  mutating func add(_ workout: ImportedWorkout) -> Bool {
    report.records += 1
    if let flaw = RecordedTime.flaw(from: workout.startMs, to: workout.endMs) {
      report.skip(flaw)
      return false
    }
    guard workout.durationMin >= 0 else {
      report.skip("negative duration")
      return false
    }
    note(workout.endMs)
    batch.workouts.append(workout)
    return true
  }

  /// Adds where a workout went and counts it.
  mutating func add(_ track: WorkoutTrack) {
    report.records += 1
    batch.tracks.append(track)
  }

  /// Adds something more about a sample that was added.
  mutating func add(_ detail: SampleDetail) { batch.details.append(detail) }

  /// Counts a record that names an IANA zone.
  mutating func vote(forZone zone: String) { batch.zoneVotes[zone, default: 0] += 1 }

  /// Counts times that have an offset, minutes east of UTC.
  mutating func vote(forOffset offsetMin: Int, _ count: Int = 1) { offsetVotes[offsetMin, default: 0] += count }

  /// The report with everything that was counted beside it.
  var finishedReport: ReadingReport {
    var finished = report
    finished.utcOffsetMin = offsetVotes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return finished
  }

  /// As `RecordedTime.isPlausible`.
  static func isPlausible(_ ms: Int64) -> Bool { RecordedTime.isPlausible(ms) }
}
