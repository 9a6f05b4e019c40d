/// Reads the symbol of one region, strip by strip. Belongs to one thread.
///
/// In pass 1 codes are proposed from the widths between edges, in pass 2 from whole symbols aligned to blurred bars. Each proposal is fitted and
/// judged; strips are taken until a code has won.
final class RegionReader {
  /// A pass over a region: the kind of bars expected, which decides who proposes.
  enum Pass: Int {
    case clear = 1
    case blurred = 2
    /// Clear bars at the picture's border, with white beyond it.
    case cropped = 3
    /// Bars whose sides are rough, by noise, print dots or a threshold: read as clear ones once that is smoothed.
    case rough = 4

    /// The positions of the strips along the bars, 0…1: the middle first, and the ends last, where print is often torn.
    fileprivate var heights: [Double] {
      switch self {
      case .clear: [0.5, 0.35, 0.65, 0.2, 0.8, 0.42, 0.58, 0.1, 0.9]
      case .blurred: [0.5, 0.3, 0.7, 0.15, 0.85]
      case .cropped, .rough: [0.5, 0.3]
      }
    }

    /// Returns the length in pixels by which profiles extend beyond the ends of a region of that width.
    ///
    /// The detector's blocks may end a block before the last bar, and quiet zones must be visible. Blur breaks a symbol
    /// into parts that look like bars and others that don't.
    func margin(ofWidth width: Double) -> Double {
      switch self {
      case .clear, .rough: 0.1 * width + 12
      case .blurred: 0.6 * width + 12
      // The bars end at the border, or a module before it.
      case .cropped: 0.04 * width + 8
      }
    }

    /// The number of strips without a sign of a symbol after which the region is given up: most regions are text. In
    /// the most promising one all strips are read, because the last one may be the only one that shows a torn or bent
    /// symbol's edges.
    fileprivate var stripsOfHope: Int { self == .blurred ? 2 : Self.thickStrips }

    /// So many strips of pass 1 are thick.
    fileprivate static let thickStrips = 3

    /// Returns the number of lines that strip `index` of a region averages. Many lines reduce noise; few follow bars
    /// that aren't straight.
    fileprivate func lines(_ index: Int, height: Double) -> Int {
      switch self {
      case .clear, .cropped, .rough:
        let lines = max(1, min(12, Int(height * 0.1)))
        return index < Self.thickStrips ? lines : max(1, Int(Double(lines) * 0.3 + 0.5))
      case .blurred: return max(1, min(16, Int(height * 0.12)))
      }
    }
  }

  /// Regions narrower than this many pixels are sampled twice a pixel.
  private static let narrow = 400.0
  /// Profiles of less contrast, in grey levels between 5 % and 95 %, show nothing.
  private static let leastContrast: Float = 8
  /// Edges from this part of the contrast on are looked for, until one reads: most photos, then weak ones beside strong light, then photos whose
  /// sharpening drew lines beside the bars.
  private static let thresholds: [Float] = [0.1, 0.04, 0.22]
  /// The same for the ends of blurred symbols.
  private static let blurredThreshold: Float = 0.05
  /// Edges are at least so high, in grey levels: 3 is noise still.
  private static let leastEdge: Float = 3

  private let sampler = ProfileSampler()
  private let profile = Profile()
  private let edges = EdgeFinder()
  private var mirrored = Scratch<Float>()
  private let widths = WidthReader()
  private let spans = SpanFinder()
  private let costs = DigitCosts()
  private let search: CheckDigitSearch
  private let fitter: SymbolFitter
  private let judge = Judge()
  private let lineProposer: (any LineProposer)?
  private var grey = Scratch<UInt8>()
  private let extent = BarExtent()
  /// Whether the profile begins, and ends, where the picture does rather than where the region does.
  private var touchesBorder = (start: false, end: false)
  /// Signs of a symbol in the region's strips so far: edges as far apart as one's, or a blurred one aligned, rightly or not.
  private var signs = 0
  /// The fits that count, and where they found their symbols across the bars, in the view's pixels.
  private var places: [(code: SymbolCode, proposer: Proposer, strength: Float, across: ClosedRange<Double>)] = []

  init(lineProposer: (any LineProposer)?) {
    self.lineProposer = lineProposer
    search = CheckDigitSearch()
    fitter = SymbolFitter(search: search)
  }

  /// Reads the region until a code wins, or there are no more strips.
  func read(_ view: RegionView, _ pass: Pass, into findings: inout RegionFindings) {
    var tally = Tally()
    places.removeAll(keepingCapacity: true)
    signs = 0
    for (index, height) in pass.heights.enumerated() {
      if signs == 0, index == pass.stripsOfHope, !findings.isPromising { return }
      let middle = view.along.lowerBound + view.height * height
      let half = Double(pass.lines(index, height: view.height) - 1) / 2
      let strip = Strip(
        slope: view.slope, across: view.across.lowerBound - view.margin...view.across.upperBound + view.margin,
        along: middle - half...middle + half, hasHalfSteps: view.width < Self.narrow)
      let began = findings.now
      let isSampled = sampler.sample(view.picture, strip, into: profile) && prepare(isRough: pass == .rough)
      findings.spent(on: .profile, since: began)
      guard isSampled else { continue }
      let end = profile.start + Double(profile.count - 1) * profile.step
      touchesBorder = (profile.start > strip.across.lowerBound + 2, end < strip.across.upperBound - 3)
      findings.height = Float(height)
      let known = places.count
      switch pass {
      case .clear, .cropped: readClear(isThick: index < Pass.thickStrips, &tally, &findings)
      case .blurred: readBlurred(&tally, &findings)
      case .rough: readClear(isThick: false, &tally, &findings)
      }
      let winners = tally.winners
      guard !winners.isEmpty else {
        findings.voices += places[known...].map { voice($0, less: tally.doubt(of: $0.code.kind), in: view, strip) }
        continue
      }
      for winner in winners {
        let (across, along) = extent(of: winner.code, in: view, strip)
        let region = view.region(across: across, along: along, score: 0)
        findings.readings.append(BarReading(code: winner.code, region: region, proposer: winner.proposer, strength: winner.strength))
      }
      return
    }
  }

  /// Returns the extent of the symbol found by the strip: from its first to its last bar, and along the bars as far as
  /// lines are similar.
  private func extent(of code: SymbolCode, in view: RegionView, _ strip: Strip) -> (ClosedRange<Double>, ClosedRange<Double>) {
    // A code that won has been fitted, if not in this strip then in one before it.
    let across = places.last { $0.code == code }?.across ?? view.across
    let module = (across.upperBound - across.lowerBound) / Double(code.kind.moduleCount)
    return (across, extent.along(view.picture, strip, across: across, module: module))
  }

  /// A fit that counts, as it will be heard if no code wins here.
  private func voice(
    _ place: (code: SymbolCode, proposer: Proposer, strength: Float, across: ClosedRange<Double>), less doubt: Float, in view: RegionView,
    _ strip: Strip
  ) -> PictureTally.Voice {
    PictureTally.Voice(
      code: place.code, proposer: place.proposer, strength: max(0, place.strength - doubt),
      strip: view.region(across: place.across, along: strip.along.lowerBound - 0.5...strip.along.upperBound + 0.5, score: 0),
      region: view.region(across: place.across, along: view.along, score: 0))
  }

  /// Measures the profile. `false` when it shows nothing.
  private func prepare(isRough: Bool) -> Bool {
    if isRough { profile.smooth() }
    profile.measureRange()
    guard contrast >= Self.leastContrast else { return false }
    profile.addUp()
    return true
  }

  private var contrast: Float { profile.range.upperBound - profile.range.lowerBound }

  // MARK: Pass 1

  private func readClear(isThick: Bool, _ tally: inout Tally, _ findings: inout RegionFindings) {
    var count = -1
    for threshold in Self.thresholds {
      let began = findings.now
      edges.find(in: profile, threshold: max(Self.leastEdge, contrast * threshold))
      findings.spent(on: .propose, since: began)
      // As many edges are the same edges.
      guard edges.count >= SymbolKind.upcE.edgeCount, edges.count != count else { continue }
      count = edges.count
      if readWidths(&tally, &findings) || isThick && readInverted(&tally, &findings) { return }
    }
    if isThick, signs > 0, let lineProposer { _ = readLine(lineProposer, &tally, &findings) }
  }

  /// Tries white bars on black, whose edges are the same. Few codes are printed so, which is why only the thick strips are tried.
  private func readInverted(_ tally: inout Tally, _ findings: inout RegionFindings) -> Bool {
    edges.invert()
    findings.isInverted = true
    defer { findings.isInverted = false }
    return readWidths(&tally, &findings)
  }

  /// Tries each edge that falls as a symbol's first, in both directions. `true` when a fit was accepted.
  private func readWidths(_ tally: inout Tally, _ findings: inout RegionFindings) -> Bool {
    let count = edges.count
    if readWidths(UnsafePointer(edges.positions), isReversed: false, &tally, &findings) { return true }
    // From right to left: the same with the axis turned round.
    let mirrored = mirrored.room(for: count)
    for i in 0..<count { mirrored[i] = -edges.positions[count - 1 - i] }
    return readWidths(UnsafePointer(mirrored), isReversed: true, &tally, &findings)
  }

  private func readWidths(_ x: UnsafePointer<Float>, isReversed: Bool, _ tally: inout Tally, _ findings: inout RegionFindings) -> Bool {
    let count = edges.count
    // Read backwards, a rising edge falls.
    let startsWithFall = isReversed ? !edges.falls(count - 1) : edges.firstFalls
    let (start, end) = isReversed ? (Float(1 - profile.count), 0) : (0, Float(profile.count - 1))
    let isOpen = isReversed ? (start: touchesBorder.end, end: touchesBorder.start) : touchesBorder
    for first in stride(from: startsWithFall ? 0 : 1, to: count, by: 2) {
      for kind in SymbolKind.allCases {
        let last = first + kind.edgeCount - 1
        guard last < count else { continue }
        let module = (x[last] - x[first]) / Float(kind.moduleCount)
        let least = kind.leastQuietZone * module
        // A short symbol's quiet zone must be seen, unless the picture ends there (see `SpanFinder`).
        let before = first > 0 ? x[first - 1] : kind == .ean13 || isOpen.start ? -.infinity : start
        let after = last + 1 < count ? x[last + 1] : kind == .ean13 || isOpen.end ? .infinity : end
        guard x[first] - before >= least, after - x[last] >= least else { continue }
        let began = findings.now
        let proposal = reading(kind, x + first)
        findings.spent(on: .propose, since: began)
        guard let (ranking, ink) = proposal else { continue }
        let begin = isReversed ? count - 1 - last : first
        let fitted = findings.now
        if findings.isInverted { profile.invert() }
        let fit = fitter.fit(profile, reading: ranking, edges: edges.positions + begin, isReversed: isReversed, ink: ink)
        if findings.isInverted { profile.invert() }
        findings.spent(on: .fit, since: fitted)
        if let fit, consider(fit, .edges, &tally, &findings) { return true }
      }
    }
    return false
  }

  /// The cheapest codes for these edges, and the ink spread.
  private func reading(_ kind: SymbolKind, _ x: UnsafePointer<Float>) -> (CheckDigitSearch.Ranking, Float)? {
    let most = WidthReader.mostCostPerDigit * Float(kind.barDigitCount)
    guard let ink = widths.read(kind, edges: x, into: costs) else { return nil }
    signs += 1
    // No valid code costs less than the cheapest digits: most edges are no symbol's, and need no search.
    guard search.cheapestRegardless(kind, costs) <= most,
      let ranking = search.ranking(kind, costs), ranking.bestCost <= most
    else { return nil }
    return (ranking, ink)
  }

  /// Runs another proposer on the profile, and evaluates its codes.
  private func readLine(_ lineProposer: any LineProposer, _ tally: inout Tally, _ findings: inout RegionFindings) -> Bool {
    let began = findings.now
    let grey = grey.room(for: profile.count)
    for i in 0..<profile.count { grey[i] = UInt8(min(255, max(0, profile.samples[i] + 0.5))) }
    var proposed: [(code: SymbolCode, place: ClosedRange<Int>)] = []
    lineProposer.codes(in: UnsafeBufferPointer(start: grey, count: profile.count)) { code, place in
      if let place { proposed.append((code, place)) }
    }
    findings.spent(on: .zbar, since: began)
    for (code, place) in proposed {
      let began = findings.now
      let fits = fitter.align(profile, kind: code.kind, from: Float(place.lowerBound), to: Float(place.upperBound))
      findings.spent(on: .fit, since: began)
      for fit in fits where fit.code == code && consider(fit, .zbar, &tally, &findings) { return true }
    }
    return false
  }

  // MARK: Pass 2

  private func readBlurred(_ tally: inout Tally, _ findings: inout RegionFindings) {
    let began = findings.now
    edges.find(in: profile, threshold: max(2, contrast * Self.blurredThreshold))
    spans.find(in: edges, samples: profile.count, touchesBorder: touchesBorder)
    findings.spent(on: .propose, since: began)
    for span in spans.spans {
      let began = findings.now
      let fits = fitter.align(profile, kind: span.kind, from: span.start, to: span.end)
      findings.spent(on: .fit, since: began)
      signs += fits.count
      for fit in fits { _ = consider(fit, .alignment, &tally, &findings) }
    }
  }

  /// Hears the judge. `true` when the fit counts.
  private func consider(_ fit: SymbolFit, _ proposer: Proposer, _ tally: inout Tally, _ findings: inout RegionFindings) -> Bool {
    let verdict = judge.verdict(on: fit)
    findings.add(fit, proposer, verdict)
    if verdict == .refused(.repaired) { tally.addDoubt(of: fit.code.kind) }
    guard case .accepted(let strength) = verdict else { return false }
    tally.add(fit, strength: strength, by: proposer)
    let (a, b) = (profile.start + fit.position(at: -1) * profile.step, profile.start + fit.position(at: 1) * profile.step)
    places.append((fit.code, proposer, strength, min(a, b)...max(a, b)))
    return true
  }
}

extension SymbolFit {
  /// Returns the position of the symbol's u in the profile, in samples: -1 = its first bar's edge, 1 = its last one's.
  func position(at u: Double) -> Double { geometry[0] + u * (geometry[1] + u * (geometry[2] + u * geometry[3])) }
}
