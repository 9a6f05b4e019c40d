import HealthModel

/// Reads an export of Apple's Health app: all records of its XML, then the routes and the ECGs beside it.
package struct AppleHealthReader: HealthReader {
  private let files: AppleExportFiles
  private let windowSize: Int
  private let zone: ZoneRules

  /// A reader of these files.
  /// - Parameters:
  ///   - zone: that of times without an offset; Apple prints one with each.
  ///   - windowSize: bytes of the XML in memory at a time. Tests take few, so that tags lie across the edge.
  init(_ files: AppleExportFiles, zone: ZoneRules = ZoneRules(fixedMin: 0), windowSize: Int = XMLScanner.windowSize) {
    self.files = files
    self.windowSize = windowSize
    self.zone = zone
  }

  package var origin: HealthOrigin { .appleHealth }
  package var name: String { files.name }

  package func read(keepsPart: Bool, deliver: (HealthBatch) throws -> Void) throws -> ReadingReport {
    var scanner = XMLScanner(files.xml, root: "HealthData", capacity: windowSize)
    var document = AppleDocument(zone: zone)
    let bytesTotal = files.xml.bytesTotal
    var endedEarly: String?
    do {
      try Self.readXML(&scanner, &document, bytesTotal: bytesTotal, deliver: deliver)
    } catch let error as ImportError where keepsPart && (error.code == .cutOff || error.code == .broken) {
      endedEarly = error.message
    }
    let bytesRead = scanner.position
    for member in files.members {
      AppleMembers.read(member, &document.records)
      try deliver(document.records.takeBatch(bytesRead: bytesRead, bytesTotal: bytesTotal))
    }
    var report = document.records.finishedReport()
    document.records.batch.knownUntilMs = report.exportedAtMs
    try deliver(document.records.takeBatch(bytesRead: bytesRead, bytesTotal: bytesTotal))
    report.endedEarly = endedEarly
    report.isWhole = endedEarly == nil
    return report
  }

  /// A batch is handed over at least every so many bytes, so that progress is seen where there are few samples.
  private static let bytesPerBatch: Int64 = 4 << 20

  private static func readXML(
    _ scanner: inout XMLScanner, _ document: inout AppleDocument, bytesTotal: Int64?, deliver: (HealthBatch) throws -> Void
  ) throws {
    var delivered: Int64 = 0
    _ = try scanner.next()  // the root
    while true {
      switch try scanner.next() {
      case .start: try document.start(scanner)
      case .end: document.end(scanner)
      case .finished:
        document.records.report.remark("bytes behind the end of the XML not read", scanner.bytesBehindRoot)
        return
      }
      guard document.isBetweenRecords else { continue }
      if document.records.batch.samples.count >= AppleRecords.batchSize || scanner.position - delivered >= bytesPerBatch {
        delivered = scanner.position
        try deliver(document.records.takeBatch(bytesRead: delivered, bytesTotal: bytesTotal))
      }
    }
  }
}
