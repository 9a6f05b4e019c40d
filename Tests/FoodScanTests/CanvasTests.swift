import Testing

@testable import FoodScan

@Suite struct CanvasTests {
  private let black = Ink(0, 0, 0)

  @Test func aLineAlongThePixelsCoversThemWhole() {
    var canvas = white(5, 5)
    canvas.stroke([SIMD2(-2, 2.5), SIMD2(7, 2.5)], width: 1, black)
    for y in 0..<5 { for x in 0..<5 { #expect(canvas.picture[x, y] == SIMD3(repeating: y == 2 ? 0 : 255)) } }
  }

  @Test func aLineBetweenRowsDarkensBothByHalf() {
    var canvas = white(5, 4)
    canvas.stroke([SIMD2(-2, 2), SIMD2(7, 2)], width: 1, black)
    #expect((0..<4).map { canvas.picture[2, $0].x } == [255, 128, 128, 255])
  }

  @Test func aThinLineIsFaint() {
    var canvas = white(3, 3)
    canvas.stroke([SIMD2(-2, 1.5), SIMD2(7, 1.5)], width: 0.25, black)
    #expect(canvas.picture[1, 1].x == 191)
  }

  /// Coverage summed over a disc comes to its area.
  @Test(arguments: [1, 2.5, 7, 16] as [Float])
  func aDotIsRound(width: Float) {
    var canvas = white(40, 40)
    canvas.stroke([SIMD2(20.3, 19.6)], width: width, black)
    let covered = (0..<1600).reduce(0) { $0 + 255 - Float(canvas.picture[$1 % 40, $1 / 40].x) } / 255
    #expect(abs(covered - .pi * width * width / 4) < 0.02 * width * width + 0.3)
  }

  @Test func jointsAreNoDarkerThanLines() {
    var canvas = white(20, 20)
    let half = Ink(0, 0, 0, opacity: 0.5)
    canvas.stroke([SIMD2(5, 5), SIMD2(15, 5), SIMD2(15, 15), SIMD2(5, 15)], isClosed: true, width: 3, half)
    #expect(canvas.picture[5, 5].x == 128 && canvas.picture[10, 5].x == 128 && canvas.picture[5, 10].x == 128)
    #expect(canvas.picture[10, 10].x == 255)
  }

  @Test func colorsMixByOpacity() {
    var canvas = white(4, 4)
    canvas.fill(Box(low: .zero, high: SIMD2(4, 4)), cornerRadius: 0, Ink(255, 0, 100, opacity: 0.5))
    #expect(canvas.picture[1, 1] == SIMD3(255, 128, 178))
  }

  @Test func cornersAreRounded() {
    var canvas = white(20, 20)
    canvas.fill(Box(low: SIMD2(2, 2), high: SIMD2(18, 18)), cornerRadius: 6, black)
    #expect(canvas.picture[2, 2].x == 255 && canvas.picture[10, 2].x == 0 && canvas.picture[2, 10].x == 0 && canvas.picture[10, 10].x == 0)
    #expect(canvas.picture[1, 10].x == 255 && canvas.picture[18, 10].x == 255)
  }

  /// Shapes are clipped to the canvas, whatever their points are.
  @Test(
    arguments: [
      [SIMD2(-1e30, -1e30), SIMD2(1e30, 1e30)], [SIMD2(.nan, 1), SIMD2(1, 1)], [SIMD2(1, 1), SIMD2(.infinity, 1)], [], [SIMD2(1e9, 1e9)],
      [SIMD2(-50, -50), SIMD2(-40, -40)], [SIMD2(-5, 1), SIMD2(900, 2)], [SIMD2(1, 1), SIMD2(1, 1), SIMD2(1, 1)],
    ] as [[SIMD2<Float>]])
  func anyPointsAreFine(points: [SIMD2<Float>]) {
    for (width, height) in [(1, 1), (3, 2), (1, 9)] {
      for pen in [0, 0.1, 3, 1e9] as [Float] {
        var canvas = white(width, height)
        canvas.stroke(points, isClosed: true, width: pen, black)
        if let box = Box(around: points) { canvas.fill(box, cornerRadius: pen, black) }
        #expect(canvas.picture.pixels.count == 3 * width * height)
      }
    }
  }

  /// Upright, lying and slanting: each row or column of a line has the pen's width, by the slant's cosine.
  @Test(arguments: [SIMD2(50, 7), SIMD2(7, 50), SIMD2(50, 50), SIMD2(50, 30)] as [SIMD2<Float>])
  func aLineIsAsWideEverywhere(end: SIMD2<Float>) {
    var canvas = white(64, 64)
    let start = SIMD2<Float>(7, 7)
    canvas.stroke([start, end], width: 4, black)
    let direction = end - start
    let isLying = abs(direction.x) >= abs(direction.y)
    let expected = 4 * direction.length / max(abs(direction.x), abs(direction.y))
    for along in 14..<43 {
      let covered = (0..<64).reduce(Float(0)) { sum, across in
        sum + 1 - Float(isLying ? canvas.picture[along, across].x : canvas.picture[across, along].x) / 255
      }
      #expect(abs(covered - expected) < 0.15)
    }
  }

  @Test func everyCharacterHasAShapeOfItsOwn() {
    let characters = (0x21...0x7A).compactMap { UnicodeScalar($0).map(Character.init) }.filter { $0.isLetter || $0.isNumber }
    #expect(characters.count == 62)
    let shapes = Set(characters.map { Glyph.of($0).strokes })
    #expect(shapes.count == 62)
    #expect(!shapes.contains(Glyph.of("\u{1F600}").strokes))
    for character in characters {
      for point in Glyph.of(character).strokes.joined() {
        #expect((0...12).contains(point.x) && (0...15).contains(point.y), "\(character)")
      }
    }
  }

  @Test func textIsAsWideAsItSays() {
    for text in ["9 521234 543213", "EAN-13, fit", "x", "Willi"] {
      var canvas = white(400, 40)
      canvas.write(text, at: SIMD2(10, 8), height: 20, black)
      let columns = (0..<400).filter { x in (0..<40).contains { canvas.picture[x, $0].x < 200 } }
      #expect(columns.first == 10)
      #expect(abs(Float((columns.last ?? 0) + 1) - 10 - Canvas.width(of: text, height: 20)) <= 1)
      let rows = (0..<40).filter { y in (0..<400).contains { canvas.picture[$0, y].x < 128 } }
      #expect(rows.first ?? 0 >= 8 && rows.last ?? 99 <= 32)
    }
    #expect(Canvas.width(of: "", height: 20) == 0)
  }

  private func white(_ width: Int, _ height: Int) -> Canvas {
    Canvas(ColorImage(width: width, height: height) { $0.update(repeating: 255, count: 3 * width * height) })
  }
}
