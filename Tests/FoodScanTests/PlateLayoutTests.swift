import TestSupport
import Testing

@testable import FoodScan

@Suite struct PlateLayoutTests {
  private let plate = Plate(title: "9 521234 543213", notes: ["EAN-13, fit"])

  @Test func aPlateStandsBelowItsSubject() throws {
    let subject = Box(low: SIMD2(300, 200), high: SIMD2(600, 350))
    var layout = PlateLayout(size: SIMD2(1000, 800), kept: [subject])
    let found = layout.place(plate, beside: subject, titleHeight: 24)
    let place = try #require(found)
    #expect(place.titleHeight == 24)
    #expect(place.box.low.y > 350 && place.box.low.y < 380 && abs(place.box.middle.x - 450) < 1)
  }

  @Test func whereThereIsNoRoomBelowItStandsAbove() throws {
    let subject = Box(low: SIMD2(300, 600), high: SIMD2(600, 790))
    var layout = PlateLayout(size: SIMD2(1000, 800), kept: [subject])
    let place = layout.place(plate, beside: subject, titleHeight: 24)
    #expect(try #require(place).box.high.y < 600)
  }

  /// Whatever is in the picture: in it, apart from one another, and not over codes while there is another place.
  @Test(arguments: 0..<40)
  func platesNeverLeaveThePictureNorMeet(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let size = SIMD2(Float.random(in: 60...2000, using: &random), Float.random(in: 60...2000, using: &random))
    let subjects = (0..<Int.random(in: 1...25, using: &random)).map { _ in
      let low = SIMD2(Float.random(in: -50...size.x, using: &random), Float.random(in: -50...size.y, using: &random))
      return Box(low: low, high: low + SIMD2(Float.random(in: 1...400, using: &random), Float.random(in: 1...400, using: &random)))
    }
    var layout = PlateLayout(size: size, kept: subjects)
    var boxes: [Box] = []
    for subject in subjects {
      guard let box = layout.place(plate, beside: subject, titleHeight: 30)?.box else { continue }
      #expect(Box(low: .zero, high: size).contains(box))
      #expect(!boxes.contains { $0.overlaps(box) })
      boxes.append(box)
    }
  }

  @Test func aFullPictureGetsSmallerTypeThenPlatesOverCodes() throws {
    let whole = Box(low: .zero, high: SIMD2(400, 300))
    var full = PlateLayout(size: SIMD2(400, 300), kept: [whole])
    let over = full.place(plate, beside: whole, titleHeight: 20)
    #expect(over?.titleHeight == 20)
    let almost = Box(low: SIMD2(0, 40), high: SIMD2(400, 300))
    var tight = PlateLayout(size: SIMD2(400, 300), kept: [almost])
    let above = tight.place(plate, beside: almost, titleHeight: 20)
    let place = try #require(above)
    #expect(place.titleHeight < 20 && place.box.high.y <= 40)
  }

  @Test(arguments: [SIMD2(1, 1), SIMD2(50, 2000), SIMD2(2000, 10)] as [SIMD2<Float>])
  func aPictureTooSmallGetsNone(size: SIMD2<Float>) {
    var layout = PlateLayout(size: size, kept: [])
    let place = layout.place(plate, beside: nil, titleHeight: 13)
    #expect(place == nil)
  }
}
