import Foundation
import TestSupport
import Testing

@testable import FoodScan

@Suite struct PhotoTests {
  @Test(arguments: [
    ("gray.jpg", PhotoFormat.jpeg), ("ean13.png", .png), ("lossy.webp", .webp), ("photo.heic", .heif), ("photo.avif", .heif),
    ("lzw.tif", .tiff), ("big-endian.tif", .tiff), ("gray.gif", .gif), ("os2.bmp", .bmp), ("24-bit.bmp", .bmp), ("p1.pbm", .pnm),
    ("p6.ppm", .pnm),
    ("two.mpo", .jpeg),
  ])
  func formatIsToldByContent(name: String, format: PhotoFormat) throws {
    #expect(try Fixture.photo(Fixture.bytes(name), named: "whatever.txt").format == format)
  }

  @Test(arguments: [
    ("<svg>", "not supported: lunch.jpg is an SVG drawing"),
    ("<?xml version=\"1.0\"?>\n<svg>", "not supported: lunch.jpg is an SVG drawing"),
    ("<?xml version=\"1.0\"?>", "lunch.jpg is an XML text, not a photo"),
    ("\0\0\0\u{C}JXL \r", "not supported: lunch.jpg is a JPEG XL picture"),
    ("\0\0\0\u{C}jP  \r", "not supported: lunch.jpg is a JPEG 2000 picture"),
    ("8BPS\0\u{1}", "not supported: lunch.jpg is a Photoshop picture"), ("P7\nWIDTH 2", "not supported: lunch.jpg is a PAM picture"),
    ("II+\0\u{8}\0", "not supported: lunch.jpg is a BigTIFF picture"),
    ("II*\0\u{10}\0\0\0CR\u{2}\0", "not supported: lunch.jpg is a camera's raw photo"),
    ("\0\0\0\u{18}ftypcrx ", "not supported: lunch.jpg is a camera's raw photo"),
    ("FUJIFILMCCD-RAW 0201", "not supported: lunch.jpg is a camera's raw photo"),
    ("%PDF-1.7", "lunch.jpg is a PDF document, not a photo"), ("\0\0\0\u{18}ftypisom", "lunch.jpg is a video, not a photo"),
    ("RIFF....AVI LIST", "lunch.jpg is a video, not a photo"), ("BMW M3 and others", "lunch.jpg is a text, not a photo"),
    ("<!DOCTYPE html>", "lunch.jpg is an HTML page, not a photo"), ("hello\n", "lunch.jpg is a text, not a photo"),
    ("\u{1}\u{2}\u{3}", "lunch.jpg isn't a picture in a supported format"),
  ])
  func otherFormatsAreNamed(bytes: String, message: String) {
    let error = #expect(throws: ScanError.self) { try Fixture.photo(Array(bytes.utf8)) }
    #expect(error?.code == (message.hasPrefix("not supported") ? .unsupportedFormat : .notAPhoto))
    #expect(error?.kind == .badData)
    #expect(error?.message == message)
    #expect(error?.hint != nil)
  }

  @Test(arguments: [
    ("12-bit.jpg", "a JPEG picture of 12 bits"), ("lossless.jpg", "a lossless JPEG picture"), ("raw.nef", "a camera's raw photo"),
    ("raw.dng", "a camera's raw photo"),
    ("float.tif", "a TIFF picture of a rare kind (Sorry, can not handle images with 32-bit samples)"),
  ])
  func rareKindsAreNamed(name: String, kind: String) {
    let error = #expect(throws: ScanError.self) { try Fixture.picture(name) }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.message == "not supported: \(name) is \(kind)")
    let hint = error?.hint?.words(String.init(describing:))
    #expect(hint?.contains(name) == true)
  }

  /// 126 bytes that claim 10,000 x 10,000 pixels in one strip, which libtiff would make room for at once.
  @Test func aTIFFPictureOfOneGiantStripIsRefused() {
    func word(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    // Width, height, bits, compression, photometric, strip's place, samples, rows of a strip, strip's bytes (TIFF 6.0, section 3).
    // PackBits, for libtiff itself cuts strips that aren't packed.
    let entries = [
      (256, 3, 10_000), (257, 3, 10_000), (258, 3, 8), (259, 3, 32_773), (262, 3, 1), (273, 4, 122), (277, 3, 1), (278, 3, 10_000),
      (279, 4, 4),
    ]
    let directory = entries.flatMap { tag, type, value in word(tag, 2) + word(type, 2) + word(1, 4) + word(value, 4) }
    let bytes = Array("II*\0".utf8) + word(8, 4) + word(entries.count, 2) + directory + word(0, 8)
    let error = #expect(throws: ScanError.self) { try Picture(Fixture.photo(bytes), limits: PhotoLimits()) }
    #expect(error?.message == "not supported: lunch.jpg is a TIFF picture with strips of 100 million pixels")
  }

  /// A row that goes on for ever: what lies beyond the picture isn't gone through pixel by pixel.
  @Test func runsBeyondTheRowAreNotDrawn() {
    let bytes = [UInt8](repeating: 255, count: 1 << 20)
    var drawn = 0
    let isWhole = bytes.withUnsafeBufferPointer { buffer in
      var runs = BMPRuns(buffer, from: 0, isHalfBytes: false)
      return runs.unpack(width: 300, height: 2) { _, _, _ in drawn += 1 }
    }
    #expect(!isWhole && drawn == 300)
  }

  @Test func jpegXLAndJPEG2000WithoutAContainerAreNamed() {
    #expect(throws: ScanError(.unsupportedFormat, "not supported: a is a JPEG XL picture", hint: "convert it first: convert a photo.png")) {
      try Fixture.photo([0xFF, 0x0A, 0, 0], named: "a")
    }
    #expect(throws: ScanError(.unsupportedFormat, "not supported: a is a JPEG 2000 picture", hint: "convert it first: convert a photo.png"))
    {
      try Fixture.photo([0xFF, 0x4F, 0xFF, 0x51], named: "a")
    }
  }

  @Test(arguments: [1, 2, 3, 7, 11])
  func aFewBytesOfAPictureAreNoCrash(count: Int) throws {
    for name in Fixture.all {
      #expect(throws: ScanError.self) { try barcodes(in: Array(Fixture.bytes(name).prefix(count))) }
    }
  }

  @Test func emptyFileIsSaidToBeEmpty() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "lunch.jpg")
    expectFailure(.file(path), .empty, "\(path) is empty")
  }

  @Test func missingFileIsNoInput() throws {
    let folder = try TemporaryFolder()
    let error = expectFailure(.file(folder.file("none.jpg")), .noSuchPhoto, "no such photo: \(folder.file("none.jpg"))")
    #expect(error?.kind == .noInput)
  }

  @Test func folderIsRefusedWithAHint() throws {
    let folder = try TemporaryFolder()
    let error = expectFailure(.file(folder.path), .isFolder, "\(folder.path) is a folder")
    #expect(error?.hint == "scan the photos in it: \(.scanFolder(path: folder.path))")
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func forbiddenFileIsNoPermission() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1], to: "lunch.jpg")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let error = expectFailure(.file(path), .notPermitted, "not allowed to read \(path)")
    #expect(error?.kind == .noPermission)
  }

  @Test func fileOverTheLimitIsNotRead() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 2 << 20), to: "lunch.jpg")
    expectFailure(.file(path), .tooManyBytes, "\(path) is too large: more than 1 MiB", PhotoLimits(maxBytes: 1 << 20))
  }

  @Test func endlessInputStopsAtTheLimit() {
    expectFailure(.file("/dev/zero"), .tooManyBytes, "/dev/zero is too large: more than 1 MiB", PhotoLimits(maxBytes: 1 << 20))
  }

  @Test(arguments: ["bomb.png", "bomb.jpg", "bomb.gif", "bomb.bmp", "bomb.tif", "bomb.ppm"])
  func bombIsRefusedByItsHeader(name: String) throws {
    let error = #expect(throws: ScanError.self) { try Fixture.picture(name) }
    #expect(error?.code == .tooManyPixels)
  }

  @Test func pixelLimitIsExact() throws {
    let photo = try Fixture.photo(Fixture.bytes("ean13.png"))
    let size = try Picture(photo, limits: PhotoLimits()).size
    _ = try Picture(photo, limits: PhotoLimits(maxPixels: size.width * size.height))
    #expect(throws: ScanError.self) { try Picture(photo, limits: PhotoLimits(maxPixels: size.width * size.height - 1)) }
  }

  @Test func dashIsStandardInput() {
    #expect(PhotoSource(argument: "-") == .standardInput)
    #expect(PhotoSource(argument: "./-") == .file("./-"))
    #expect(PhotoSource.standardInput.name == "-")
  }

  @discardableResult
  private func expectFailure(
    _ source: PhotoSource, _ code: ScanError.Code, _ message: String, _ limits: PhotoLimits = PhotoLimits()
  ) -> ScanError? {
    let error = #expect(throws: ScanError.self) { try Photo(reading: source, limits: limits) }
    #expect(error?.code == code)
    #expect(error?.message == message)
    return error
  }
}
