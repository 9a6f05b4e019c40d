import HealthModel

/// Walks through Apple's XML and tracks the nesting: metadata belongs to the enclosing record, correlation or workout,
/// and statistics inside a workout's activity repeat those of the workout.
struct AppleDocument: ~Copyable {
  private enum Place {
    /// Inside `HealthData`, in nothing else.
    case top
    /// In a Record at the top.
    case record
    case correlation
    /// In a Record in a correlation.
    case correlatedRecord
    case workout
    /// In a WorkoutRoute in a workout.
    case route
    /// In something that isn't kept.
    case skipping
  }

  /// The records read so far.
  var records: AppleRecords
  private var place = Place.top
  /// While skipping: how deep it is when the skipped element has ended, and where that is.
  private var back = (depth: 0, place: Place.top)
  private var workout: AppleWorkout?
  private var correlation: AppleCorrelation?
  private var unknownNames: Set<String> = []

  /// A document at its beginning.
  /// - Parameter zone: that of times without an offset.
  init(zone: ZoneRules) { records = AppleRecords(zone: zone) }

  /// Whether a batch may be taken now: no element is open that would still change its samples.
  @inline(__always) var isBetweenRecords: Bool { place == .top || (place == .correlation && correlation?.isSettled == true) }

  /// Takes a start tag (below the root).
  @inline(__always) mutating func start(_ tag: borrowing XMLScanner) throws {
    switch place {
    case .top:
      if tag.name == "Record" {
        try record(tag, inside: .record)
      } else {
        try startOther(tag)
      }
    case .record, .correlatedRecord:
      if tag.name == "MetadataEntry" {
        records.sampleMetadata(tag)
      } else if tag.name == "InstantaneousBeatsPerMinute" {
        records.beats += 1
      } else if !(tag.name == "HeartRateVariabilityMetadataList") {
        skipUnknown(tag)
      }
    default: try startInside(tag)
    }
  }

  /// Takes an end tag; that of the root too.
  @inline(__always) mutating func end(_ tag: borrowing XMLScanner) {
    switch place {
    case .top: break
    case .record: if tag.name == "Record" { place = .top }
    case .correlatedRecord: if tag.name == "Record" { place = .correlation }
    case .skipping: if tag.depth == back.depth { place = back.place }
    case .correlation:
      if tag.name == "Correlation" {
        correlation?.end(&records)
        correlation = nil
        place = .top
      }
    case .workout: if tag.name == "Workout" { endWorkout() }
    case .route:
      if tag.name == "WorkoutRoute" {
        workout?.endRoute(&records)
        place = .workout
      }
    }
  }

  @inline(__always) private mutating func record(_ tag: borrowing XMLScanner, inside: Place) throws {
    let isKept = try records.record(tag)
    guard !tag.isEmptyElement else { return }
    if isKept {
      place = inside
    } else {
      skip(tag)
    }
  }

  /// Handles a start tag at the top level other than Record.
  private mutating func startOther(_ tag: borrowing XMLScanner) throws {
    if tag.name == "Correlation" {
      guard !tag.isEmptyElement else {
        records.report.remark("correlations without samples")
        return
      }
      correlation = AppleCorrelation(tag, &records)
      place = .correlation
    } else if tag.name == "Workout" {
      workout = try AppleWorkout(tag, &records)
      if workout == nil {
        skip(tag)
      } else if tag.isEmptyElement {
        endWorkout()
      } else {
        place = .workout
      }
    } else if tag.name == "ActivitySummary" {
      if let ring = AppleActivitySummary.ring(tag, &records) { records.batch.rings.append(ring) }
      skip(tag)
    } else if tag.name == "ExportDate" {
      records.report.exportedAtMs = records.times.instant(tag.value(of: "value"))
      records.report.utcOffsetMin = LocalizedTime(tag.value(of: "value").bytes)?.offsetMin
      skip(tag)
    } else if tag.name == "Me" {
      records.report.remark("personal characteristics (Me) not kept")
      skip(tag)
    } else {
      skipUnknown(tag)
    }
  }

  /// A start tag in a correlation, a workout, a route or something skipped.
  private mutating func startInside(_ tag: borrowing XMLScanner) throws {
    switch place {
    case .skipping: if tag.name == "MetadataEntry" { records.otherMetadata() }
    case .correlation:
      if tag.name == "Record" {
        let count = records.batch.samples.count
        try record(tag, inside: .correlatedRecord)
        if records.batch.samples.count > count { correlation?.addLastSample(&records) }
      } else if tag.name == "MetadataEntry" {
        correlation?.addMetadata(tag, &records)
      } else {
        skipUnknown(tag)
      }
    case .workout:
      if tag.name == "MetadataEntry" {
        workout?.addMetadata(tag, &records)
      } else if tag.name == "WorkoutStatistics" {
        workout?.addStatistics(tag, &records)
        skip(tag)
      } else if tag.name == "WorkoutEvent" {
        workout?.addEvent(tag, &records)
        skip(tag)
      } else if tag.name == "WorkoutRoute" {
        if !tag.isEmptyElement { place = .route }
      } else if tag.name == "WorkoutActivity" {
        skip(tag)
      } else {
        skipUnknown(tag)
      }
    case .route:
      if tag.name == "FileReference" {
        workout?.addRoute(tag, &records)
      } else if tag.name == "Location" {
        workout?.addLocation(tag, &records)
      } else if tag.name == "MetadataEntry" {
        records.otherMetadata()
      } else {
        skipUnknown(tag)
      }
    case .top, .record, .correlatedRecord: break
    }
  }

  private mutating func endWorkout() {
    if let finished = workout?.finished() { records.batch.workouts.append(finished) }
    workout = nil
    place = .top
  }

  /// Passes over the rest of the element.
  private mutating func skip(_ tag: borrowing XMLScanner) {
    guard !tag.isEmptyElement else { return }
    back = (tag.depth - 1, place)
    place = .skipping
  }

  /// Counts an element that isn't kept, by its name if that is a plain word, and passes over it.
  private mutating func skipUnknown(_ tag: borrowing XMLScanner) {
    let isWord = tag.name.count <= 48 && tag.name.bytes.allSatisfy { ($0 | 0x20) &- 0x61 < 26 }
    let name = isWord ? String(decoding: tag.name.bytes, as: UTF8.self) : "unknown element"
    let isCounted = unknownNames.contains(name) || unknownNames.count < 100
    if isCounted { unknownNames.insert(name) }
    records.report.remark("\(isCounted ? name : "unknown element") not kept")
    skip(tag)
  }
}
