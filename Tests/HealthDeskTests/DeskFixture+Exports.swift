import Foundation

extension DeskFixture {
  /// Writes an export of Apple Health into the folder `in`, dated a minute before `noon`.
  ///
  /// - Parameter steps: Steps in the morning of `noon`; `nil` = a file that is no export.
  /// - Returns: Its path.
  @discardableResult
  func writeExport(_ name: String, steps: Int?) throws -> String {
    let record = """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" creationDate="2026-02-10 07:10:00 +0000" \
      startDate="2026-02-10 07:00:00 +0000" endDate="2026-02-10 07:10:00 +0000" value="\(steps ?? 0)"/>
      """
    let export = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
      ]>
      <HealthData locale="en_GB">
       <ExportDate value="2026-02-10 10:00:00 +0000"/>
       \(record)
      </HealthData>
      """
    try FileManager.default.createDirectory(atPath: folder.file("in"), withIntermediateDirectories: true)
    let path = try folder.write(Array((steps == nil ? "not an export" : export).utf8), to: "in/" + name)
    let written = Date(timeIntervalSince1970: Double(DeskFixture.noon.ms) / 1000 - 60)
    try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: path)
    return path
  }
}
