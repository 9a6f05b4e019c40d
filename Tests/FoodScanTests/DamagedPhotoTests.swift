import TestSupport
import Testing

@testable import FoodScan

/// Cut off and mutated pictures: read right, or a clean error, or no barcode; never a wrong one, never a crash.
@Suite struct DamagedPhotoTests {
  @Test(arguments: Fixture.all)
  func cutOffPictureIsReadRightOrRefused(name: String) throws {
    let whole = try Fixture.bytes(name)
    let right = Set((try? barcodes(in: whole)) ?? [])
    for tenths in 1..<10 {
      do throws(ScanError) {
        #expect(right.isSuperset(of: try barcodes(in: Array(whole.prefix(whole.count * tenths / 10)))))
      } catch {
        #expect(error.kind == .badData)
        #expect(error.message.hasPrefix("lunch.jpg is") || error.message.hasPrefix("not supported: lunch.jpg is "))
      }
    }
  }

  @Test(arguments: [
    "gray.jpg", "ean13.png", "lossy.webp", "photo.heic", "lzw.tif", "24-bit.bmp", "rle8.bmp", "p5.pgm", "p2.pgm",
  ])
  func anEighthOfAPictureIsAnError(name: String) throws {
    let whole = try Fixture.bytes(name)
    let error = #expect(throws: ScanError.self) { try barcodes(in: Array(whole.prefix(whole.count / 8))) }
    #expect(error?.code == .damaged)
  }

  /// The lower half of a label is missing: the bars in the upper half are enough.
  @Test(arguments: ["gray.jpg", "large.png", "gray.gif", "gray.tif", "p5.pgm", "p6.ppm"])
  func halfAPictureIsReadAsFarAsItGoes(name: String) throws {
    let whole = try Fixture.bytes(name)
    #expect(try barcodes(in: Array(whole.prefix(whole.count * 6 / 10))).map(\.text) == ["9521234543213"])
  }

  /// A container that claims another size than the picture in it has (property `ispe`): decoders may pad a picture, but not leave part of it out.
  @Test func pictureSmallerThanItsContainerClaimsIsDamaged() throws {
    var bytes = try Fixture.bytes("photo.avif")
    let claim = try #require((0..<bytes.count).first { bytes[$0...].starts(with: "ispe".utf8) }) + 8
    #expect(bytes[claim..<claim + 8].elementsEqual([0, 0, 1, 22, 0, 0, 0, 120]))
    bytes[claim + 7] = 60
    let cropped = try Picture(Fixture.photo(bytes), limits: PhotoLimits())
    #expect(try cropped.luma(longSide: 10_000).height == 60)
    #expect(try cropped.colors(longSide: 10_000).height == 60)
    bytes[claim + 7] = 121
    let padded = try Picture(Fixture.photo(bytes), limits: PhotoLimits())
    let message = "lunch.jpg is damaged: the picture in it has 278 x 120 pixels, not 278 x 121"
    #expect(#expect(throws: ScanError.self) { try padded.luma(longSide: 10_000) }?.message == message)
    #expect(#expect(throws: ScanError.self) { try padded.colors(longSide: 10_000) }?.message == message)
  }

  /// 2 KB of AVIF that claimed 100 x 100 pixels took 1 GB: the limits hold for the coded picture, too.
  @Test(arguments: ["photo.avif", "photo.heic", "gray.heic"])
  func codedPictureIsHeldAgainstTheLimitsWhateverItsContainerClaims(name: String) throws {
    var bytes = try Fixture.bytes(name)
    let claim = try #require((0..<bytes.count).first { bytes[$0...].starts(with: "ispe".utf8) }) + 8
    bytes.replaceSubrange(claim..<claim + 8, with: [0, 0, 0, 16, 0, 0, 0, 16])
    // 278 x 120, in HEVC 280 x 120.
    let error = #expect(throws: ScanError.self) { try Picture(Fixture.photo(bytes), limits: PhotoLimits(maxPixels: 33_000)) }
    #expect(error?.code == .tooManyPixels)
    let picture = try Picture(Fixture.photo(bytes), limits: PhotoLimits(maxPixels: 34_000))
    #expect(try picture.luma(longSide: 10_000).width == 16)
  }

  @Test func containerOfTooManyPartsIsDamaged() throws {
    let whole = try Fixture.bytes("photo.avif")
    let free: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)
    let bytes = whole[..<32] + Array(repeatElement(free, count: 300_000).joined()) + whole[32...]
    let error = #expect(throws: ScanError.self) { try Picture(Fixture.photo(Array(bytes)), limits: PhotoLimits()) }
    #expect(error?.message == "lunch.jpg is damaged: it has more parts than any photo")
  }

  @Test func libraryTextIsPrintable() {
    #expect(ScanError.damaged(.standardInput, "bad 'a\n\u{1B}[31m'").message == "standard input is damaged: bad 'a??[31m'")
  }

  /// 15 mutations of each fixture: 1 to 4 bytes replaced, by a generator that is the same in each run.
  @Test(arguments: Fixture.all)
  func flippedBytesNeverCrashNorMisread(name: String) throws {
    let whole = try Fixture.bytes(name)
    let right = Set((try? barcodes(in: whole)) ?? [])
    var random = SeededGenerator(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    // Small limits, so that a header that claims a huge picture costs no time.
    let limits = PhotoLimits(maxPixels: 1_000_000)
    for _ in 0..<15 {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let read = try? barcodes(in: bytes, limits: limits) { #expect(right.isSuperset(of: read) || name.hasPrefix("bomb")) }
    }
  }
}
