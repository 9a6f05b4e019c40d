import HealthModel

/// Reads the files beside the XML. One that can't be read is counted, it doesn't end the import: no sample is in them.
enum AppleMembers {
  /// Reads the contents of `member` into the batch.
  static func read(_ member: AppleExportFiles.Member, _ records: inout AppleRecords) {
    let path = member.path.lowercased()
    if path.hasSuffix(".gpx") {
      records.report.records += 1
      var leftOut = 0
      do {
        let track = try GPXTrack.track(try member.open(), file: member.path, leftOut: &leftOut)
        records.batch.tracks.append(track)
        records.report.remark("unreadable points of routes not kept", leftOut)
      } catch {
        records.report.skip("unreadable route")
      }
    } else if path.hasSuffix(".csv") {
      records.report.records += 1
      if let attachment = try? ECGFile.attachment(try member.open(), file: member.path) {
        records.batch.attachments.append(attachment)
      } else {
        records.report.skip("unreadable ECG")
      }
    } else if path.hasSuffix("cda.xml") {
      // The same records in another form, for clinics.
      records.report.remark("clinical document (CDA) not read")
    } else if path.hasSuffix(".json"), let source = try? member.open(), (try? AutoExportSigns.areIn(source, limit: 64 << 20)) == true {
      records.report.remark("files of Health Auto Export beside it not read: import each by itself")
    } else {
      records.report.remark("other files of the export not kept")
    }
  }
}
