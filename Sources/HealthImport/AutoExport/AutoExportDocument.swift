import HealthModel

/// One file of Health Auto Export, gone through from its beginning to its end.
struct AutoExportDocument {
  /// The data and remarks collected from the file.
  var builder: BatchBuilder

  private let file: ExportFile
  /// Bytes of the files before this one, and of all.
  private let before: Int64
  private let total: Int64?
  /// Names and units of all metrics in the order of the file. Needed when a metric's data precedes its name; they are
  /// then read in advance.
  private var heads: [Head]?
  private var metricCount = 0
  /// Hourly and daily series, kept until the end of the file determines their spans.
  private var spans = AutoExportSpans()
  /// The reason why the first part with an unexpected structure was left out; `nil` when there was none.
  private(set) var misshapen: String?

  private struct Head {
    var name: String?
    var units: String?
  }

  init(_ file: ExportFile, before: Int64, total: Int64?, builder: BatchBuilder) {
    self.file = file
    self.before = before
    self.total = total
    self.builder = builder
  }

  /// Reads all of it; full batches are delivered, the last one is left in the builder.
  mutating func read(deliver: (HealthBatch) throws -> Void) throws {
    var stream = try JSONStream(try file.open())
    var otherParts = 0
    try Self.walk(&stream, other: { otherParts += 1 }) { stream, part in
      let isKnown = AutoExportSigns.parts.contains(part)
      guard try stream.enterArray() else {
        if try !stream.skipIfNull() { try leaveOut(&stream, "\(isKnown ? part : "other data") not read: not a list", isShape: isKnown) }
        return
      }
      while try stream.nextElement() {
        switch part {
        case "metrics": try readMetric(&stream, deliver: deliver)
        case "workouts":
          let workout = try stream.value()
          guard case .members = workout else {
            leaveOut("a workout not read: not an object")
            continue
          }
          try AutoExportWorkout(workout, number: builder.report.records).add(to: &builder)
          try deliverIfFull(stream, deliver)
        default:
          try stream.skipValue()
          builder.skip("\(isKnown ? part : "other data") not read")
        }
      }
    }
    builder.report.remark("other parts of the file not read", otherParts)
  }

  /// Adds what only the end of the file decides; also where it ended early.
  mutating func finish(deliver: (HealthBatch) throws -> Void) throws {
    let (read, total) = (before + file.bytes, total)
    try spans.finish(to: &builder) { builder in
      if builder.isFull { try deliver(builder.takeBatch(bytesRead: read, bytesTotal: total)) }
    }
  }

  /// Counts a value with an unexpected structure, and skips it.
  /// - Parameter isShape: whether it is one of the app's parts, so that a file with nothing else is rejected.
  private mutating func leaveOut(_ stream: inout JSONStream, _ reason: String, isShape: Bool = true) throws {
    try stream.skipValue()
    builder.skip(reason)
    if isShape { misshapen = misshapen ?? reason }
  }

  private mutating func leaveOut(_ reason: String) {
    builder.skip(reason)
    misshapen = misshapen ?? reason
  }

  /// Goes to each member of `data`.
  /// - Parameter other: called for each object or list beside `data`.
  private static func walk(
    _ stream: inout JSONStream, other: () -> Void = {}, _ visit: (inout JSONStream, String) throws -> Void
  ) throws {
    guard try stream.enterObject() else { return try stream.skipValue() }
    while let key = try stream.nextKey() {
      guard key == "data", try stream.enterObject() else {
        if try stream.isAtStructure() { other() }
        try stream.skipValue()
        continue
      }
      while let part = try stream.nextKey() { try visit(&stream, part) }
    }
    try stream.finish()
  }

  private mutating func readMetric(_ stream: inout JSONStream, deliver: (HealthBatch) throws -> Void) throws {
    defer { metricCount += 1 }
    guard try stream.enterObject() else { return try leaveOut(&stream, "a metric not read: not an object") }
    var head = Head()
    var hasData = false
    defer { if !hasData { builder.report.remark("metrics without data") } }
    while let key = try stream.nextKey() {
      switch key {
      case "name": head.name = try stream.value().string
      case "units": head.units = try stream.value().string
      case "data":
        hasData = true
        if head.name == nil || head.units == nil {
          let whole = try headReadBeforehand()
          head = Head(name: head.name ?? whole.name, units: head.units ?? whole.units)
        }
        try readItems(&stream, head, deliver: deliver)
      default: try stream.skipValue()
      }
    }
  }

  /// JSON's members may come in any order: the file is gone through once more, for names and units alone.
  private mutating func headReadBeforehand() throws -> Head {
    if heads == nil {
      var found: [Head] = []
      do {
        try Self.readHeads(of: file, into: &found)
      } catch let error as ImportError where error.code == .cutOff || error.code == .broken {
        // The reading itself comes to the same place and says so; until there it has what it needs.
      }
      heads = found
    }
    return heads.flatMap { $0.indices.contains(metricCount) ? $0[metricCount] : nil } ?? Head()
  }

  private static func readHeads(of file: ExportFile, into found: inout [Head]) throws {
    var ahead = try JSONStream(try file.open())
    try walk(&ahead) { ahead, part in
      guard part == "metrics", try ahead.enterArray() else { return try ahead.skipValue() }
      while try ahead.nextElement() {
        var head = Head()
        if try ahead.enterObject() {
          while let key = try ahead.nextKey() {
            switch key {
            case "name": head.name = try ahead.value().string
            case "units": head.units = try ahead.value().string
            default: try ahead.skipValue()
            }
          }
        } else {
          try ahead.skipValue()
        }
        found.append(head)
      }
    }
  }

  private mutating func readItems(_ stream: inout JSONStream, _ head: Head, deliver: (HealthBatch) throws -> Void) throws {
    guard try stream.enterArray() else {
      if try !stream.skipIfNull() { try leaveOut(&stream, "data of a metric not read: not a list") }
      return
    }
    guard let name = head.name, !name.isEmpty else {
      while try stream.nextElement() {
        try stream.skipValue()
        builder.skip("a metric without a name")
      }
      return
    }
    let units = head.units ?? ""
    var items = AutoExportItems(AutoExportMetric(named: name), units: units)
    do {
      while try stream.nextElement() {
        let item = try stream.value()
        if case .members = item {
          try items.add(item, to: &builder)
        } else {
          leaveOut("an item of a metric not read: not an object")
        }
        try deliverIfFull(stream, deliver)
      }
    } catch {
      // Complete parts before the end of a truncated file may be kept.
      try items.finish(into: &spans, &builder)
      throw error
    }
    try items.finish(into: &spans, &builder)
  }

  private mutating func deliverIfFull(_ stream: JSONStream, _ deliver: (HealthBatch) throws -> Void) throws {
    guard builder.isFull else { return }
    try deliver(builder.takeBatch(bytesRead: before + stream.position, bytesTotal: total))
  }
}
