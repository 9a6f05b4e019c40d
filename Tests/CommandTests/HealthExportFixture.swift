import Foundation
import HealthModel
import TestSupport

/// Health exports for tests: the sample of the repository, and small ones that a test makes.
enum HealthExportFixture {
  /// The sample's Apple Health export.
  static let sample = ProjectFiles.root + "/samples/health/export.zip"
  /// The day after it, from Health Auto Export.
  static let sampleAutoExport = ProjectFiles.root + "/samples/health/auto-export.json"
  /// The day after the samples' last.
  static let sampleDays = (first: "2026-03-23", last: "2026-03-30")

  /// The expected daily values of the samples, computed by `samples/health/paint.py`: the names of the columns, and for each day the
  /// numbers that are known.
  static func expectedDays() throws -> (columns: [String], days: [String: [String: Double]]) {
    let text = String(decoding: try ProjectFiles.bytes(ProjectFiles.root + "/samples/health/expected.tsv"), as: UTF8.self)
    let rows = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    var days: [String: [String: Double]] = [:]
    for row in rows.dropFirst() {
      for (column, cell) in zip(rows[0], row).dropFirst() where !cell.isEmpty { days[row[0], default: [:]][column] = Double(cell) }
    }
    return (Array(rows[0].dropFirst()), days)
  }

  /// Apple Health's XML with these elements in it.
  static func apple(_ elements: [String]) -> [UInt8] {
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
  static func record(
    _ type: String, _ source: String, _ start: String, _ end: String, _ value: String, unit: String? = nil, zone: String? = nil
  ) -> String {
    let unit = unit.map { " unit=\"\($0)\"" } ?? ""
    let opening = """
      <Record type="\(type)" sourceName="\(source)"\(unit) creationDate="\(end)" startDate="\(start)" endDate="\(end)" value="\(value)"
      """
    return zone.map { opening + "><MetadataEntry key=\"HKTimeZone\" value=\"\($0)\"/></Record>" } ?? opening + "/>"
  }

  /// Steps from one clock's time to another on a day, UTC.
  static func steps(_ count: Int, _ source: String, _ day: String, _ from: String, _ to: String) -> String {
    record("HKQuantityTypeIdentifierStepCount", source, "\(day) \(from):00 +0000", "\(day) \(to):00 +0000", "\(count)", unit: "count")
  }

  /// The weight on a scale.
  static func weight(_ kilograms: String, _ day: String, _ clock: String = "07:00", source: String = "Scale") -> String {
    let time = "\(day) \(clock):00 +0000"
    return record("HKQuantityTypeIdentifierBodyMass", source, time, time, kilograms, unit: "kg")
  }

  /// The beginning of an export of so many step records, without its end: 7 seconds each, from 2026-01-01 on.
  static func endless(_ count: Int) -> [UInt8] {
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
  static func archive(_ members: [(path: String, bytes: [UInt8])], claiming claimed: UInt64? = nil) -> [UInt8] {
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
  static let firstOf2026 = Day("2026-01-01")?.number ?? 0
}

/// A named pipe that a test writes into while a program reads from it. The program never sees its end.
final class TestPipe {
  let path: String
  private let descriptor: Int32

  /// Makes one in a folder.
  init(in folder: TemporaryFolder) throws {
    path = folder.file("pipe-" + UUID().uuidString)
    guard mkfifo(path, 0o600) == 0 else { throw SetUpError(description: "no pipe: \(errno)") }
    // Open for reading too, so that neither end waits for the other and the pipe outlives a reader.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SetUpError(description: "the pipe doesn't open: \(errno)") }
  }

  deinit { close(descriptor) }

  /// Writes all of it; done when all but what a pipe holds (64 KiB) was read. A reader that takes nothing for a minute is an error.
  func write(_ bytes: [UInt8]) throws {
    var written = 0
    while written < bytes.count {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&request, 1, 60_000) == 1 else { throw SetUpError(description: "nobody reads the pipe") }
      let count = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EAGAIN || errno == EINTR else { throw SetUpError(description: "the pipe broke: \(errno)") }
      written += max(count, 0)
    }
  }
}

extension Household {
  /// Imports what must be fine.
  @discardableResult
  func imported(_ files: String...) throws -> Program.Outcome {
    let outcome = try hsync.run(["import"] + files)
    guard outcome.status == 0 else { throw SetUpError(description: "import: \(outcome.status) \(outcome.err)") }
    return outcome
  }

  /// An Apple Health export with these elements, as a bare XML file.
  func writeExport(_ elements: [String], to name: String = "export.xml") throws -> String {
    try home.write(HealthExportFixture.apple(elements), to: name)
  }

  /// The days' summaries as they stand in the library, by day: `day`, `zone`, `steps`, `sleep_min`.
  func summaries(from first: String, to last: String) throws -> [String: JSON] {
    let rows = try sqlite(
      """
      SELECT json_object('day', day, 'zone', zone, 'steps', steps, 'sleep_min', sleep_min) FROM day_summary
      WHERE day BETWEEN '\(first)' AND '\(last)' ORDER BY day
      """)
    return Dictionary(uniqueKeysWithValues: try rows.lines.map { try JSON(parsing: $0) }.map { ($0["day"].string ?? "", $0) })
  }

  /// Every table of the library as the sqlite3 shell dumps it. Left out are the lists of names and units, to which an import that is taken
  /// back may have added: nothing refers to those then.
  func dump() throws -> String {
    let lists = ["type", "source", "unit", "device"].map { "INSERT INTO health_\($0) " }
    return try sqlite(".dump").lines.filter { line in !lists.contains(where: line.hasPrefix) }.joined(separator: "\n")
  }

  /// Returns the result of a statement with one row and one column.
  func value(_ sql: String) throws -> String { try sqlite(sql).out.trimmingCharacters(in: .newlines) }

  /// Writes the settings file.
  func configure(_ text: String) throws {
    let folder = home.file(".config/hsync")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try home.write(Array(text.utf8), to: ".config/hsync/config.toml")
  }
}
