import Foundation
import HealthModel
import TestSupport
import Testing

@testable import BarReader
@testable import FoodScan
@testable import hsync

/// `hsync scan --explain`.
@Suite struct ExplainTests {
  private let photo = ProjectFiles.path("Tests/FoodScanTests/Fixtures/ean13.png")

  /// A photo of 400 x 300 stored pixels, looked at in half its size: one region that stands, with three proposals, and one that leans.
  private func reading(_ orientation: Orientation = .up) throws -> PhotoReading {
    let first = BarRegion(isTransposed: false, slope: 0, across: 20...120, along: 10...60, score: 9)
    let second = BarRegion(isTransposed: false, slope: 0.2, across: 100...180, along: 70...120, score: 4)
    func attempt(_ text: String, rival: String?, _ verdict: Verdict, height: Float = 0.5) throws -> ReadingTrace.Attempt {
      var fit = SymbolFit(code: try #require(SymbolCode(.ean13, text)), geometry: SIMD4(), blurIndex: 2, inkIndex: 4)
      fit.rival = rival.flatMap { SymbolCode(.ean13, $0) }
      fit.residual = 0.0123
      fit.margin = 1.25
      return ReadingTrace.Attempt(region: 0, pass: 1, height: height, isInverted: false, proposer: .edges, fit: fit, verdict: verdict)
    }
    var trace = ReadingTrace()
    trace.looks = [
      ReadingTrace.Look(
        width: 200, height: 150, detectorSide: 800, regions: [first, second],
        attempts: [
          try attempt("9521234543213", rival: "9521234543220", .refused(.closeRival)),
          try attempt("9521234543213", rival: "9521234543220", .refused(.closeRival)),
          try attempt("9521234543213", rival: nil, .accepted(strength: 1.6), height: 0.35),
        ])
    ]
    trace.add(.milliseconds(3), to: .decode)
    var reading = PhotoReading(sightings: [], trace: trace)
    reading.frame = PhotoFrame(size: PixelSize(width: 400, height: 300), orientation: orientation)
    return reading
  }

  @Test func aPersonIsToldWhatWasTried() throws {
    let lines = try #require(ScanExplanation(try reading())).lines(of: "soup.jpg")
    #expect(
      lines == [
        "soup.jpg: 400 x 300 pixels",
        "  look 1 at 200 x 150, searched at 800: 2 regions look like bars",
        "    region 1: 200 x 100 pixels around 141, 71, bars upright",
        "      pass    at  proposed by  code           residual  margin  over           verdict",
        "         1  50 %  edges        9521234543213     0.012    1.25  9521234543220  refused: the other fits nearly as well",
        "         1  35 %  edges        9521234543213     0.012                         accepted, counts 1.60",
        "    region 2: 157 x 102 pixels around 232, 245, bars turned by 11 degrees: no candidates",
        "  time in ms: decode 3.0",
      ])
  }

  @Test(arguments: Orientation.allCases)
  func placesAreThoseOfTheUprightPhoto(orientation: Orientation) throws {
    let explanation = try #require(ScanExplanation(try reading(orientation)))
    #expect(explanation.size == (orientation.exchangesSides ? (300, 400) : (400, 300)))
    let region = explanation.looks[0].regions[0]
    #expect(abs(region.turnedDegrees) == (orientation.exchangesSides ? 90 : 0))
    #expect(region.extent == (200, 100))
    let leaning = explanation.looks[0].regions[1].turnedDegrees
    #expect([11.3, -11.3, 78.7, -78.7].contains { abs($0 - leaning) < 0.1 })
  }

  @Test func aReadingWithoutATraceSaysSo() {
    var reading = PhotoReading(sightings: [])
    #expect(ScanExplanation(reading) == nil)
    reading.frame = PhotoFrame(size: PixelSize(width: 40, height: 30), orientation: .left)
    let lines = ScanExplanation(reading)?.lines(of: "-")
    #expect(lines?.first == "-: 30 x 40 pixels, stored turned (EXIF orientation 6)")
    #expect(lines?.last == "  read by libzbar over the whole picture, which doesn't tell how")
  }

  /// A fit of noise may have any numbers.
  @Test func numbersThatAreNoneArePrinted() throws {
    var reading = try reading()
    reading.trace?.looks[0].attempts = try [Float.nan, .infinity, -1e30].map { value in
      var fit = SymbolFit(code: try #require(SymbolCode(.ean8, "95200002")), geometry: SIMD4(), blurIndex: 0, inkIndex: 0)
      fit.residual = value
      return ReadingTrace.Attempt(
        region: 0, pass: 2, height: value, isInverted: true, proposer: .alignment, fit: fit, verdict: .accepted(strength: value))
    }
    let explanation = try #require(ScanExplanation(reading))
    #expect(explanation.lines(of: "a").contains { $0.contains("alignment, inverted") })
    #expect(try JSON(parsing: explanation.json.text)["looks"].array?.count == 1)
  }

  @Test func theKeysAreThoseOfThePage() throws {
    let page = try ProjectFiles.jsonPage()
    func keys(_ json: JSON) -> [String] { json.members?.map(\.key) ?? [] }
    func listed(_ json: JSON) -> String { "{" + keys(json).map { "\"\($0)\"" }.joined(separator: ", ") + "}" }
    let json = try #require(ScanExplanation(try reading())).json
    let look = try #require(json["looks"].array?.first)
    let region = try #require(look["regions"].array?.first)
    let attempt = try #require(region["attempts"].array?.first)
    for part in [look, region, attempt] { #expect(page.contains("`\(listed(part))`"), "\(listed(part))") }
    for key in keys(json) { #expect(page.contains("| `\(key)` |"), "\(key)") }
    for step in ReadingTrace.Step.allCases { #expect(page.contains("`\(step.rawValue)`")) }
    for proposer in Proposer.allCases { #expect(page.contains("`\(proposer.rawValue)`")) }
    for reason in Verdict.Reason.allCases { #expect(page.contains("`\(reason.rawValue)` (")) }
    #expect(attempt["verdict"].string == "close_rival" && attempt["strength"] == .null && attempt["margin"].double == 1.25)
  }

  @Test func uncertainCodesAreInJSONAndInANotice() throws {
    let code = try #require(Barcode(symbology: .ean13, text: "9521234543213"))
    let rival = Barcode(symbology: .ean13, text: "9521234543220")
    let corners: [SIMD2<Float>] = [SIMD2(10, 20), SIMD2(50, 20), SIMD2(50, 40), SIMD2(10, 40)]
    var reading = PhotoReading(
      sightings: [],
      closeCalls: [
        CloseCall(barcode: code, rival: rival, reason: .closeRival, corners: corners),
        CloseCall(barcode: try #require(rival), rival: code, reason: .repaired, corners: corners),
      ])
    reading.frame = PhotoFrame(size: PixelSize(width: 100, height: 60), orientation: .upsideDown)
    var report = PhotoReport(photo: "soup.jpg")
    report.add(reading, isExplained: false)
    #expect(
      report.notices == ["soup.jpg: nearly read 9521234543213, too close to 9521234543220: not used; take a sharper photo"],
      "of codes in one place the closest")
    let uncertain = report.json["uncertain"].array ?? []
    #expect(
      uncertain.first?.text
        == #"{"symbology":"ean13","text":"9521234543213","gtin":"9521234543213","rival":"9521234543220","reason":"close_rival","corners":[[90,40],[50,40],[50,20],[90,20]]}"#
    )
    #expect(uncertain.count == 2 && report.json["barcodes"].array == [])
  }

  @Test func theProgramTellsHowItReadAndWhere() throws {
    let outcome = try Household().hsync.run("scan", "--no-lookup", "--engine", "fit", "--explain", "--json", photo)
    let row = try JSON(parsing: outcome.out)
    let barcode = try #require(row["barcodes"].array?.first)
    #expect(barcode["text"].string == "9521234543213" && barcode["engine"].string == "fit")
    let corners = try #require(barcode["corners"].array).compactMap { $0.array?.compactMap(\.double) }
    #expect(corners.count == 4 && corners.allSatisfy { $0.count == 2 })
    let look = try #require(row["explain"]["looks"].array?.first)
    let attempts = look["regions"].array?.flatMap { $0["attempts"].array ?? [] } ?? []
    #expect(attempts.contains { $0["verdict"].string == "accepted" && $0["text"].string == "9521234543213" })
    let text = try Household().hsync.run("scan", "--no-lookup", "--engine", "fit", "--explain", photo)
    #expect(text.out.contains("accepted, counts ") && text.out.contains("region 1: "))
    #expect(try JSON(parsing: Household().hsync.run("scan", "--no-lookup", "--json", photo).out)["explain"] == .null)
  }
}
