// libFuzzer's entry into the XML scanner and the Apple reader. `Fuzz/run` compiles it together with the sources it tests.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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

/// Reads one input as an export, as a route and as an ECG. The first byte decides how many bytes come, and are in memory, at
/// a time.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAppleHealth(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 1 else { return 0 }
  let piece = start[0] < 64 ? Int(start[0]) + 1 : 1 << 16
  let bytes = UnsafeRawBufferPointer(start: start + 1, count: count - 1)
  let source = FuzzedBytes(bytes: bytes, piece: piece)
  let members = ["/workout-routes/a.gpx", "/electrocardiograms/a.csv"].map { path in AppleExportFiles.Member(path: path) { source } }
  let files = AppleExportFiles(name: "fuzz", xml: source, members: members)
  var types = 0
  var sources = 0
  var units = 0
  var devices = 0
  do {
    _ = try AppleHealthReader(files, windowSize: piece).read(keepsPart: piece % 2 == 0) { batch in
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
  } catch is ImportError {
    return 0
  } catch {
    fatalError("an error that is no ImportError: \(error)")
  }
  return 0
}
