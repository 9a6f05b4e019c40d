import HealthModel
struct AutoExportReader: HealthReader {
  let name: String
  let files: [ExportFile]
  var origin: HealthOrigin { .healthAutoExport }
  func read(keepsPart: Bool, deliver: (HealthBatch) throws -> Void) throws -> ReadingReport {
    throw ImportError(.notAnExport, "\(name) can't be read yet")
  }
}
