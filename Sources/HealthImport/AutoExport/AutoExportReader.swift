import HealthModel

/// Reads files of the app Health Auto Export: `{"data":{"metrics":[{"name":…,"units":…,"data":[…]}],"workouts":[…]}}`.
///
/// Any size: items are read one by one. The app's sums become aggregates, single measurements become samples. The file
/// is an extract chosen by the user, so that data missing from it isn't deleted.
package struct AutoExportReader: HealthReader {
  package let name: String
  private let files: [ExportFile]
  private let zone: ZoneRules

  /// A reader of these files, one after the other.
  /// - Parameter zone: that of times without an offset.
  init(name: String, files: [ExportFile], zone: ZoneRules) {
    self.name = name
    self.files = files
    self.zone = zone
  }

  package var origin: HealthOrigin { .healthAutoExport }

  /// The source of what has none, and of all sums: the app made them of whatever devices there were.
  static let appName = HealthSource.healthAutoExport

  package func read(keepsPart: Bool, deliver: (HealthBatch) throws -> Void) throws -> ReadingReport {
    var builder = BatchBuilder(origin: origin, zone: zone)
    var misshapen: String?
    let total = files.reduce(0) { $0 + $1.bytes }
    var before: Int64 = 0
    for file in files {
      var document = AutoExportDocument(file, before: before, total: total > 0 ? total : nil, builder: builder)
      do {
        try document.read(deliver: deliver)
      } catch let error as ImportError where keepsPart && (error.code == .cutOff || error.code == .broken) {
        document.builder.report.endedEarly = error.message
      }
      try document.finish(deliver: deliver)
      builder = document.builder
      misshapen = misshapen ?? document.misshapen
      before += file.bytes
      builder.endExport()
      try deliver(builder.takeBatch(bytesRead: before, bytesTotal: total > 0 ? total : nil))
      if builder.report.endedEarly != nil { break }
    }
    if let misshapen, builder.isUnused {
      throw ImportError(
        .notAnExport, "nothing in \(name == "-" ? "standard input" : name) could be read: \(misshapen)",
        hint: "it looks like Health Auto Export's, but isn't as the app writes it: export it again, as JSON")
    }
    return builder.finishedReport
  }
}
