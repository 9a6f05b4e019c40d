/// Adds up the evidence of a whole picture for codes that no single region was sure of: two bottles side by side have
/// the same code, as do a large region and one inside it.
///
/// Only strips without common lines of bars are counted together, as within a region, and all evidence for other codes
/// counts twice against each (see `Tally`).
struct PictureTally {
  /// A fit that the judge accepted, in a region where no code won.
  struct Voice {
    let code: SymbolCode
    let proposer: Proposer
    let strength: Float
    /// The area read: the symbol's width, and the lines that were averaged.
    let strip: BarRegion
    /// The symbol's width, and all of the region's length along the bars.
    let region: BarRegion
  }

  private var voices: [Voice] = []

  /// Adds the votes of a region.
  mutating func add(_ more: [Voice]) { voices += more }

  /// The code that has enough, where the loudest voice saw it; never more than one.
  var winner: BarReading? {
    let heard = voices.sorted { $0.strength > $1.strength }.reduce(into: [Voice]()) { heard, voice in
      if !heard.contains(where: { $0.strip.sharesLines(with: voice.strip) }) { heard.append(voice) }
    }
    guard let loudest = heard.first else { return nil }
    let (own, others) = (heard.filter { $0.code == loudest.code }, heard.filter { $0.code != loudest.code })
    let strength = own.reduce(0) { $0 + $1.strength } - 2 * others.reduce(0) { $0 + $1.strength }
    guard strength >= Tally.requiredStrength(for: loudest.code.kind) else { return nil }
    return BarReading(code: loudest.code, region: loudest.region, proposer: loudest.proposer, strength: strength)
  }
}

extension BarRegion {
  /// Whether two strips were read from the same lines of the picture, at least where one of them has its middle.
  fileprivate func sharesLines(with other: BarRegion) -> Bool { contains(other.center) || other.contains(center) }
}
