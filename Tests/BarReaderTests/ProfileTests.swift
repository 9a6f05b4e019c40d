import Foundation
import TestSupport
import Testing

@testable import BarReader

@Suite struct ProfileTests {
  /// Waves whose crests are the lines x = t - slope * y: the profile along t must be the wave, whatever the slope, at whole and half pixels.
  @Test(arguments: [-1, -0.62, -0.1, 0, 0.003, 0.35, 0.98], [false, true])
  func profileFollowsSlantedBars(slope: Double, hasHalfSteps: Bool) throws {
    let (width, height, period) = (400, 300, 14.0)
    let pixels = (0..<width * height + Luma.padding).map { i -> UInt8 in
      UInt8((128 + 100 * sin(2 * .pi * (Double(i % width) + slope * Double(i / width)) / period)).rounded())
    }
    let profile = Profile()
    let middle = (x: 200.0, y: 150.0)
    let t = middle.x + slope * middle.y
    let w = middle.y - t * slope / (1 + slope * slope)
    let strip = Strip(slope: slope, across: t - 90...t + 90, along: w - 4...w + 4, hasHalfSteps: hasHalfSteps)
    let isSampled = pixels.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { ProfileSampler().sample(Luma(pixels: $0, width: width, height: height), strip, into: profile) } ?? false
    }
    try #require(isSampled)
    #expect(profile.step == (hasHalfSteps ? 0.5 : 1))
    #expect(profile.count > (hasHalfSteps ? 300 : 150))
    for i in 0..<profile.count {
      let expected = 128 + 100 * sin(2 * .pi * (profile.start + Double(i) * profile.step) / period)
      // The cubic is a grey level or two off at the crests.
      #expect(abs(Double(profile.samples[i]) - expected) < 2.5, "sample \(i)")
    }
  }

  /// Lying bars are seen standing: a view's profile is that of the transposed picture.
  @Test func lyingBarsAreTransposed() throws {
    let (width, height) = (61, 133)
    let pixels = (0..<width * height + Luma.padding).map { UInt8($0 * 89 % 253) }
    try pixels.withUnsafeBufferPointer { buffer in
      let picture = Luma(pixels: try #require(buffer.baseAddress), width: width, height: height)
      let region = BarRegion(isTransposed: true, slope: 0.1, across: 30...100, along: 10...40, score: 1)
      let viewer = RegionViewer()
      let view = try #require(viewer.view(of: region, in: picture, margin: 19))
      defer { withExtendedLifetime(viewer) {} }
      let back = view.region(across: view.across, along: view.along, score: 1)
      #expect(zip(back.corners, region.corners).allSatisfy { ($0 - $1).length < 0.01 })
      // Each of the view's pixels is the picture's pixel that its coordinates say.
      let lean = view.slope / (1 + view.slope * view.slope)
      for y in 0..<view.picture.height {
        for x in 0..<view.picture.width {
          let t = Double(x) + view.slope * Double(y)
          let w = Double(y) - t * lean
          let place = view.region(across: t...t, along: w...w, score: 1).center
          #expect(view.picture.row(y)[x] == pixels[Int(place.y.rounded()) * width + Int(place.x.rounded())])
        }
      }
    }
  }

  @Test func rangeLeavesOutFivePercentAtEachEnd() {
    let profile = Profile()
    profile.resize(to: 400)
    for i in 0..<400 { profile.samples[i] = Float(i % 100) * 2 }
    profile.measureRange()
    // Every fourth sample: 0, 8 … 192, four times each; 5 of the 100 are left out at each end.
    #expect(abs(profile.range.lowerBound - 8) <= 0.5 && abs(profile.range.upperBound - 184) <= 0.5)
    profile.addUp()
    let middle = (profile.range.lowerBound + profile.range.upperBound) / 2
    #expect(abs(profile.sums[101] - profile.sums[1] - (9900 - 100 * middle)) < 0.1)
    profile.samples[0] = .nan
    profile.measureRange()  // and no trap
  }

  /// Steps blurred by 1.2 samples, at known places.
  @Test func edgesAreExactToATwentiethOfASample() {
    let places = (0..<30).map { 10 + 9.37 * Double($0) }
    let profile = Profile()
    profile.resize(to: 300)
    for i in 0..<300 {
      profile.samples[i] = Float(
        places.enumerated().reduce(220.0) { value, edge in
          value + (edge.offset % 2 == 0 ? -90 : 90) * (1 + erf((Double(i) - edge.element) / (1.2 * 2.0.squareRoot())))
        })
    }
    let edges = EdgeFinder()
    edges.find(in: profile, threshold: 20)
    #expect(edges.count == places.count)
    #expect(edges.firstFalls)
    for (index, place) in places.enumerated() { #expect(abs(Double(edges.positions[index]) - place) < 0.05, "\(place)") }
  }

  @Test func noiseBelowTheThresholdHasNoEdges() {
    let profile = Profile()
    profile.resize(to: 200)
    for i in 0..<200 { profile.samples[i] = 100 + Float(i * 37 % 11) }
    let edges = EdgeFinder()
    edges.find(in: profile, threshold: 12)
    #expect(edges.count == 0)
    profile.resize(to: 0)
    edges.find(in: profile, threshold: 12)
    #expect(edges.count == 0)
  }

  @Test(arguments: [SymbolKind.ean13, .ean8, .upcE]) func widthsTellTheDigits(kind: SymbolKind) throws {
    let text =
      switch kind {
      case .ean13: "5901234123457"
      case .ean8: "96385074"
      case .upcE: "01234565"
      }
    let code = try #require(SymbolCode(kind, text))
    var modules = [Int32](repeating: 0, count: kind.edgeCount)
    modules.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.map(code.writeEdges) }
    let (reader, costs, search) = (WidthReader(), DigitCosts(), CheckDigitSearch())
    for ink in [-0.3, 0, 0.4] as [Float] {
      // Bars are wider by the ink: they begin earlier and end later. EAN modules grow from left to right.
      let growth: Float = kind == .upcE ? 0 : 0.002
      let edges = modules.enumerated().map { index, module -> Float in
        let m = Float(module) + (index % 2 == 0 ? -ink : ink) / 2
        return 20 + 3 * (m + growth * m * m)
      }
      let found = edges.withUnsafeBufferPointer { buffer in buffer.baseAddress.flatMap { reader.read(kind, edges: $0, into: costs) } }
      let spread = try #require(found)
      #expect(abs(spread - ink) < 0.1)
      #expect(search.ranking(kind, costs)?.best == code)
      // The same edges shifted by one element are no symbol.
      let shifted = Array(edges.dropFirst(2)) + [edges[edges.count - 1] + 40, edges[edges.count - 1] + 43]
      #expect(shifted.withUnsafeBufferPointer { buffer in buffer.baseAddress.flatMap { reader.read(kind, edges: $0, into: costs) } } == nil)
    }
  }
}

extension SIMD2<Float> {
  var length: Float { (self * self).sum().squareRoot() }
  var angle: Float { atan2(y, x) }
}
