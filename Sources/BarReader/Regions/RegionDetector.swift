import Glibc

/// Finds regions that look like bars: adjacent blocks whose brightness changes in one direction. Use from one thread
/// only.
///
/// The blocks are joined at four levels of energy, each four times the last: a code that touches text or a table's edge
/// at the first level is separate at a later one.
final class RegionDetector {
  /// The maximum difference of the double angles of neighbours, as a cosine: 13 degrees of direction.
  static let leastAgreement: Float = 0.9
  /// The number of times a region's direction is averaged, each time over the blocks that agree with the last.
  private static let turns = 3
  /// The number of times blocks are joined, at a threshold of energy that grows fourfold each time.
  static let levels = 4
  /// Regions of fewer blocks are none.
  static let fewestBlocks = 3
  /// Narrower regions are none: the narrowest symbol, UPC-E, has 51 modules.
  static let leastWidth: Float = 40
  /// The part of the energy-weighted mean energy that a block needs to count for the region's extent: weaker ones are the halo of the mean
  /// over 3 x 3 blocks.
  static let extentShare: Double = 0.12
  /// A region that covers more than this part of an earlier one at nearly the same slope is the same one again.
  static let duplicateShare: Float = 0.7
  /// The maximum number of regions that are worth a look in any picture. Of 283 located codes 262 were in the first, 9 in the
  /// second, 4 in the third, 3 later.
  static let most = 6
  /// The maximum number of further regions: a sheet of 40 codes, each found at two levels.
  static let mostOthers = 80

  /// The maximum length in pixels for reading a picture that is too thin for blocks as a single region: no camera's
  /// line is longer.
  static let longestLine = 20_000

  private let shrinker = AreaShrinker()
  private let grid = BlockGrid()
  private var marks = Scratch<UInt8>()
  private var stack = Scratch<Int32>()
  private var members = Scratch<Int32>()
  private var regions: [BarRegion] = []
  /// The regions of the last picture that were less promising than those returned, most promising first: worth a look where they look like the
  /// codes that were read.
  private(set) var others: [BarRegion] = []

  /// The regions of a picture in its pixels, most promising first. They are searched in a copy shrunk by a whole factor to at most `longSide`.
  func regions(in picture: Luma, longSide: Int) -> [BarRegion] {
    regions.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
    guard !picture.isThin else { return max(picture.width, picture.height) <= Self.longestLine ? [picture.whole] : [] }
    let factor = max(1, (max(picture.width, picture.height) + longSide - 1) / longSide)
    guard let small = shrinker.shrunk(picture, by: factor) else { return [] }
    grid.measure(small)
    let count = grid.width * grid.height
    guard count > 0, count < Int32.max else { return [] }
    let scale = Float(min(factor, AreaShrinker.largestFactor))
    let marks = marks.room(for: count)
    marks.update(repeating: 0, count: count)
    var least = BlockGrid.leastEnergy
    for level in 1...Self.levels {
      // A mark is the last level at which the block was taken.
      let mark = UInt8(level)
      for seed in 0..<count where grid.energies[seed] > least && marks[seed] != mark {
        let size = collect(from: seed, least: least, mark: mark, marks)
        if size >= Self.fewestBlocks, let region = region(ofBlocks: size, scale: scale), !isKnown(region, scale: scale) {
          regions.append(region)
        }
      }
      least *= 4
    }
    regions.sort { $0.score > $1.score }
    others += regions.dropFirst(Self.most).prefix(Self.mostOthers)
    return Self.joined(Array(regions.prefix(Self.most)))
  }

  /// The regions, and before the first of any two that lie side by side in one row of bars the one that covers both: wide bars of a large code, glare
  /// or a crease may divide it. The parts stay, should they be two codes.
  private static func joined(_ parts: [BarRegion]) -> [BarRegion] {
    var all = parts
    for second in parts.indices {
      for first in 0..<second {
        guard let both = parts[first].joined(to: parts[second]) else { continue }
        all.insert(both, at: all.firstIndex(of: parts[first]) ?? 0)
      }
    }
    return all
  }

  /// Puts into `members` the blocks that hang together with `seed`, neighbour by agreeing neighbour, and marks them. Returns how many.
  private func collect(from seed: Int, least: Float, mark: UInt8, _ marks: UnsafeMutablePointer<UInt8>) -> Int {
    let (width, height) = (grid.width, grid.height)
    let (energies, cosines, sines) = (grid.energies, grid.cosines, grid.sines)
    let stack = stack.room(for: width * height)
    let members = members.room(for: width * height)
    stack[0] = Int32(truncatingIfNeeded: seed)
    marks[seed] = mark
    var waiting = 1
    var size = 0
    while waiting > 0 {
      waiting -= 1
      let i = Int(stack[waiting])
      members[size] = stack[waiting]
      size += 1
      let (x, y) = (i % width, i / width)
      for row in max(y - 1, 0)...min(y + 1, height - 1) {
        for column in max(x - 1, 0)...min(x + 1, width - 1) {
          let j = row * width + column
          guard energies[j] > least, marks[j] != mark else { continue }
          // The cosine of the difference of the double angles.
          guard cosines[i] * cosines[j] + sines[i] * sines[j] >= Self.leastAgreement else { continue }
          marks[j] = mark
          stack[waiting] = Int32(truncatingIfNeeded: j)
          waiting += 1
        }
      }
    }
    return size
  }

  /// The parallelogram around the first `size` members, in pixels of the given picture. `nil` when it is too narrow.
  private func region(ofBlocks size: Int, scale: Float) -> BarRegion? {
    let members = members.room(for: 0)
    var (energy, squaredEnergy) = (0.0, 0.0)
    for m in 0..<size {
      let e = Double(grid.energies[Int(members[m])])
      energy += e
      squaredEnergy += e * e
    }
    // Half of the double angle is the direction across the bars.
    let direction = doubleDirection(ofBlocks: size)
    let angle = 0.5 * atan2(direction.y, direction.x)
    var (across, along) = (cos(angle), sin(angle))
    let isTransposed = abs(along) > abs(across)
    if isTransposed { swap(&across, &along) }
    let slope = along / across
    let lean = Float(slope / (1 + slope * slope))
    let least = Float(Self.extentShare * squaredEnergy / energy)
    let half = Float(BlockGrid.blockSide) / 2
    var (low, high) = (SIMD2<Float>(repeating: .infinity), SIMD2<Float>(repeating: -.infinity))
    for m in 0..<size {
      let i = Int(members[m])
      guard grid.energies[i] >= least else { continue }
      // The block's middle; the grid begins at pixel 1.
      var x = (Float(i % grid.width) + 0.5) * Float(BlockGrid.blockSide) + 1
      var y = (Float(i / grid.width) + 0.5) * Float(BlockGrid.blockSide) + 1
      if isTransposed { swap(&x, &y) }
      let t = x + Float(slope) * y
      let place = SIMD2(t, y - t * lean)
      low = pointwiseMin(low, place - half)
      high = pointwiseMax(high, place + half)
    }
    let extent = high - low
    guard extent.x >= Self.leastWidth else { return nil }
    // Bars fill their rectangle, are many and strong; beyond 200 pixels more width says nothing more.
    let fill = min(1, Double(size * BlockGrid.blockSide * BlockGrid.blockSide) / Double(extent.x * extent.y))
    let score = energy / Double(size).squareRoot() * Double(min(extent.x, 200)).squareRoot() * fill * fill
    return BarRegion(
      isTransposed: isTransposed, slope: Float(slope), across: low.x * scale...high.x * scale, along: low.y * scale...high.y * scale,
      score: Float(score))
  }

  /// Returns twice the angle of the direction across the bars, as in the grid: the mean over the first `size` members,
  /// then repeatedly over those members that agree with it. Neighbours agree with one another, but from neighbour to
  /// neighbour a region's direction may turn from a code's to that of adjacent print.
  private func doubleDirection(ofBlocks size: Int) -> SIMD2<Double> {
    let members = members.room(for: 0)
    var direction = SIMD2<Double>()
    for turn in 0..<Self.turns {
      let least = turn == 0 ? -Double.infinity : Double(Self.leastAgreement)
      var sum = SIMD2<Double>()
      for m in 0..<size {
        let i = Int(members[m])
        let own = SIMD2(Double(grid.cosines[i]), Double(grid.sines[i]))
        if (own * direction).sum() >= least { sum += Double(grid.energies[i]) * own }
      }
      let length = (sum * sum).sum().squareRoot()
      guard length > 0 else { break }
      direction = sum / length
    }
    return direction
  }

  /// Whether an earlier region, found at a lower threshold, is nearly the same.
  private func isKnown(_ new: BarRegion, scale: Float) -> Bool {
    let room = Float(BlockGrid.blockSide) * scale
    return regions.contains { old in
      old.isTransposed == new.isTransposed && abs(old.slope - new.slope) < 0.1 && new.area > Self.duplicateShare * old.area
        && new.across.lowerBound >= old.across.lowerBound - room && new.across.upperBound <= old.across.upperBound + room
        && new.along.lowerBound >= old.along.lowerBound - room && new.along.upperBound <= old.along.upperBound + room
    }
  }
}

extension BarRegion {
  /// In square pixels.
  fileprivate var area: Float { (across.upperBound - across.lowerBound) * (along.upperBound - along.lowerBound) }
}

extension Luma {
  /// Whether it is too thin for blocks: a line from a scanner, for instance.
  var isThin: Bool { min(width, height) < BlockGrid.blockSide + 2 }

  /// All of it as one region whose bars cross its long side.
  fileprivate var whole: BarRegion {
    let (across, along) = (Float(max(width, height) - 1), Float(min(width, height) - 1))
    return BarRegion(isTransposed: height > width, slope: 0, across: 0...across, along: 0...along, score: 1)
  }
}
