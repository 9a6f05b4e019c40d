/// Ten numbers side by side, one a digit, as three vectors of four; the last two lanes are filling.
///
/// Four lanes, not eight: on x86-64 without AVX "the lesser of two" is one instruction for four lanes, but compare, unpack and blend for eight;
/// and the standard library's `pointwiseMin` and `min()` go lane by lane, as they must find a NaN.
struct TenFloats {
  var a: SIMD4<Float>
  var b: SIMD4<Float>
  var c: SIMD4<Float>

  /// The same in all lanes.
  @inline(__always)
  init(repeating value: Float) {
    a = SIMD4(repeating: value)
    b = a
    c = a
  }

  /// Twelve floats from a place on, wherever that is.
  @inline(__always)
  init(_ floats: UnsafePointer<Float>) {
    a = floats.quad(0)
    b = floats.quad(4)
    c = floats.quad(8)
  }

  @inline(__always)
  init(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>) {
    self.a = a
    self.b = b
    self.c = c
  }

  /// One of them.
  @inline(__always)
  subscript(index: Int) -> Float { index < 4 ? a[index] : index < 8 ? b[index &- 4] : c[index &- 8] }

  /// Writes all twelve.
  @inline(__always)
  func store(to floats: UnsafeMutablePointer<Float>) {
    floats.setQuad(0, a)
    floats.setQuad(4, b)
    floats.setQuad(8, c)
  }

  /// The least of the ten. Of numbers that aren't, nothing is promised.
  @inline(__always)
  var least: Float {
    let pairs = lesser(a, b)
    let first = pairs[0] < pairs[1] ? pairs[0] : pairs[1]
    let second = pairs[2] < pairs[3] ? pairs[2] : pairs[3]
    let third = c[0] < c[1] ? c[0] : c[1]
    let half = first < second ? first : second
    return half < third ? half : third
  }

  @inline(__always)
  static func + (x: Self, y: Self) -> Self { Self(x.a + y.a, x.b + y.b, x.c + y.c) }

  @inline(__always)
  static func + (x: Self, y: Float) -> Self { Self(x.a + y, x.b + y, x.c + y) }

  /// Adds `factor` times other numbers.
  @inline(__always)
  mutating func add(_ factor: Float, times floats: UnsafePointer<Float>) {
    a += factor * floats.quad(0)
    b += factor * floats.quad(4)
    c += factor * floats.quad(8)
  }

  /// Keeps the lesser, lane by lane.
  @inline(__always)
  mutating func lower(to other: Self) {
    a = lesser(a, other.a)
    b = lesser(b, other.b)
    c = lesser(c, other.c)
  }
}

/// The lesser, lane by lane: one instruction (`minps`), where `pointwiseMin` takes forty.
@inline(__always)
func lesser(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { x.replacing(with: y, where: y .< x) }

/// The greater, lane by lane.
@inline(__always)
func greater(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { x.replacing(with: y, where: y .> x) }
