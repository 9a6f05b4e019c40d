import HealthModel
import TestSupport
import Testing

@testable import FoodScan

@Suite struct PhotoScannerTests {
  @Test(arguments: [
    ("ean13.png", ["ean13 9521234543213"]), ("ean8.png", ["ean8 95212340"]), ("upca.png", ["upca 412345000018"]),
    ("upce.png", ["upce 01234565"]),
    ("1-bit.png", ["ean13 9521234543213"]), ("16-bit.png", ["ean13 9521234543213"]), ("palette.png", ["ean13 9521234543213"]),
    ("rgb.png", ["ean13 9521234543213"]), ("alpha.png", ["ean13 9521234543213"]), ("gray.jpg", ["ean13 9521234543213"]),
    ("color.jpg", ["ean13 9521234543213"]), ("progressive.jpg", ["ean13 9521234543213"]), ("cmyk.jpg", ["ean13 9521234543213"]),
    ("turned.jpg", ["ean13 9521234543213"]), ("lossy.webp", ["ean13 9521234543213"]), ("lossless.webp", ["ean13 9521234543213"]),
    ("alpha.webp", ["ean13 9521234543213"]), ("photo.heic", ["ean13 9521234543213"]), ("gray.heic", ["ean13 9521234543213"]),
    ("photo.avif", ["ean13 9521234543213"]), ("two-codes.png", ["ean13 9521234543213", "ean8 95212340"]), ("no-code.jpg", []),
    // An ISBN is the EAN-13 alone; the price beside it is left out.
    ("book.png", ["ean13 9780000000002"]),
  ])
  func everyFixtureIsRead(name: String, codes: [String]) throws {
    for engine in EngineChoice.allCases {
      let found = try barcodes(in: Fixture.bytes(name), engine: engine)
      #expect(found.map { "\($0.symbology.rawValue) \($0.text)" }.sorted() == codes.sorted(), "\(engine)")
    }
  }

  /// All kinds of the formats that are read; those that are refused by name are in `PhotoTests`.
  @Test func everyKindOfPictureIsRead() throws {
    let kinds = Fixture.all.filter { name in
      ["tif", "bmp", "pbm", "pgm", "ppm", "gif", "mpo"].contains { name.hasSuffix("." + $0) } && name != "float.tif"
        && !name.hasPrefix("bomb")
        || ["rgb.jpg", "restarts.jpg", "arithmetic.jpg", "thumbnail.jpg", "tail.jpg", "moving.webp", "moving-alpha.webp", "second.heic"]
          .contains(name)
    }
    #expect(kinds.count > 40)
    for name in kinds { #expect(try barcodes(in: Fixture.bytes(name)).map(\.text) == ["9521234543213"], "\(name)") }
  }

  @Test(arguments: [1, 2, 7])
  func resultsComeInTheOrderOfThePhotos(jobs: Int) async throws {
    let folder = try TemporaryFolder()
    let photos: [PhotoSource] = (0..<5).flatMap { round -> [PhotoSource] in
      [
        .file(Fixture.path("no-code.jpg")), .file(Fixture.path("ean8.png")), .file(folder.file("none\(round)")),
        .file(Fixture.path("upca.png")),
      ]
    }
    var scans: [PhotoScan] = []
    for await scan in PhotoScanner(jobs: jobs).scan(photos) { scans.append(scan) }
    #expect(scans.map(\.photo) == photos)
    for (index, scan) in scans.enumerated() {
      switch index % 4 {
      case 0: #expect(try scan.outcome.get().barcodes.isEmpty)
      case 1: #expect(try scan.outcome.get().barcodes.map(\.text) == ["95212340"])
      case 2: #expect(throws: ScanError.self) { try scan.outcome.get() }
      default: #expect(try scan.outcome.get().barcodes.map(\.symbology) == [.upca])
      }
    }
  }

  @Test func noPhotosEndAtOnce() async {
    for await _ in PhotoScanner(jobs: 2).scan([]) { Issue.record("a result of nothing") }
  }

  @Test func readerThatStopsStopsTheThreads() async {
    let photos = Array(repeating: PhotoSource.file(Fixture.path("ean8.png")), count: 500)
    let task = Task {
      var count = 0
      for await _ in PhotoScanner(jobs: 2).scan(photos) {
        count += 1
        if count == 3 { break }
      }
      return count
    }
    #expect(await task.value == 3)
  }

  /// zbar remembers the left half of an EAN until the right one comes, be it from the next photo.
  @Test func onePhotoDoesNotCompleteTheCodeOfAnother() throws {
    let reader = try ZBarLadder()
    #expect(try reader.read(Fixture.picture("left-half.png")) { false }.barcodes.isEmpty)
    #expect(try reader.read(Fixture.picture("right-half.png")) { false }.barcodes.isEmpty)
    #expect(try reader.read(Fixture.picture("ean13.png")) { false }.barcodes.map(\.text) == ["9521234543213"])
  }

  @Test func ladderStopsBetweenItsStepsWhenCancelled() throws {
    let picture = try Fixture.picture("no-code.jpg")
    let reader = try ZBarLadder()
    let error = #expect(throws: ScanError.self) { try reader.read(picture) { true } }
    #expect(error?.code == .cancelled)
    #expect(error?.kind == .interrupted)
  }
}
