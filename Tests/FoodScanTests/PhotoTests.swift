import Foundation
import TestSupport
import Testing

@testable import FoodScan

@Suite struct PhotoTests {
  @Test(arguments: [
    ("gray.jpg", PhotoFormat.jpeg), ("ean13.png", .png), ("lossy.webp", .webp), ("photo.heic", .heif), ("photo.avif", .heif),
  ])
  func formatIsToldByContent(name: String, format: PhotoFormat) throws {
    #expect(try Fixture.photo(Fixture.bytes(name), named: "whatever.txt").format == format)
  }

  @Test(arguments: [
    ("GIF89a", "not supported: lunch.jpg is a GIF picture"), ("II*\0....", "not supported: lunch.jpg is a TIFF picture"),
    ("MM\0*....", "not supported: lunch.jpg is a TIFF picture"), ("BM......", "not supported: lunch.jpg is a BMP picture"),
    ("P5 2 2 255 ", "not supported: lunch.jpg is a PNM picture"), ("<svg>", "not supported: lunch.jpg is an SVG drawing"),
    ("%PDF-1.7", "lunch.jpg is a PDF document, not a photo"), ("\0\0\0\u{18}ftypisom", "lunch.jpg is a video, not a photo"),
    ("<!DOCTYPE html>", "lunch.jpg is an HTML page, not a photo"), ("hello\n", "lunch.jpg is a text, not a photo"),
    ("\u{1}\u{2}\u{3}", "lunch.jpg is no picture that is known here"),
  ])
  func otherFormatsAreNamed(bytes: String, message: String) {
    let error = #expect(throws: ScanError.self) { try Fixture.photo(Array(bytes.utf8)) }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.kind == .badData)
    #expect(error?.message == message)
    #expect(error?.hint != nil)
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
    #expect(error?.hint == "name the photos in it: \(folder.path)/*.jpg")
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
    let path = try folder.write([UInt8](repeating: 0xFF, count: 2 << 20), to: "lunch.jpg")
    expectFailure(.file(path), .tooManyBytes, "\(path) is too large: more than 1 MiB", PhotoLimits(maxBytes: 1 << 20))
  }

  @Test func endlessInputStopsAtTheLimit() {
    expectFailure(.file("/dev/zero"), .tooManyBytes, "/dev/zero is too large: more than 1 MiB", PhotoLimits(maxBytes: 1 << 20))
  }

  @Test(arguments: ["bomb.png", "bomb.jpg"])
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
