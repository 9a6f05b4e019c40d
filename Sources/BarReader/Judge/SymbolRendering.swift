/// One code's symbol as the model draws it, 0 = black and 1 = white, at every blur and ink spread that is asked for.
///
/// A fit tries the same few blurs and inks again and again; each is drawn once. Scratch inside: belongs to one thread.
final class SymbolRendering {
  /// A drawing, with the sums that a fit needs of it.
  struct Drawing {
    /// Samples from the first of the quiet zone that counts.
    let samples: UnsafePointer<Float>
    /// Their sum.
    let sum: Float
    /// The sum of their squares.
    let squares: Float
  }

  /// Room on each side of a drawing for edges whose curves reach beyond it.
  private static let room = EdgeKernels.reach
  private static let stride = SymbolModel.maximumSamples + 2 * room
  /// The first sample that counts.
  static let first = (SymbolModel.margin - SymbolModel.quietModules) * SymbolModel.samplesPerModule

  private let kernels = EdgeKernels.shared
  private let drawings: UnsafeMutablePointer<Float>
  private let sums: UnsafeMutablePointer<SIMD2<Float>>
  private let isDrawn: UnsafeMutablePointer<Bool>
  private let sharp: UnsafeMutablePointer<Float>
  private let slopes: UnsafeMutablePointer<Float>
  private let edges: UnsafeMutablePointer<Int32>
  private var edgeCount = 0
  private var code: SymbolCode?
  /// The number of samples in use: the symbol and `quietModules` on each side.
  private(set) var count = 0

  init() {
    drawings = .allocate(capacity: SymbolModel.pairs * Self.stride)
    sums = .allocate(capacity: SymbolModel.pairs)
    isDrawn = .allocate(capacity: SymbolModel.pairs)
    isDrawn.initialize(repeating: false, count: SymbolModel.pairs)
    sharp = .allocate(capacity: Self.stride)
    slopes = .allocate(capacity: Self.stride)
    edges = .allocate(capacity: SymbolKind.ean13.edgeCount)
  }

  deinit {
    drawings.deallocate()
    sums.deallocate()
    isDrawn.deallocate()
    sharp.deallocate()
    slopes.deallocate()
    edges.deallocate()
  }

  /// Chooses the code to draw.
  func begin(_ code: SymbolCode) {
    guard code != self.code else { return }
    self.code = code
    let kind = code.kind
    count = (kind.moduleCount + 2 * SymbolModel.quietModules) * SymbolModel.samplesPerModule
    isDrawn.update(repeating: false, count: SymbolModel.pairs)
    edgeCount = kind.edgeCount
    code.writeEdges(to: edges)
    let samples = SymbolModel.samplesPerModule
    for index in 0..<edgeCount {
      edges[index] = (edges[index] &+ Int32(SymbolModel.margin)) &* Int32(samples) &+ Int32(Self.room)
    }
    sharp.update(repeating: 1, count: Self.stride)
    for bar in Swift.stride(from: 0, to: edgeCount, by: 2) {
      let start = Int(edges[bar])
      (sharp + start).update(repeating: 0, count: Int(edges[bar + 1]) - start)
    }
  }

  /// The symbol at a blur and an ink spread. Valid until the next `begin` with another code.
  @inline(__always)
  func drawing(blur: Int, ink: Int) -> Drawing {
    let pair = SymbolModel.pair(blur: blur, ink: ink)
    if !isDrawn[pair] { draw(pair) }
    let start = drawings + (pair &* Self.stride &+ Self.room &+ Self.first)
    return Drawing(samples: UnsafePointer(start), sum: sums[pair].x, squares: sums[pair].y)
  }

  private func draw(_ pair: Int) {
    let drawing = drawings + pair * Self.stride
    drawing.update(from: sharp, count: Self.stride)
    kernels.blur(drawing, edges: edges, count: edgeCount, pair: pair)
    let samples = drawing + Self.room + Self.first
    var sum = SIMD4<Float>()
    var squares = SIMD4<Float>()
    var index = 0
    while index < count {
      let quad = samples.quad(index)
      sum += quad
      squares += quad * quad
      index &+= 4
    }
    sums[pair] = SIMD2(sum.sum(), squares.sum())
    isDrawn[pair] = true
  }

  /// The slope of brightness per module, at the same samples as the drawing's. Valid until the next call.
  func slopes(blur: Int, ink: Int) -> UnsafePointer<Float> {
    slopes.update(repeating: 0, count: Self.stride)
    kernels.addSlopes(to: slopes, edges: edges, count: edgeCount, pair: SymbolModel.pair(blur: blur, ink: ink))
    return UnsafePointer(slopes + Self.room + Self.first)
  }
}
