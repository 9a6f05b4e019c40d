import HealthModel

/// Collects readings of one photo over several passes and determines which codes can be trusted.
///
/// A check digit catches only nine wrong readings of ten. A true code is read again and again, by many scan lines and at many scales;
/// a wrong one is rare, and mostly a near miss of the true one.
struct Votes {
  /// The number of agreeing scan lines, over all passes, from which on a code is accepted.
  ///
  /// A trade-off between missed and wrong reads: of 1,500 drawn codes and 1,500 with a wrong check digit, 4 lines (and
  /// a lead of 4) read 400 right, 7 wrong and 24 of the invalid; 7 lines (and a lead of 8) 374, 3 and 17; 12 lines 349,
  /// 3 and 11. Of 417 photos 4 lines read 311, 7 lines 305, 12 lines 293, and none wrong; but 12 lines miss small
  /// lossless pictures of the kind that phones make.
  static let enough = 7
  /// The same for UPC-E, whose six digits without a check digit of their own sit in the left half of many an EAN-13.
  static let enoughForUPCE = 14
  /// The required ratio of a code's votes to those of all its near misses together.
  static let lead = 8

  private var counts: [GTIN: (barcode: Barcode, votes: Int)] = [:]

  /// Adds a reading, weighted by the scan lines that agreed on it.
  mutating func add(_ barcode: Barcode, votes: Int) {
    counts[barcode.gtin, default: (barcode, 0)].votes += votes
  }

  /// The codes that can be trusted, most votes first.
  var accepted: [Barcode] {
    let sawLongCode = counts.values.contains { $0.barcode.symbology != .upce }
    return counts.values
      .filter { candidate in
        if candidate.barcode.symbology == .upce, sawLongCode || candidate.votes < Self.enoughForUPCE { return false }
        let rivals = counts.values.filter {
          $0.barcode.gtin != candidate.barcode.gtin && Self.areSimilar($0.barcode.gtin, candidate.barcode.gtin)
        }
        return candidate.votes >= Self.enough && candidate.votes >= Self.lead * rivals.reduce(0) { $0 + $1.votes }
      }
      .sorted { ($0.votes, $1.barcode.gtin) > ($1.votes, $0.barcode.gtin) }
      .map(\.barcode)
  }

  /// Whether one number can be a misreading of the other: 6 digits equal in place, or 9 when 1 counts as 7 and 2 as 8, the pairs
  /// that ink spread and blur turn into each other (their bars have the same edge-to-edge widths).
  static func areSimilar(_ a: GTIN, _ b: GTIN) -> Bool {
    var (restA, restB) = (a.number, b.number)
    var equal = 0
    var nearlyEqual = 0
    // Zeros before both numbers don't count: two EAN-8 would share five of them.
    while restA > 0 || restB > 0 {
      let (digitA, digitB) = (restA % 10, restB % 10)
      if digitA == digitB { equal += 1 }
      if folded(digitA) == folded(digitB) { nearlyEqual += 1 }
      restA /= 10
      restB /= 10
    }
    return equal >= 6 || nearlyEqual >= 9
  }

  private static func folded(_ digit: Int64) -> Int64 {
    switch digit {
    case 7: 1
    case 8: 2
    default: digit
    }
  }
}
