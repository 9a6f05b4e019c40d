import Foundation
import HealthModel
import TestSupport
import Testing

@Suite struct ScanSymbologiesTests {
  private let fixtures = ProjectFiles.root + "/Tests/FoodScanTests/Fixtures/"

  private func scan(_ arguments: [String], _ photos: [String]) throws -> Program.Outcome {
    try Household().hsync.run(["scan", "--no-lookup"] + arguments + photos.map { fixtures + $0 })
  }

  @Test func readsNoOtherCodesUnlessAsked() throws {
    let outcome = try scan(["--json"], ["bars-and-links.png", "link-qr.png", "databar.png"])
    let rows = try outcome.lines.map { try JSON(parsing: $0) }
    #expect(rows.map { $0["barcodes"].array?.map { $0["symbology"].string } } == [["ean13"], [], []])
    #expect(rows.allSatisfy { $0["other_codes"].array == [] })
    #expect(outcome.status == 1)
  }

  @Test func readsWhatIsAskedForAndEachProductOnce() throws {
    let photos = ["bars-and-links.png", "databar.png", "databar-expanded.png", "gs1-qr.png"]
    func codes(_ list: String) throws -> [[String?]?] {
      try scan(["--json", "--symbologies", list], photos).lines.map {
        try JSON(parsing: $0)["barcodes"].array?.map { "\($0["symbology"].string ?? "") \($0["gtin"].string ?? "")" }
      }
    }
    #expect(
      try codes("all") == [
        ["ean13 9521234543213", "qr 9521234543220"], ["databar 9521234543213"], ["databar_expanded 99521234543216"], ["qr 9521234543213"],
      ])
    #expect(try codes("EAN, databar") == [["ean13 9521234543213"], ["databar 9521234543213"], ["databar_expanded 99521234543216"], []])
    #expect(try codes("databar_expanded") == [[], [], ["databar_expanded 99521234543216"], []])
    #expect(try codes("upc") == [[], [], [], []])
  }

  @Test func aCodeWithoutAProductIsShownButIsNoBarcode() throws {
    let plain = try scan(["--symbologies", "qr"], ["escape-qr.png"])
    #expect(plain.status == 1)
    #expect(plain.out.isEmpty)
    #expect(plain.err.contains("QR code that names no product: ]0;title[2Jred txet\n"))
    #expect(!plain.err.contains("\u{1B}") && !plain.err.contains("\u{202E}"))
    let row = try JSON(parsing: scan(["--symbologies", "qr", "--json"], ["web-qr.png"]).out)
    #expect(row["barcodes"].array == [])
    #expect(row["other_codes"].array?.first?["symbology"].string == "qr")
    #expect(row["other_codes"].array?.first?["text"].string == "https://example.com/about")
    #expect(row["error"]["code"].string == "no")
  }

  @Test(arguments: ["", ",", "ean,", "code128", "ean;upc", "-"])
  func refusesNamesOfNothing(list: String) throws {
    let outcome = try scan(["--symbologies=" + list], ["ean13.png"])
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("one of ean, upc, qr, databar, all"))
  }

  /// libzbar's DataBar decoder prints failed assertions for such pictures; standard error is ours.
  @Test(.enabled(if: ProjectFiles.sharedData("barcodes/manifest.tsv") != nil, "../shared/data/barcodes is not there"))
  func theLibraryPrintsNothing() throws {
    let folder = try #require(ProjectFiles.sharedData("barcodes")) + "/zxing-rssexpanded-1/"
    let photos = (1...35).map { folder + "\($0).png" }
    let outcome = try Household().hsync.run(["scan", "--no-lookup", "--json", "--symbologies", "databar"] + photos)
    #expect(!outcome.err.contains("WARNING") && !outcome.err.contains("Assertion") && !outcome.err.contains("\t"))
    #expect(outcome.lines.count == 35)
  }
}
