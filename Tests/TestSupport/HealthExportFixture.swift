import Foundation
import HealthModel

/// Health exports for tests: the sample of the repository, and small ones that a test makes.
package enum HealthExportFixture {
  /// The sample's Apple Health export.
  package static let sample = ProjectFiles.root + "/samples/health/export.zip"
  /// The day after it, from Health Auto Export.
  package static let sampleAutoExport = ProjectFiles.root + "/samples/health/auto-export.json"
  /// The day after the samples' last.
  package static let sampleDays = (first: "2026-03-23", last: "2026-03-30")

  /// The expected daily values of the samples, computed by `samples/health/paint.py`: the names of the columns, and for each day the
  /// numbers that are known.
  package static func expectedDays() throws -> (columns: [String], days: [String: [String: Double]]) {
    let text = String(decoding: try ProjectFiles.bytes(ProjectFiles.root + "/samples/health/expected.tsv"), as: UTF8.self)
    let rows = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    var days: [String: [String: Double]] = [:]
    for row in rows.dropFirst() {
      for (column, cell) in zip(rows[0], row).dropFirst() where !cell.isEmpty { days[row[0], default: [:]][column] = Double(cell) }
    }
    return (Array(rows[0].dropFirst()), days)
  }

  /// Apple Health's XML with these elements in it.
  package static func apple(_ elements: [String]) -> [UInt8] {
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
      ]>
      <HealthData locale="en_GB">
       <ExportDate value="2026-04-01 12:00:00 +0000"/>

      """
    return Array((head + elements.map { " \($0)\n" }.joined() + "</HealthData>\n").utf8)
  }

  /// A record of Apple Health. Times are printed as the export prints them: `2026-01-05 08:00:00 +0000`.
  package static func record(
    _ type: String, _ source: String, _ start: String, _ end: String, _ value: String, unit: String? = nil, zone: String? = nil
  ) -> String {
    let unit = unit.map { " unit=\"\($0)\"" } ?? ""
    let opening = """
      <Record type="\(type)" sourceName="\(source)"\(unit) creationDate="\(end)" startDate="\(start)" endDate="\(end)" value="\(value)"
      """
    return zone.map { opening + "><MetadataEntry key=\"HKTimeZone\" value=\"\($0)\"/></Record>" } ?? opening + "/>"
  }

  /// Steps from one clock's time to another on a day, UTC.
  package static func steps(_ count: Int, _ source: String, _ day: String, _ from: String, _ to: String) -> String {
    record("HKQuantityTypeIdentifierStepCount", source, "\(day) \(from):00 +0000", "\(day) \(to):00 +0000", "\(count)", unit: "count")
  }

  /// The weight on a scale.
  package static func weight(_ kilograms: String, _ day: String, _ clock: String = "07:00", source: String = "Scale") -> String {
    let time = "\(day) \(clock):00 +0000"
    return record("HKQuantityTypeIdentifierBodyMass", source, time, time, kilograms, unit: "kg")
  }

  /// The beginning of an export of so many step records, without its end: 7 seconds each, from 2026-01-01 on.
  package static func endless(_ count: Int) -> [UInt8] {
    var bytes = Array(apple([]).dropLast("</HealthData>\n".utf8.count))
    bytes.reserveCapacity(count * 200)
    let clocks = (0..<86_400 / 7).map { n in
      let second = n * 7
      return [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
    for n in 0..<count {
      let (day, piece) = n.quotientAndRemainder(dividingBy: clocks.count - 1)
      let date = Day(number: Day.firstOf2026 + day).description
      bytes +=
        """
         <Record type="HKQuantityTypeIdentifierStepCount" sourceName="My Watch" unit="count" \
        startDate="\(date) \(clocks[piece]) +0000" endDate="\(date) \(clocks[piece + 1]) +0000" value="8"/>

        """.utf8
    }
    return bytes
  }

  /// A zip archive whose members are stored as they are.
  /// - Parameter claiming: what the directory says of the size of each member, bytes; else the truth.
  package static func archive(_ members: [(path: String, bytes: [UInt8])], claiming claimed: UInt64? = nil) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (path, bytes) in members {
      let offset = UInt32(archive.count)
      let size = UInt32(bytes.count)
      // A size of more than 32 bits stands in an extra field (ZIP64), and the data are then said to be deflated.
      let extra: [UInt8] = claimed.map { little(UInt16(1)) + little(UInt16(8)) + little($0) } ?? []
      let said = claimed == nil ? size : UInt32.max
      let method = UInt16(claimed == nil ? 0 : 8)
      let common =
        little(UInt16(20)) + little(UInt16(0)) + little(method) + little(UInt32(0x5C7D_6000)) + little(crc32(bytes))
        + little(size) + little(said) + little(UInt16(path.utf8.count))
      archive += little(UInt32(0x0403_4B50)) + common + little(UInt16(0)) + Array(path.utf8) + bytes
      directory +=
        little(UInt32(0x0201_4B50)) + little(UInt16(45)) + common + little(UInt16(extra.count)) + little(UInt16(0))
        + little(UInt16(0)) + little(UInt16(0)) + little(UInt32(0)) + little(offset) + Array(path.utf8) + extra
    }
    return archive + directory + little(UInt32(0x0605_4B50)) + little(UInt32(0)) + little(UInt16(members.count))
      + little(UInt16(members.count)) + little(UInt32(directory.count)) + little(UInt32(archive.count)) + little(UInt16(0))
  }

  private static func little<T: FixedWidthInteger>(_ number: T) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}

extension Day {
  /// The number of 2026-01-01.
  package static let firstOf2026 = Day("2026-01-01")?.number ?? 0
}
