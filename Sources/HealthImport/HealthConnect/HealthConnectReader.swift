import HealthModel
struct HealthConnectReader: HealthReader {
  enum Place { case file(String); case packed(any ByteSource) }
  let name: String
  let database: Place
  let temporaryFolder: String
  var origin: HealthOrigin { .healthConnect }
  func read(keepsPart: Bool, deliver: (HealthBatch) throws -> Void) throws -> ReadingReport {
    throw ImportError(.notAnExport, "\(name) can't be read yet")
  }
}
