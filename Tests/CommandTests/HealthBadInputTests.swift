import Foundation
import HealthModel
import TestSupport
import Testing

/// Health exports that are broken, dangerous or strange: one clear sentence, the right exit code, and a library that is as it was, byte for
/// byte of its dump.
@Suite struct HealthBadInputTests {
  private let person: Household
  private static let steps = HealthExportFixture.steps(100, "My Watch", "2026-02-10", "08:00", "08:10")

  init() throws {
    person = try Household()
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    try person.imported(person.writeExport([HealthExportFixture.steps(5, "My Watch", "2026-02-09", "08:00", "08:10")], to: "before.xml"))
  }

  /// Imports what must be refused.
  private func refused(_ bytes: [UInt8], as name: String, status: Int32 = 65) throws -> String {
    let before = try person.dump()
    let outcome = try person.hsync.run("import", person.home.write(bytes, to: name))
    #expect(outcome.status == status, "\(name): \(outcome.status) \(outcome.out) \(outcome.err)")
    #expect(outcome.out.isEmpty, "\(outcome.out)")
    #expect(outcome.err.hasPrefix("hsync: ") && outcome.err.contains(name), "\(outcome.err)")
    #expect(outcome.err.split(separator: "\n").count <= 2, "a sentence and a hint: \(outcome.err)")
    #expect(try person.dump() == before, "\(name)")
    return outcome.err
  }

  @Test(arguments: [0.02, 0.3, 0.6, 0.97, 0.999])
  func aTruncatedArchive(part: Double) throws {
    let whole = try ProjectFiles.bytes(HealthExportFixture.sample)
    let words = try refused(Array(whole.prefix(Int(Double(whole.count) * part))), as: "cut.zip")
    #expect(words.contains("hint: "), "\(words)")
  }

  @Test func anArchiveWithoutAnExport() throws {
    let words = try refused(HealthExportFixture.archive([("photos/list.txt", Array("cat.jpg".utf8))]), as: "photos.zip")
    #expect(words.contains("no health export in "))
    #expect(words.contains("hint: "))
  }

  @Test func anEmptyArchiveAndAnEmptyFile() throws {
    _ = try refused(HealthExportFixture.archive([]), as: "empty.zip")
    _ = try refused([], as: "empty.xml")
  }

  @Test func aDamagedArchive() throws {
    var bytes = try ProjectFiles.bytes(HealthExportFixture.sample)
    for place in 20_000..<20_040 { bytes[place] ^= 0x55 }
    _ = try refused(bytes, as: "damaged.zip")
  }

  @Test func aMemberThatClaimsTenGigabytes() throws {
    let start = HealthExportFixture.apple([])
    let words = try refused(
      HealthExportFixture.archive([("apple_health_export/export.xml", start)], claiming: 10_000_000_000), as: "bomb.zip")
    #expect(!words.contains("memory"))
  }

  /// Nothing of the DTD is read, so that there is nothing to expand; but whoever declares entities is up to no good.
  @Test func entitiesInTheDocumentType() throws {
    let bomb = """
      <?xml version="1.0"?>
      <!DOCTYPE HealthData [
      <!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
      <!ENTITY file SYSTEM "file:///etc/passwd">
      ]>
      <HealthData locale="en_GB"><ExportDate value="2026-04-01 12:00:00 +0000"/>
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="&c;&file;" unit="count" startDate="2026-02-10 08:00:00 +0000" \
      endDate="2026-02-10 08:10:00 +0000" value="1"/>
      </HealthData>
      """
    let words = try refused(Array(bomb.utf8), as: "dtd.xml")
    #expect(!words.contains("root:"))
  }

  @Test func utf16() throws {
    let text = String(decoding: HealthExportFixture.apple([HealthBadInputTests.steps]), as: UTF8.self)
    for (name, isBig, mark) in [
      ("little.xml", false, [0xFF, 0xFE] as [UInt8]), ("big.xml", true, [0xFE, 0xFF]), ("plain.xml", false, []),
    ] {
      let bytes = text.utf16.flatMap { unit in isBig ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
      let words = try refused(mark + bytes, as: name)
      #expect(words.contains("UTF-8"), "\(words)")
    }
  }

  @Test func latin1() throws {
    let text = String(decoding: HealthExportFixture.apple([HealthBadInputTests.steps]), as: UTF8.self)
      .replacingOccurrences(of: "UTF-8", with: "ISO-8859-1").replacingOccurrences(of: "My Watch", with: "M\u{FC}llers Watch")
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let words = try refused(bytes, as: "latin1.xml")
    #expect(words.contains("UTF-8"), "\(words)")
  }

  @Test(arguments: [0.5, 0.9])
  func aTruncatedXML(part: Double) throws {
    let whole = HealthExportFixture.apple((0..<2000).map { HealthExportFixture.steps($0 + 1, "My Watch", "2026-02-10", "08:00", "08:10") })
    let words = try refused(Array(whole.prefix(Int(Double(whole.count) * part))), as: "cut.xml")
    #expect(words.contains("hint: "), "\(words)")
  }

  @Test func aPartIsKeptOnRequest() throws {
    let whole = HealthExportFixture.apple((0..<2000).map { HealthExportFixture.steps($0 + 1, "My Watch", "2026-02-10", "08:00", "08:10") })
    let path = try person.home.write(whole.prefix(whole.count / 2), to: "cut.xml")
    let outcome = try person.hsync.run("import", "--keep-partial", "--json", path)
    #expect(outcome.status == 0, "\(outcome.err)")
    let report = try JSON(parsing: outcome.out)
    #expect((900...1100).contains(report["added"].int ?? 0), "\(report)")
    #expect(report["ended_early"].string != nil, "\(report)")
  }

  @Test func controlCharactersAndBytesThatAreNoText() throws {
    let strange = HealthExportFixture.steps(7, "My\u{0B} Wa\u{01}tch", "2026-02-11", "08:00", "08:10")
    var bytes = HealthExportFixture.apple([HealthBadInputTests.steps, strange])
    bytes.replace(Array("My\u{0B}".utf8), with: Array("My".utf8) + [0xFF, 0x0B], maxReplacements: 1)
    let outcome = try person.hsync.run("import", "--json", person.home.write(bytes, to: "strange.xml"))
    #expect(outcome.status == 0, "\(outcome.err)")
    let report = try JSON(parsing: outcome.out)
    #expect(report["added"].int == 2)
    #expect(report["remarks"].members?.contains { $0.key.contains("control") } == true, "\(report)")
    #expect(try person.summaries(from: "2026-02-11", to: "2026-02-11")["2026-02-11"]?["steps"].double == 7)
  }

  @Test func recordsThatMakeNoSenseAreCountedByReason() throws {
    let type = "HKQuantityTypeIdentifierStepCount"
    let outcome = try person.hsync.run(
      "import", "--json",
      person.writeExport([
        HealthBadInputTests.steps,
        HealthExportFixture.record(type, "W", "2026-02-10 09:00:00 +0000", "2026-02-10 08:00:00 +0000", "1", unit: "count"),
        HealthExportFixture.record(type, "W", "yesterday", "2026-02-10 08:00:00 +0000", "1", unit: "count"),
        HealthExportFixture.record(type, "W", "2026-02-10 08:00:00 +0000", "2026-02-10 08:01:00 +0000", "many", unit: "count"),
      ]))
    #expect(outcome.status == 0, "\(outcome.err)")
    let report = try JSON(parsing: outcome.out)
    #expect(report["records"].int == 4)
    #expect(report["added"].int == 1)
    #expect(report["skipped"].members?.compactMap(\.value.int).reduce(0, +) == 3, "\(report)")
    #expect(report["skipped"].members?.count == 3, "\(report)")
  }

  @Test(arguments: ["{\"data\":{\"metrics\":[{\"name\":\"step_count\"", "{\"hello\":1}", "[1,2,3]"])
  func brokenJSON(text: String) throws { _ = try refused(Array(text.utf8), as: "export.json") }

  @Test func aDatabaseOfSomethingElse() throws {
    let path = person.home.file("health_connect_export.db")
    #expect(try Program("/usr/bin/sqlite3", home: person.home).run(path, "CREATE TABLE notes(x); INSERT INTO notes VALUES (1)").status == 0)
    let bytes = try ProjectFiles.bytes(path)
    _ = try refused(bytes, as: "other.db")
    _ = try refused(HealthExportFixture.archive([("health_connect_export.db", bytes)]), as: "other.zip")
  }

  @Test func aFileThatMayNotBeRead() throws {
    let path = try person.writeExport([HealthBadInputTests.steps], to: "locked.xml")
    chmod(path, 0)
    if access(path, R_OK) == 0 { return }  // The superuser reads everything.
    let outcome = try person.hsync.run("import", path)
    #expect(outcome.status == 77, "\(outcome.err)")
  }

  /// A disk that is full in the middle of an import, on a file system of 8 MiB that this test mounts, where it may.
  @Test func aFullDisk() throws {
    let folder = person.home.file("small")
    let big = try person.home.write(HealthExportFixture.endless(120_000) + Array("</HealthData>\n".utf8), to: "big.xml")
    let good = try person.writeExport([HealthBadInputTests.steps], to: "good.xml")
    let script = """
      mkdir '\(folder)' && mount -t tmpfs -o size=8m none '\(folder)' || exit 99
      HSYNC_DB='\(folder)/a.db'; export HSYNC_DB
      '\(Program.folder)/hsync' log --name Soup --kcal 1 > /dev/null || exit 98
      dd if=/dev/zero of='\(folder)/reserve' bs=1k count=5000 2> /dev/null
      '\(Program.folder)/hsync' import '\(big)'; echo $?
      echo 'SELECT count(*) FROM samples; SELECT count(*) FROM day_summary; SELECT count(*) FROM outbox' | sqlite3 "$HSYNC_DB"
      rm '\(folder)/reserve'
      '\(Program.folder)/hsync' import --quiet '\(good)' || exit 97
      echo 'PRAGMA integrity_check; SELECT count(*) FROM sample; SELECT count(*) FROM meal' | sqlite3 "$HSYNC_DB"
      """
    let outcome = try Program("/usr/bin/unshare", home: person.home).run("-m", "sh", "-c", script)
    if outcome.status == 99 || outcome.err.contains("unshare:") { return }  // No right to mount here.
    #expect(outcome.status == 0, "\(outcome.status) \(outcome.out) \(outcome.err)")
    #expect(outcome.err.contains("the disk is full"), "\(outcome.err)")
    #expect(outcome.out == "74\n0\n0\n1\nok\n1\n1\n")
  }
}
