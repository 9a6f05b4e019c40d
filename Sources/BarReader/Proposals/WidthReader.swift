/// Reads a symbol from the widths between its edges: the costs of each digit at each place, given which edges are the symbol's.
///
/// The module, the unit of width, is not one number: seen at an angle or around a can it grows along the code. It is taken as linear in the edge's
/// index, from the widths of both halves. Ink that spreads widens all bars and narrows all spaces by the same length; half the difference of
/// both in the guards, whose elements are all one module wide, is taken out of the digits.
struct WidthReader {
  /// Digits cost at most this much each, in squared modules, for the reading to be worth a fit.
  static let mostCostPerDigit: Float = 0.9
  /// The maximum ratio of module widths in the two halves: a can of which 130 degrees are visible, or a label at 45
  /// degrees from close by.
  private static let mostHalfRatio: Float = 1.8
  /// Width of one element of a guard, in modules: 1, and what blur and ink make of it.
  private static let guardElement: ClosedRange<Float> = 0.2...2.2
  /// Mean width of a guard's elements: ink spread cancels in it.
  private static let guardMean: ClosedRange<Float> = 0.6...1.5
  /// Bars are at most so much wider than they should be, in modules.
  private static let mostInk: Float = 0.65
  /// Width of a digit, 7 modules.
  private static let digitWidth: ClosedRange<Float> = 5.2...8.8

  /// Widths of the four elements of each digit in set A, then in set B.
  private let patterns: [SIMD4<Float>]

  init() {
    let setA = DigitPattern.widths.map { SIMD4<Float>($0) }
    patterns = setA + setA.map { SIMD4($0[3], $0[2], $0[1], $0[0]) }
  }

  /// Fills the costs, in squared modules, from `kind.edgeCount` edges, the first from white to black, in the order of the code. Returns the
  /// ink spread, by how many modules bars are wider than they should be; `nil` when these can't be the symbol's edges.
  func read(_ kind: SymbolKind, edges x: UnsafePointer<Float>, into costs: DigitCosts) -> Float? {
    let last = kind.edgeCount - 1
    guard let modules = Modules(kind, edges: x) else { return nil }
    guard Self.guardMean.contains((x[3] - x[0]) / 3 / modules[1]) else { return nil }
    var widths = Guards(modules)
    guard widths.add(x, 0..<3) else { return nil }
    if kind == .upcE {
      guard widths.add(x, 27..<33) else { return nil }
    } else {
      let middle = kind.firstMiddleEdge
      guard widths.add(x, middle..<middle + 5), widths.add(x, last - 3..<last),
        Self.guardMean.contains((x[last] - x[last - 3]) / 3 / modules.last),
        Self.guardMean.contains((x[middle + 5] - x[middle]) / 5 / modules[middle])
      else { return nil }
    }
    let ink = widths.ink
    guard abs(ink) <= Self.mostInk else { return nil }
    return fill(costs, kind, x, modules, ink) ? ink : nil
  }

  private func fill(_ costs: DigitCosts, _ kind: SymbolKind, _ x: UnsafePointer<Float>, _ modules: Modules, _ ink: Float) -> Bool {
    patterns.withUnsafeBufferPointer { patterns in
      for place in 0..<kind.barDigitCount {
        let isRight = place >= kind.firstRightDigit
        let first = 3 + 4 * place + (isRight ? 5 : 0)
        let edges = UnsafeRawPointer(x + first).loadUnaligned(as: SIMD4<Float>.self)
        let next = UnsafeRawPointer(x + first + 1).loadUnaligned(as: SIMD4<Float>.self)
        let whole = next[3] - edges[0]
        guard Self.digitWidth.contains(whole / modules[first + 2]) else { return false }
        // Left digits begin with a space, which ink made narrower; right ones with a bar.
        let spread = SIMD4<Float>(ink, -ink, ink, -ink)
        let widths = (next - edges) * (7 / whole) + (isRight ? -spread : spread)
        let setA = costs.row(place, isSetB: false)
        for digit in 0..<10 {
          let error = widths - patterns[digit]
          setA[digit] = (error * error).sum()
        }
        guard !isRight, kind != .ean8 else { continue }
        let setB = costs.row(place, isSetB: true)
        for digit in 0..<10 {
          let error = widths - patterns[10 + digit]
          setB[digit] = (error * error).sum()
        }
      }
      return true
    }
  }

  /// The width of a module at each element, linear in its index.
  private struct Modules {
    let first: Float
    let last: Float
    private let step: Float

    /// From the widths of both halves, whose middles are 0.95 of half the way from the symbol's middle to its ends, one way and the other.
    /// UPC-E has no middle to measure from. `nil` when the halves differ too much.
    init?(_ kind: SymbolKind, edges x: UnsafePointer<Float>) {
      let last = kind.edgeCount - 1
      let mean = (x[last] - x[0]) / Float(kind.moduleCount)
      guard mean > 0 else { return nil }
      if kind == .upcE {
        (first, self.last) = (mean, mean)
      } else {
        let middle = kind.firstMiddleEdge
        let halfModules: Float = kind == .ean13 ? 45 : 31
        let left = (x[middle] - x[0]) / halfModules
        let right = (x[last] - x[middle + 5]) / halfModules
        guard left <= mostHalfRatio * right, right <= mostHalfRatio * left else { return nil }
        let growth = (right - left) * 0.95
        (first, self.last) = ((left + right) / 2 - growth, (left + right) / 2 + growth)
        guard first >= 0.4 * mean, self.last >= 0.4 * mean else { return nil }
      }
      step = (self.last - first) / Float(last - 1)
    }

    @inline(__always)
    subscript(element: Int) -> Float { first + step * Float(element) }
  }

  /// Widths of the guards' elements, bars and spaces apart.
  private struct Guards {
    private let modules: Modules
    private var bars: (sum: Float, count: Float) = (0, 0)
    private var spaces: (sum: Float, count: Float) = (0, 0)

    init(_ modules: Modules) { self.modules = modules }

    /// Adds elements, of which the even ones are bars. Returns `false` when one can't be part of a guard.
    mutating func add(_ x: UnsafePointer<Float>, _ elements: Range<Int>) -> Bool {
      for element in elements {
        let width = (x[element + 1] - x[element]) / modules[element]
        guard width > guardElement.lowerBound, width < guardElement.upperBound else { return false }
        if element & 1 == 0 { bars = (bars.sum + width, bars.count + 1) } else { spaces = (spaces.sum + width, spaces.count + 1) }
      }
      return true
    }

    var ink: Float { 0.5 * (bars.sum / bars.count - spaces.sum / spaces.count) }
  }
}

extension SymbolKind {
  /// The edge at which the five elements of the middle guard begin; there is none in UPC-E.
  var firstMiddleEdge: Int { 3 + 4 * firstRightDigit }

  /// The minimum white beside the symbol, in modules. The standards require 7 to 11; crops, frames and shadows leave
  /// less. A short symbol needs more: the left half of every EAN-13 contains a UPC-E lookalike, after which the digits
  /// continue behind a gap of at most four modules.
  var leastQuietZone: Float { self == .ean13 ? 1.2 : 4.5 }
}
