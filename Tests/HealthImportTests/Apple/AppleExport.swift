import HealthModel

@testable import HealthImport

/// All that a reader delivered, with names in the place of numbers.
struct AppleExport {
  private(set) var types: [String] = []
  private(set) var sources: [HealthSource] = []
  private(set) var units: [SampleUnit] = []
  private(set) var devices: [String] = []
  private(set) var samples: [Sample] = []
  private(set) var details: [SampleDetail] = []
  private(set) var workouts: [ImportedWorkout] = []
  private(set) var tracks: [WorkoutTrack] = []
  private(set) var rings: [ActivityRing] = []
  private(set) var attachments: [HealthAttachment] = []
  private(set) var zoneVotes: [String: Int] = [:]
  private(set) var batches: [HealthBatch] = []
  private(set) var report = ReadingReport()

  /// Reads `document`, and the files beside it.
  init(
    document: [UInt8], piece: Int = .max, members: [(path: String, bytes: [UInt8])] = [], keepsPart: Bool = false
  ) throws {
    let files = AppleExportFiles(
      name: "export.zip", xml: MemorySource(document, name: "export.xml", piece: piece),
      members: members.map { member in AppleExportFiles.Member(path: member.path) { MemorySource(member.bytes, name: member.path) } })
    var batches: [HealthBatch] = []
    report = try AppleHealthReader(files).read(keepsPart: keepsPart) { batches.append($0) }
    self.batches = batches
    for batch in batches {
      types += batch.newTypes
      sources += batch.newSources
      units += batch.newUnits
      devices += batch.newDevices
      samples += batch.samples
      details += batch.details
      workouts += batch.workouts
      tracks += batch.tracks
      rings += batch.rings
      attachments += batch.attachments
      zoneVotes.merge(batch.zoneVotes, uniquingKeysWith: +)
    }
  }

  /// Reads an export with these elements.
  init(_ elements: String, piece: Int = .max, members: [(path: String, bytes: [UInt8])] = []) throws {
    try self.init(document: Array("<HealthData locale=\"en_US\">\n\(elements)\n</HealthData>".utf8), piece: piece, members: members)
  }

  /// A sample in one line: type, start and duration in seconds, value, stored unit, source, device.
  func line(_ sample: Sample) -> String {
    let device = sample.device < 0 ? "-" : devices[Int(sample.device)]
    return
      "\(types[Int(sample.type)]) \(sample.startMs / 1000)+\(sample.durationMs / 1000) \(sample.value) \(units[Int(sample.unit)].stored) \(sources[Int(sample.source)].name) \(device)"
  }

  var lines: [String] { samples.map(line) }
}

/// A Record with the usual attributes; start and end are times on 2025-11-20 (UTC).
func record(
  _ type: String, _ start: String = "08:00:00", _ end: String = "08:01:00", unit: String? = "count", value: String? = "1",
  source: String = "Watch",
  device: String? = nil, children: String = ""
) -> String {
  let told = [("unit", unit), ("device", device), ("value", value)].compactMap { name, value in value.map { " \(name)=\"\($0)\"" } }
    .joined()
  let head =
    "<Record type=\"\(type)\" sourceName=\"\(source)\"\(told) creationDate=\"2025-11-20 \(end) +0000\" startDate=\"2025-11-20 \(start) +0000\" endDate=\"2025-11-20 \(end) +0000\""
  return children.isEmpty ? head + "/>" : head + ">\(children)</Record>"
}

/// 2025-11-20 08:00:00 UTC in milliseconds.
let eightMs: Int64 = 1_763_625_600_000
