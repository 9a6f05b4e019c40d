@testable import HealthImport
import HealthModel

/// The readers of Apple's XML and of Health Auto Export's JSON: one input as an export, as a route, as an ECG and as a date. The first byte decides
/// how many bytes come, and are in memory, at a time.
struct HealthExportFuzzer: Fuzzer {
  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    guard input.count > 1 else { return false }
    let piece = input[0] < 64 ? Int(input[0]) + 1 : 1 << 16
    let source = FuzzedBytes(bytes: UnsafeRawBufferPointer(rebasing: input[1...]), piece: piece)
    let members = ["/workout-routes/a.gpx", "/electrocardiograms/a.csv"].map { path in AppleExportFiles.Member(path: path) { source } }
    var seen = Seen()
    _ = LocalizedTime(UnsafeBufferPointer(start: source.bytes.bindMemory(to: UInt8.self).baseAddress, count: source.bytes.count))
    do {
      if ContentKind(ofHead: Array(source.bytes.prefix(ContentKind.headBytes))) == .autoExport {
        let file = ExportFile(path: "fuzz", bytes: Int64(source.bytes.count)) { () throws(ImportError) in source }
        _ = try AutoExportReader(name: "fuzz", files: [file], zone: ZoneRules(fixedMin: 60)).read(keepsPart: piece % 2 == 0) {
          seen.check($0)
        }
        return true
      }
      let files = AppleExportFiles(name: "fuzz", xml: source, members: members)
      _ = try AppleHealthReader(files, windowSize: piece).read(keepsPart: piece % 2 == 0) { seen.check($0) }
    } catch is ImportError {
      // Most inputs end here.
    } catch {
      preconditionFailure("an error that is no ImportError: \(error)")
    }
    return true
  }

  /// The numbers of types, sources, units and devices so far, to which later values refer.
  private struct Seen {
    var (types, sources, units, devices) = (0, 0, 0, 0)

    mutating func check(_ batch: HealthBatch) {
      types += batch.newTypes.count
      sources += batch.newSources.count
      units += batch.newUnits.count
      devices += batch.newDevices.count
      for workout in batch.workouts {
        precondition(workout.source >= 0 && workout.source < sources && workout.endMs >= workout.startMs && workout.durationMin.isFinite)
        precondition((workout.energyKcal ?? 0).isFinite && (workout.distanceM ?? 0).isFinite)
      }
      for sample in batch.samples + batch.details.map(\.sample) {
        precondition(sample.type >= 0 && sample.type < types && sample.source >= 0 && sample.source < sources)
        precondition(sample.unit >= 0 && sample.unit < units && sample.device >= -1 && sample.device < devices)
        precondition(sample.durationMs >= 0 && sample.value.isFinite)
      }
    }
  }
}

/// The fuzzer's bytes, a few at a time.
private struct FuzzedBytes: ByteSource {
  let name = "fuzz"
  let bytes: UnsafeRawBufferPointer
  let piece: Int
  var cursor = 0

  var bytesTotal: Int64? { Int64(bytes.count) }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, piece, bytes.count - cursor)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[cursor..<cursor + count]))
    cursor += count
    return count
  }
}
