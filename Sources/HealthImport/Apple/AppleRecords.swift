import HealthModel

/// Converts Apple's elements to samples and collects them in a batch. Nesting is handled by `AppleDocument`.
struct AppleRecords: ~Copyable {
  /// The data collected since the last `takeBatch`.
  var batch = HealthBatch()
  /// The report so far.
  var report = ReadingReport()
  /// Decodes the texts that are kept.
  var text = XMLText()
  var times: TimeReader
  var names = AppleNames()
  private var metadata = AppleMetadata()

  // Counted here and put into the report at the end: dictionaries are slow.
  private var metadataNotKept = 0
  private var samplesRead = 0
  /// Heart beats of heart rate variability; there are millions.
  var beats = 0

  /// The newest end of a record, milliseconds UTC: until when an export without a date knows.
  private var newestMs = Int64.min
  /// Records that begin after the export was made.
  private var recordsAfterExport = 0
  private var bytesKept = 0

  /// Samples of a batch.
  static let batchSize = 4096
  /// A batch keeps so many bytes of metadata; the rest of it is counted as not kept, so that one endless record can't fill the memory.
  private static let mostBytes = 8 << 20

  /// Nothing yet.
  /// - Parameter zone: that of times without an offset.
  init(zone: ZoneRules) {
    times = TimeReader(zone: zone)
    batch.samples.reserveCapacity(Self.batchSize)
  }

  /// Takes the batch that was filled, and begins a new one.
  mutating func takeBatch(bytesRead: Int64, bytesTotal: Int64?) -> HealthBatch {
    var full = HealthBatch()
    full.samples.reserveCapacity(Self.batchSize)
    swap(&full, &batch)
    bytesKept = 0
    full.bytesRead = bytesRead
    full.bytesTotal = bytesTotal
    return full
  }

  /// The report with everything that was counted beside it.
  mutating func finishedReport() -> ReadingReport {
    var finished = report
    finished.records += samplesRead
    if finished.exportedAtMs == nil, newestMs > .min { finished.exportedAtMs = newestMs }
    finished.remark("records dated after the export", recordsAfterExport)
    finished.remark("metadata entries not kept", metadataNotKept)
    finished.remark("heart beats not kept", beats)
    finished.remark("control characters replaced", text.controlCharacters)
    finished.remark("invalid UTF-8 replaced", text.invalidBytes)
    finished.remark("unknown entities kept as they stand", text.unknownEntities)
    return finished
  }

  /// Appends the sample of a Record's start tag to the batch.
  /// - Returns: false when it is left out; that was counted.
  @inline(__always) mutating func record(_ tag: borrowing XMLScanner) throws -> Bool {
    samplesRead += 1
    var type = ByteText.missing
    var unit = ByteText.missing
    var value = ByteText.missing
    var device = ByteText.missing
    var source = ByteText.missing
    var created = ByteText.missing
    var start = ByteText.missing
    var end = ByteText.missing
    for index in 0..<tag.attributeCount {
      let attribute = tag.attribute(index)
      // By length first: each of them has its own.
      switch attribute.name.count {
      case 4 where attribute.name == "type": type = attribute.value
      case 4 where attribute.name == "unit": unit = attribute.value
      case 5 where attribute.name == "value": value = attribute.value
      case 6 where attribute.name == "device": device = attribute.value
      case 6 where attribute.name == "source": if source.isEmpty { source = attribute.value }  // iOS 8
      case 7 where attribute.name == "endDate": end = attribute.value
      case 9 where attribute.name == "startDate": start = attribute.value
      case 10 where attribute.name == "sourceName": source = attribute.value
      case 12 where attribute.name == "creationDate": created = attribute.value
      case 13 where attribute.name == "sourceVersion": break
      default: metadataNotKept += 1  // metadata as attributes, seen in old exports
      }
    }
    guard !type.isEmpty else { return skip("no type") }
    guard let span = span(start, end) else { return false }
    let typePlace = try names.type(type, &text, &batch)
    let told: AppleNames.Unit
    let stored: Double
    if value.isEmpty {
      guard !type.hasPrefix("HKQuantityType") else { return skip("no value") }
      guard names.typeName(typePlace) != SampleType.sleepAnalysis else { return skip("sleep without a stage") }
      told = try names.noValue(type: typePlace, &batch)
      stored = 0
    } else if let number = DecimalReader.number(value) {
      told = try names.unit(unit, isCategory: false, type: typePlace, &text, &batch)
      stored = told.factor == 1 && told.shift == 0 ? number : number * told.factor + told.shift
      guard stored.isFinite else { return skip("value is no number") }
    } else if unit.isPresent || type.hasPrefix("HKQuantityType") {
      return skip("value is no number")
    } else {
      told = try names.unit(value, isCategory: true, type: typePlace, &text, &batch)
      stored = told.code
    }
    if told.type != typePlace { remarkUnit(ofType: told.type) }
    let devicePlace = try names.device(device, &text, &batch)
    let sourcePlace = try names.source(source, device: devicePlace, &text, &batch)
    batch.samples.append(
      Sample(
        type: told.type, source: sourcePlace, unit: told.place, device: devicePlace, startMs: span.start, durationMs: span.end - span.start,
        value: stored, lagS: lag(created, end: span.end)))
    return true
  }

  /// The instants of two dates; `nil` when they are missing, unreadable, in the wrong order or out of range, which was counted.
  @inline(__always) mutating func span(_ start: ByteText, _ end: ByteText) -> (start: Int64, end: Int64)? {
    guard !start.isEmpty else { return left("no start date") }
    guard !end.isEmpty else { return left("no end date") }
    guard let startMs = times.instant(start), let endMs = times.instant(end) else { return left("unreadable date") }
    if let flaw = RecordedTime.flaw(from: startMs, to: endMs) { return left(flaw) }
    newestMs = max(newestMs, endMs)
    if startMs > report.exportedAtMs ?? .max { recordsAfterExport += 1 }
    return (startMs, endMs)
  }

  /// Seconds from the end to when it was written.
  @inline(__always) private mutating func lag(_ created: ByteText, end: Int64) -> Int32 {
    guard created.isPresent, let createdMs = times.instant(created) else { return Sample.unknownLag }
    return Int32(clamping: max((createdMs - end) / 1000, Int64(Int32.min) + 1))
  }

  /// Counts a record whose unit isn't understood, kept under the type at `place`.
  private mutating func remarkUnit(ofType place: Int32) {
    if let remark = ReadingReport.remark(ofType: names.typeName(place)) { report.remark(remark) }
  }

  /// Returns the stored unit for values of `type` given in `unit`; `nil`, with a remark, for an unrecognized unit, or
  /// for none where one is required.
  mutating func unit(_ unit: ByteText, type: String) -> SampleUnit? {
    let told = SampleUnit.stored(text.string(unit.prefix(1000)), type: type)
    if !told.isUnderstood { report.remark(ReadingReport.remark(ofUnit: told.name, type: type)) }
    return told.isUnderstood ? told : nil
  }

  private mutating func left<T>(_ reason: String) -> T? {
    report.skip(reason)
    return nil
  }

  private mutating func skip(_ reason: String) -> Bool {
    report.skip(reason)
    return false
  }
}

// MARK: - Metadata

extension AppleRecords {
  /// Takes a MetadataEntry of the last sample.
  mutating func sampleMetadata(_ tag: borrowing XMLScanner) {
    let key = tag.value(of: "key")
    let value = tag.value(of: "value")
    let last = batch.samples.count - 1
    switch metadata.policy(key) {
    case .motion:
      if value == "1" {
        batch.samples[last].flags |= 1
      } else if value == "2" {
        batch.samples[last].flags |= 2
      }
    case .userEntered: if value == "1" { batch.samples[last].flags |= Sample.isUserEntered }
    case .zone: vote(value)
    case .sampleDetail, .detail:
      if let detail = kept(key, value) {
        batch.details.append(SampleDetail(sample: batch.samples[last], key: detail.key, text: detail.text))
      }
    case .workoutDetail, .notKept: metadataNotKept += 1
    }
  }

  /// Takes a MetadataEntry of a correlation.
  /// - Returns: the entry if it is kept with the samples inside.
  mutating func correlationMetadata(_ tag: borrowing XMLScanner) -> ImportedWorkout.Detail? {
    let key = tag.value(of: "key")
    let value = tag.value(of: "value")
    switch metadata.policy(key) {
    case .zone:
      vote(value)
      return nil
    case .sampleDetail, .detail: return kept(key, value)
    case .workoutDetail, .notKept, .motion, .userEntered:
      metadataNotKept += 1
      return nil
    }
  }

  /// Takes a MetadataEntry of a workout.
  mutating func metadata(of workout: inout ImportedWorkout, _ tag: borrowing XMLScanner) {
    let key = tag.value(of: "key")
    let value = tag.value(of: "value")
    switch metadata.policy(key) {
    case .zone:
      if vote(value) { workout.zone = text.string(value) }
    case .workoutDetail, .detail, .userEntered:
      workout.details.append(ImportedWorkout.Detail(key: text.string(key), text: text.string(value)))
    case .sampleDetail, .notKept, .motion: metadataNotKept += 1
    }
  }

  /// Counts a MetadataEntry of something that isn't kept.
  mutating func otherMetadata() { metadataNotKept += 1 }

  /// An entry as it is kept; `nil` when the batch has enough of them, which was counted.
  private mutating func kept(_ key: ByteText, _ value: ByteText) -> ImportedWorkout.Detail? {
    guard makeRoom(200 + max(value.count, 0)) else {
      metadataNotKept += 1
      return nil
    }
    return ImportedWorkout.Detail(key: text.string(key), text: text.string(value))
  }

  /// Whether the batch has room for something of some `bytes` beside its samples.
  mutating func makeRoom(_ bytes: Int) -> Bool {
    bytesKept += bytes
    return bytesKept <= Self.mostBytes
  }

  /// - Returns: whether it may be a zone's name. The longest of IANA's have 32 bytes.
  @discardableResult private mutating func vote(_ zone: ByteText) -> Bool {
    guard !zone.isEmpty, zone.count <= 64, makeRoom(zone.count) else { return false }
    batch.zoneVotes[text.string(zone), default: 0] += 1
    return true
  }
}
