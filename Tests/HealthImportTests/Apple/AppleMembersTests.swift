import HealthModel
import Testing

@testable import HealthImport

@Suite struct AppleMembersTests {
  private static let gpx = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata><time>2025-11-20T14:30:00Z</time></metadata>
      <trk><name>Route</name><trkseg>
        <trkpt lon="-73.96" lat="40.78"><ele>20.5</ele><time>2025-11-20T08:00:05Z</time><extensions><time>no</time></extensions></trkpt>
        <trkpt lat="40.79" lon="-73.95"><time> 2025-11-20T08:00:00.5Z </time></trkpt>
        <trkpt lat="91" lon="0"><time>2025-11-20T08:00:00Z</time></trkpt>
        <trkpt lat="1" lon="2"><ele>1</ele></trkpt>
        <trkpt lat="1" lon="2"/>
      </trkseg></trk>
    </gpx>
    """

  private static let ecg = """
    Name,Alex
    Date of Birth,"Apr 2, 1985"
    Recorded Date,2025-11-20 03:00:00 -0500
    Classification,Sinus Rhythm
    Symptoms,
    Software Version,2.0
    Device,"Watch7,5"
    Sample Rate,512 hertz


    Lead,Lead I
    Unit,µV

    -12.3
    45,6
    """

  private func read(_ path: String, _ bytes: [UInt8]) throws -> AppleExport { try AppleExport("", members: [(path, bytes)]) }

  @Test func routesAreRead() throws {
    let export = try read("/workout-routes/a.gpx", Array(Self.gpx.utf8))
    #expect(
      export.tracks == [
        WorkoutTrack(
          file: "/workout-routes/a.gpx",
          points: [
            .init(atMs: eightMs + 500, latitude: 40.79, longitude: -73.95, elevationM: nil),
            .init(atMs: eightMs + 5000, latitude: 40.78, longitude: -73.96, elevationM: 20.5),
          ])
      ])
    #expect(export.report.records == 1)
    #expect(export.report.remarks == ["unreadable points of routes not kept": 3])
  }

  @Test func theHeadOfAnECGIsKeptWithoutThePerson() throws {
    let export = try read("/electrocardiograms/ecg_2025-11-20.csv", Array(Self.ecg.utf8))
    let attachment = try #require(export.attachments.first)
    #expect((attachment.file, attachment.kind, attachment.recordedAtMs) == ("/electrocardiograms/ecg_2025-11-20.csv", "ecg", eightMs))
    #expect(
      attachment.facts.map { "\($0.key): \($0.text)" } == [
        "Classification: Sinus Rhythm", "Software Version: 2.0", "Device: Watch7,5", "Sample Rate: 512 hertz", "Lead: Lead I", "Unit: µV",
      ])
  }

  @Test func theECGsLabelsMayBeInAnyLanguage() throws {
    let german = Self.ecg.replacing("Name", with: "Vorname").replacing("Date of Birth", with: "Geburtsdatum").replacing(
      "Recorded Date", with: "Aufzeichnungsdatum")
    let attachment = try #require(
      try read("/electrocardiograms/ecg.csv", Array(german.replacing("\n", with: "\r\n").utf8)).attachments.first)
    #expect(attachment.recordedAtMs == eightMs)
    #expect(!attachment.facts.contains { $0.text.contains("Alex") || $0.text.contains("1985") })
  }

  @Test func whatIsBrokenBesideTheXMLIsCounted() throws {
    let cut = Array(Self.gpx.utf8.prefix(400))
    let members: [(path: String, bytes: [UInt8])] = [
      ("/workout-routes/a.gpx", cut), ("/workout-routes/b.GPX", Array(Self.gpx.utf8)), ("/electrocardiograms/a.csv", []),
      ("/electrocardiograms/b.csv", Array("a,b\nc,d\ne,f".utf8)), ("/export_cda.xml", cut), ("/clinical-records/a.json", cut),
    ]
    let export = try AppleExport(record("HKQuantityTypeIdentifierStepCount"), members: members)
    #expect(export.report.skipped == ["unreadable route": 1, "unreadable ECG": 2])
    #expect(export.tracks.map(\.file) == ["/workout-routes/b.GPX"])
    #expect(export.report.records == 5)
    #expect(export.report.remarks["clinical document (CDA) not read"] == 1)
    #expect(export.report.remarks["other files of the export not kept"] == 1)
  }
}
