import HealthModel
import TestSupport
import Testing

@testable import FoodScan

/// Photos that others took, 417 of them with retail codes and 146 without; not part of the project.
@Suite(.enabled(if: ProjectFiles.sharedData("barcodes/manifest.tsv") != nil, "../shared/data/barcodes is not there"))
struct SharedPhotosTests {
  /// The smallest acceptable number of correct readings; fewer mean a regression. The benchmark has the exact figures.
  private static let leastRight = 360

  @Test func noneIsReadWrongly() async throws {
    let folder = try #require(ProjectFiles.sharedData("barcodes"))
    let photos = try LabelledPhoto.all(in: folder)
    var right = 0
    var scans = PhotoScanner(jobs: 2).scan(photos.map { .file(folder + "/" + $0.path) }).makeAsyncIterator()
    for photo in photos {
      let scan = try #require(await scans.next())
      let found = Set((try? scan.outcome.get())?.barcodes.map(\.gtin) ?? [])
      #expect(found.subtracting(photo.expected).isEmpty, "\(photo.path)")
      if !found.isEmpty { right += 1 }
    }
    #expect(right >= Self.leastRight, "\(right) read")
  }
}

/// A line of the photos' list.
private struct LabelledPhoto {
  let path: String
  /// The numbers of all codes on it; of a torn label those that it may be.
  let expected: Set<GTIN>

  static func all(in folder: String) throws -> [LabelledPhoto] {
    let list = String(decoding: try ProjectFiles.bytes(folder + "/manifest.tsv"), as: UTF8.self)
    let rows = list.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    return rows.filter { $0[1] != "QR" && !$0[1].hasPrefix("DataBar") }.map { row in
      LabelledPhoto(path: row[0], expected: Set(row[2].split { $0 == "|" || $0 == "/" }.flatMap { GTIN.readings(of: String($0)) }))
    }
  }
}
