import Glibc
import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// The type of a file is detected from its content, whatever its name is.
@Suite struct ArchiveDetectionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func write(_ text: String, to name: String) throws -> String { try folder.write(Array(text.utf8), to: name) }

  private func writeArchive(_ members: [(String, String)], to name: String = "export.zip") throws -> String {
    try folder.write(try ZipWriter.archive(members), to: name)
  }

  private func open(_ path: String) throws(ImportError) -> any HealthReader {
    try HealthFile.open(path, temporaryFolder: folder.path)
  }

  private func failure(_ path: String) throws -> ImportError { try #require(throws: ImportError.self) { try open(path) } }

  @Test(arguments: [
    (Beginning.apple, ContentKind.appleHealth), ("\u{FEFF}\n " + Beginning.apple, .appleHealth),
    ("<HealthData>", .appleHealth), ("<HealthDataX>", .otherXML), ("text about <HealthData>", .other),
    ("<?xml version=\"1.0\"?>\r\n<!DOCTYPE HealthData>", .appleHealth), (Beginning.clinical, .otherXML),
    (Beginning.autoExport, .autoExport), ("\u{FEFF} {\n \"data\" : { \"workouts\" : [] } }", .autoExport), ("{\"data\":{}}", .autoExport),
    ("{\"data\":[1]}", .other), ("{\"data\":{\"rows\":[]}}", .other), ("{\"resourceType\":\"Observation\"}", .other), ("", .empty),
    ("PK\u{3}\u{4}", .zip), ("PK\u{5}\u{6}", .zip), ("SQLite format 3\0", .database), ("<\0?\0", .utf16), ("\0<\0?", .utf16),
    ("hello", .other),
  ])
  func kindShowsInTheFirstBytes(text: String, kind: ContentKind) {
    #expect(ContentKind(ofHead: Array(text.utf8)) == kind)
  }

  @Test(arguments: ["export.xml", "exportar.xml", "导出.xml", "Export", "photo.jpg"])
  func appleExportIsFoundUnderAnyName(name: String) throws {
    let zip = try writeArchive([
      ("apple_health_export/export_cda.xml", Beginning.clinical), ("apple_health_export/" + name, Beginning.apple),
      ("apple_health_export/workout-routes/route_1.gpx", Beginning.route), ("apple_health_export/electrocardiograms/ecg_1.csv", "Name,\n"),
    ])
    let files = try ZipArchive(try RandomAccessFile(path: zip, name: zip)).files
    guard case .apple(let export) = try FoundExport(in: files, named: zip, isFolder: false) else { throw Unexpected() }
    #expect(export.name == zip)
    #expect(export.members.map(\.path) == ["/export_cda.xml", "/workout-routes/route_1.gpx", "/electrocardiograms/ecg_1.csv"])
    var xml = export.xml
    #expect(String(decoding: try xml.head(), as: UTF8.self) == Beginning.apple)
    #expect(try open(zip).origin == .appleHealth)
    #expect(try open(try write(Beginning.apple, to: "bare-" + name)).origin == .appleHealth)
  }

  @Test func appleArchiveIsReadFromBeginningToEnd() throws {
    let reader = try open(
      try writeArchive([("apple_health_export/export.xml", Beginning.apple), ("apple_health_export/export_cda.xml", "<")]))
    var batches: [HealthBatch] = []
    let report = try reader.read(keepsPart: false) { batches.append($0) }
    #expect(batches.flatMap(\.samples).map(\.value) == [100])
    #expect(batches.flatMap(\.newTypes) == ["step_count"])
    #expect(batches.last?.bytesTotal == Int64(Beginning.apple.utf8.count))
    #expect(report.isWhole)
  }

  /// The XML is the second member, in an archive with sizes before and behind the members.
  @Test(arguments: [true, false], [true, false])
  func cutOffArchiveIsAnErrorOrKeptInPart(hasDescriptors: Bool, isPacked: Bool) throws {
    let record = Beginning.apple.split(separator: "\n").first { $0.contains("<Record") } ?? ""
    // Values that pack badly, so that what is cut off is a part of the records.
    var random = SeededGenerator(seed: 1)
    let records = (0..<3000).map { _ in record.replacing("\"100\"", with: "\"\(UInt32.random(in: 0 ... .max, using: &random))\"") }
    let xml = Beginning.apple.replacing(record, with: records.joined(separator: "\n"))
    var writer = ZipWriter(hasDescriptors: hasDescriptors)
    try writer.add("apple_health_export/export_cda.xml", Array(Beginning.clinical.utf8))
    try writer.add("apple_health_export/export.xml", Array(xml.utf8), isPacked: isPacked || hasDescriptors)
    let whole = writer.finished()
    for part in [whole.count * 2 / 3, whole.count - 40] {
      let path = try folder.write(Array(whole.prefix(part)), to: "torn.zip")
      let reader = try open(path)
      let error = try #require(throws: ImportError.self) { _ = try reader.read(keepsPart: false) { _ in } }
      #expect(error.message == "\(path) is cut off: the list of its contents is missing")
      #expect(error.code == .cutOff)
      var samples = 0
      let report = try open(path).read(keepsPart: true) { samples += $0.samples.count }
      #expect(part == whole.count - 40 ? samples == 3000 : (1000..<3000).contains(samples))
      #expect(report.endedEarly == error.message)
      #expect(!report.isWhole)
    }
  }

  /// 200 archives cut off somewhere, with up to 3 bytes changed: read in part, or one of our errors.
  @Test func changedAndCutOffArchivesNeverCrash() throws {
    let lines = (0..<400).map { "<note n=\"\($0)\"/>" }.joined(separator: "\n")
    var random = SeededGenerator(seed: 9)
    for n in 0..<200 {
      var writer = ZipWriter(hasDescriptors: n % 2 == 0)
      try writer.add("notes.xml", Array(lines.utf8))
      try writer.add("export.xml", Array((Beginning.apple + lines).utf8))
      var bytes = Array(writer.finished().prefix(Int.random(in: 40..<writer.bytes.count, using: &random)))
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let report = try open(try folder.write(bytes, to: "changed.zip")).read(keepsPart: true) { _ in }
        #expect(report.endedEarly != nil)
      } catch let error as ImportError {
        #expect(error.kind == .badData)
      }
    }
  }

  @Test func unpackedFolderAndTheOneAroundItAreTheSame() throws {
    for inner in ["/apple_health_export", "/apple_health_export/workout-routes"] { mkdir(folder.path + inner, 0o700) }
    try write(Beginning.apple, to: "apple_health_export/Export.xml")
    try write(Beginning.clinical, to: "apple_health_export/export_cda.xml")
    try write(Beginning.route, to: "apple_health_export/workout-routes/route_1.gpx")
    for path in [folder.path, folder.path + "/apple_health_export"] {
      guard case .apple(let export) = try FoundExport(in: try ExportFolder(path: path).files, named: path, isFolder: true) else {
        throw Unexpected()
      }
      #expect(export.members.map(\.path) == ["/export_cda.xml", "/workout-routes/route_1.gpx"])
      #expect(try open(path).origin == .appleHealth)
    }
  }

  @Test func jsonAndArchivesOfJSONAreAutoExport() throws {
    #expect(try open(try write(Beginning.autoExport, to: "a.json")).origin == .healthAutoExport)
    let zip = try writeArchive([("2026-01-02.json", Beginning.autoExport), ("2026-01-01.json", Beginning.autoExport)])
    #expect(try open(zip).origin == .healthAutoExport)
  }

  @Test func oneArchiveInAFolderIsOpened() throws {
    _ = try writeArchive([("export.xml", Beginning.apple)], to: "Health.zip")
    try write("notes", to: "notes.txt")
    let reader = try open(folder.path)
    #expect(reader.origin == .appleHealth)
    #expect(reader.name == folder.path + "/Health.zip")
  }

  @Test func severalExportsInAFolderAreNamed() throws {
    _ = try writeArchive([("export.xml", Beginning.apple)], to: "b.zip")
    _ = try writeArchive([("export.xml", Beginning.apple)], to: "a.zip")
    let error = try failure(folder.path)
    #expect(error.message == "\(folder.path) holds 2 health exports: a.zip, b.zip")
    #expect(error.hint == "name one: \(.importFile(path: "\(folder.path)/a.zip"))")
  }

  /// Health Connect's database isn't passed over beside another export; a database of another name may be anything.
  @Test(arguments: [("health_connect_export.db", 2), ("notes.db", 1)]) func databasesBesideOtherExportsCount(name: String, count: Int)
    throws
  {
    try write(Beginning.autoExport, to: "a.json")
    try folder.write(Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 84), to: name)
    if count == 1 {
      #expect(try open(folder.path).origin == .healthAutoExport)
    } else {
      #expect(try failure(folder.path).message == "\(folder.path) holds 2 health exports: a.json, \(name)")
    }
  }

  @Test func whatIsNoExportIsSaidSo() throws {
    let cases: [(String, ImportError.Code, String)] = [
      (folder.file("missing"), .notFound, "no such file or folder: PATH"), (try write("", to: "empty"), .notAnExport, "PATH is empty"),
      (try write("hello", to: "text"), .notAnExport, "PATH isn't a health export"),
      (try write(Beginning.clinical, to: "cda.xml"), .notAnExport, "PATH isn't a health export"),
      (try folder.write([0x1F, 0x8B, 8, 0], to: "a.gz"), .notAnExport, "PATH is packed with gzip"),
      (
        try folder.write(Beginning.apple.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, to: "u.xml"), .wrongEncoding,
        "PATH is not UTF-8 but UTF-16"
      ),
      (
        try writeArchive([("notes.txt", "hello"), ("export_cda.xml", Beginning.clinical)], to: "n.zip"), .notAnExport,
        "no health export in PATH"
      ),
      (try writeArchive([("inner.zip", "PK\u{3}\u{4}")], to: "z.zip"), .notAnExport, "no health export in PATH, only another archive"),
      (try folder.write(ZipWriter().finished(), to: "e.zip"), .notAnExport, "no health export in PATH"),
      (
        try folder.write(Array(try ZipWriter.archive([("notes.txt", Beginning.route)]).dropLast(30)), to: "t.zip"), .cutOff,
        "PATH is cut off: the list of its contents is missing"
      ),
    ]
    for (path, code, message) in cases {
      let error = try failure(path)
      #expect(error.code == code)
      #expect(error.message.replacing(path, with: "PATH") == message)
      if code != .notFound { #expect(error.hint != nil) }
    }
    mkdir(folder.file("folder"), 0o700)
    #expect(try failure(folder.file("folder")).message == "no health export in \(folder.file("folder"))")
  }

  @Test(.enabled(if: getuid() != 0)) func missingRightsAreSaid() throws {
    mkdir(folder.file("locked"), 0)
    #expect(try failure(folder.file("locked")).code == .unreadable)
    let file = try write(Beginning.apple, to: "locked.xml")
    chmod(file, 0)
    #expect(try failure(file).code == .unreadable)
  }

  @Test func memberNamesThatLeaveTheArchiveAreOnlyNames() throws {
    let zip = try writeArchive([("../../export.xml", Beginning.apple), ("/etc/passwd", "x"), ("../../routes/a.gpx", Beginning.route)])
    #expect(try open(zip).origin == .appleHealth)
  }

  @Test func brokenMemberIsReportedRatherThanNoExport() throws {
    var writer = ZipWriter()
    try writer.add("export.xml", Array(Beginning.apple.utf8), lie: .init(flags: 1))
    let path = try folder.write(writer.finished(), to: "locked.zip")
    #expect(try failure(path).message == "\(path) is protected by a password")
  }

  /// A pipe can't be read from its end: archives are kept in an unnamed file meanwhile.
  @Test(arguments: [true, false]) func pipesAreReadLikeFiles(isArchive: Bool) throws {
    let bytes = isArchive ? try ZipWriter.archive([("x/export.xml", Beginning.apple)]) : Array(Beginning.apple.utf8)
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    #expect(bytes.withUnsafeBytes { Glibc.write(ends[1], $0.baseAddress, $0.count) } == bytes.count)  // less than a pipe's 64 KiB
    close(ends[1])
    defer { close(ends[0]) }
    let temporary = folder.file("temporary")
    mkdir(temporary, 0o700)
    #expect(try HealthFile.open("/dev/fd/\(ends[0])", temporaryFolder: temporary).origin == .appleHealth)
    #expect(try ExportFolder(path: temporary).files.isEmpty)
  }

  @Test func noTemporaryFolderIsSaidSo() throws {
    let error = try #require(throws: ImportError.self) { try TemporaryFile(in: folder.file("missing")) }
    #expect(error.code == .noSpace)
    #expect(error.kind == .io)
  }

  @Test func temporaryFileIsPrivateAndGoesAway() throws {
    var file: TemporaryFile? = try TemporaryFile(in: folder.path)
    let path = try #require(file?.path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    file = nil
    #expect(stat(path, &status) != 0)
  }

  private struct Unexpected: Error {}
}
