import Foundation
import TestSupport

@testable import FoodScan

/// The pictures that `Fixtures/make.py` made.
enum Fixture {
  /// The folder's path.
  static let folder = Bundle.module.bundlePath + "/Fixtures"

  /// All pictures, without the script that made them.
  static let all: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0 != "make.py" }.sorted()

  static func path(_ name: String) -> String { folder + "/" + name }

  static func bytes(_ name: String) throws -> [UInt8] { try ProjectFiles.bytes(path(name)) }

  /// A photo of those bytes, as if read from a file of that name.
  static func photo(_ bytes: [UInt8], named name: String = "lunch.jpg") throws -> Photo { try Photo(bytes: bytes, from: .file(name)) }

  /// The photo's picture, its header read.
  static func picture(_ name: String) throws -> Picture { try Picture(photo(try bytes(name), named: name), limits: PhotoLimits()) }
}

/// Reads bytes as `PhotoScanner` does, in this thread.
func barcodes(
  in bytes: [UInt8], named name: String = "lunch.jpg", limits: PhotoLimits = PhotoLimits(), engine: EngineChoice = .both
) throws(ScanError) -> [Barcode] {
  let reader = try engine.makeReader(isTraced: false)
  return try reader.read(Photo(bytes: bytes, from: .file(name)), limits: limits) { false }.barcodes
}
