/// Reads all retail codes of a picture. Use one per thread: it owns all memory that reading needs.
///
/// Codes are proposed in several ways, from clear edges, from blurred bars or elsewhere. A single judge fits the whole
/// symbol to the profile and accepts it by its lead over every other valid code.
package final class SymbolReader {
  /// Blurred symbols are looked for in so many regions, the most promising ones: it costs most of the time, and they look like bars.
  private static let blurredRegions = 3
  /// The maximum number of regions to read: for 40 codes in regions that hang together, and as many that aren't codes.
  private static let mostRegions = 240
  /// Cropped ones in so many.
  private static let croppedRegions = 2
  /// Rough ones in so many, if nothing was read.
  private static let roughRegions = 2

  private let detector = RegionDetector()
  private let viewer = RegionViewer()
  private let reader: RegionReader

  /// Makes a reader; who else shall name codes on profiles, if anybody.
  package init(lineProposer: (any LineProposer)? = nil) { reader = RegionReader(lineProposer: lineProposer) }

  /// Reads a picture of any size. Regions are searched in a copy of it whose long side is at most `detectorSide`; the
  /// steps are added to the trace, if there is one.
  package func read(_ picture: Luma, detectorSide: Int, trace: inout ReadingTrace?) -> BarFindings {
    let began = trace == nil ? nil : ContinuousClock.now
    let regions = detector.regions(in: picture, longSide: detectorSide)
    if let began {
      trace?.add(.now - began, to: .detect)
      trace?.looks.append(ReadingTrace.Look(width: picture.width, height: picture.height, detectorSide: detectorSide, regions: regions))
    }
    var look = Look(isTraced: trace != nil)
    for (index, region) in regions.enumerated() { read(region, index, .clear, in: picture, &look, &trace) }
    readAlike(after: regions.count, in: picture, &look, &trace)
    for (index, region) in regions.prefix(Self.blurredRegions).enumerated() { read(region, index, .blurred, in: picture, &look, &trace) }
    for (index, region) in regions.prefix(Self.croppedRegions).enumerated() { read(region, index, .cropped, in: picture, &look, &trace) }
    if look.isEmpty {
      for (index, region) in regions.prefix(Self.roughRegions).enumerated() { read(region, index, .rough, in: picture, &look, &trace) }
    }
    look.hearAll()
    return BarFindings(readings: look.readings, nearMisses: look.uncertain)
  }

  /// Reads more regions, from index `first` on, where a picture has many codes: the parts of regions beside the codes that were read in them,
  /// because neighbours may form one region, and regions that aren't among the most promising. Both only if they are like a code that was read.
  private func readAlike(after first: Int, in picture: Luma, _ look: inout Look, _ trace: inout ReadingTrace?) {
    var others = detector.others[...]
    var index = first
    while index < Self.mostRegions, let region = look.nextPart() ?? others.popFirst(where: look.isLikeCode) {
      guard !look.settles(region) else { continue }
      trace?.add(region)
      read(region, index, .clear, isBesideCodes: true, in: picture, &look, &trace)
      index += 1
    }
  }

  private func read(
    _ region: BarRegion, _ index: Int, _ pass: RegionReader.Pass, isBesideCodes: Bool = false, in picture: Luma, _ look: inout Look,
    _ trace: inout ReadingTrace?
  ) {
    let margin = pass.margin(ofWidth: Double(region.across.upperBound - region.across.lowerBound))
    guard !look.settles(region), let view = viewer.view(of: region, in: picture, margin: margin, hasWhiteBeyond: pass == .cropped) else {
      return
    }
    var findings = RegionFindings(region: index, pass: pass, isBesideCodes: isBesideCodes, isTraced: look.isTraced)
    reader.read(view, pass, into: &findings)
    look.add(findings, of: region)
    guard look.isTraced, let last = trace?.looks.indices.last else { return }
    trace?.looks[last].attempts += findings.attempts
    for (step, duration) in findings.times { trace?.add(duration, to: step) }
  }
}

extension ArraySlice {
  /// Removes and returns the first element that fulfils the condition, and removes those before it.
  fileprivate mutating func popFirst(where condition: (Element) -> Bool) -> Element? {
    guard let index = firstIndex(where: condition) else {
      removeAll()
      return nil
    }
    defer { removeFirst(index - startIndex + 1) }
    return self[index]
  }
}

/// The state of reading one picture.
private struct Look {
  let isTraced: Bool
  private var found: [BarReading] = []
  private var misses: [NearMiss] = []
  private var tally = PictureTally()
  private var parts: [BarRegion] = []

  init(isTraced: Bool) { self.isTraced = isTraced }

  /// Whether a code was read where the region has its middle. Regions of a later level, and of this one, lie inside others. The parts beside
  /// that code are kept for later.
  mutating func settles(_ region: BarRegion) -> Bool {
    guard let reading = found.first(where: { $0.region.contains(region.center) }) else { return false }
    addParts(of: region, beside: reading)
    return true
  }

  private mutating func addParts(of region: BarRegion, beside reading: BarReading) {
    parts += region.parts(beside: reading.region).filter { $0.hasRoom(for: reading.region) }
  }

  /// Whether the region has about the size of a code that was read.
  func isLikeCode(_ region: BarRegion) -> Bool { found.contains { region.isLike($0.region) } }

  /// A part of a region beside a code that was read in it. `nil` when each was returned.
  mutating func nextPart() -> BarRegion? { parts.popLast() }

  /// Whether nothing was read.
  var isEmpty: Bool { found.isEmpty }

  mutating func add(_ findings: RegionFindings, of region: BarRegion) {
    found += findings.readings.filter { new in !found.contains { $0.code == new.code } }
    for reading in findings.readings { addParts(of: region, beside: reading) }
    if findings.readings.isEmpty {
      misses += findings.nearMisses(in: region)
      tally.add(findings.voices)
    }
  }

  /// Tallies all regions together, if no code was found in a single one.
  mutating func hearAll() {
    if found.isEmpty, let winner = tally.winner { found.append(winner) }
  }

  /// The codes, without a UPC-E where an EAN-13 is: its lookalike sits in the left half of many.
  var readings: [BarReading] {
    found.filter { reading in
      reading.code.kind != .upcE
        || !found.contains { other in
          other.code.kind == .ean13
            && (other.region.contains(reading.region.center) || reading.region.contains(other.region.center))
        }
    }
  }

  /// The near misses where nothing was read, each code once, the clearest first.
  var uncertain: [NearMiss] {
    var best: [NearMiss] = []
    for miss in misses.sorted(by: { $0.lead > $1.lead })
    where !found.contains(where: { $0.region.contains(miss.region.center) }) && !best.contains(where: { $0.code == miss.code })
      && !found.contains(where: { $0.code == miss.code })
    {
      best.append(miss)
    }
    return best
  }
}
