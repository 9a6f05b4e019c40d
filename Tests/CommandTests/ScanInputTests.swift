import Foundation
import HealthModel
import TestSupport
import Testing

@testable import hsync

/// What people give to `scan`: folders, patterns, lists, codes of shops; and how it ends when they change their minds.
@Suite struct ScanInputTests {
  private let person: Household
  private let photo: [UInt8]
  private let code: String

  init() throws {
    person = try Household()
    let rows = String(decoding: try ProjectFiles.bytes(ProjectFiles.root + "/samples/expected.tsv"), as: UTF8.self)
      .split(separator: "\n").dropFirst().map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    let row = try #require(rows.first { !$0[1].isEmpty && !$0[1].contains(",") })
    photo = try ProjectFiles.bytes(ProjectFiles.root + "/samples/" + row[0])
    code = String(row[1])
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let path = person.home.file(name)
    try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try person.home.write(bytes, to: name)
  }

  private func photos(_ outcome: Program.Outcome) throws -> [String] {
    try outcome.lines.map { try JSON(parsing: $0)["photo"].string?.replacing(person.home.path + "/", with: "") ?? "" }
  }

  @Test func folderIsScannedInNaturalOrder() throws {
    for name in ["album/IMG_10.jpg", "album/IMG_9.jpg", "album/2025/IMG_1.jpg", "album/.trash/IMG_2.jpg"] { try write(photo, to: name) }
    try write(Array("hello".utf8), to: "album/a.txt")
    try write(Array("8BPS\0\u{1}".utf8), to: "album/b.psd")
    let outcome = try person.hsync.run("scan", "-r", person.home.file("album"), "--no-lookup", "--json")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(try photos(outcome) == ["album/2025/IMG_1.jpg", "album/IMG_9.jpg", "album/IMG_10.jpg"])
    #expect(outcome.err == "1 file that is no photo and 1 picture of a format that isn't read left out\n")
    try write(Array("hello".utf8), to: "album/c.txt")
    #expect(
      try person.hsync.run("scan", "--recursive", person.home.file("album"), "--no-lookup").err
        == "2 files that are no photos and 1 picture of a format that isn't read left out\n")
  }

  @Test func folderWithoutTheOptionIsOneErrorWithTheHint() throws {
    try write(photo, to: "album/1.jpg")
    let outcome = try person.hsync.run("scan", person.home.file("album"), "--no-lookup")
    #expect(outcome.status == 66)
    let album = person.home.file("album")
    #expect(outcome.err == "hsync: \(album) is a folder\nhint: scan the photos in it: hsync scan -r \(album)\n")
  }

  @Test func folderWithoutPhotosIsTheHonestNo() throws {
    try write(Array("hello".utf8), to: "album/a.txt")
    let outcome = try person.hsync.run("scan", "-r", person.home.file("album"), "--no-lookup")
    #expect(outcome.status == 1)
    #expect(outcome.err.contains("1 file that is no photo left out\n"))
    #expect(outcome.err.contains("hsync: there are no photos in \(person.home.file("album"))\n"))
  }

  @Test func badPhotoInAFolderIsToldAndTheOthersGoOn() throws {
    try write(Array(photo.prefix(40)), to: "album/1.jpg")
    try write(photo, to: "album/2.jpg")
    let outcome = try person.hsync.run("scan", "-r", person.home.file("album"), "--no-lookup", "--json")
    #expect(outcome.status == 65)
    #expect(try photos(outcome) == ["album/1.jpg", "album/2.jpg"])
    #expect(try JSON(parsing: outcome.lines[1])["barcodes"].array?.first?["gtin"].string == code)
  }

  @Test func quotedPatternIsMatched() throws {
    for name in ["IMG_10.jpg", "IMG_9.jpg", "other.png"] { try write(photo, to: name) }
    let outcome = try person.hsync.run("scan", person.home.file("IMG_*.jpg"), "--no-lookup", "--json")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(try photos(outcome) == ["IMG_9.jpg", "IMG_10.jpg"])
    let none = try person.hsync.run("scan", person.home.file("*.tif"), "--no-lookup")
    #expect(none.status == 66)
    #expect(none.err.contains("nothing matches \(person.home.file("*.tif"))"))
  }

  @Test func listOfPathsIsReadFromAFileOrStandardInput() throws {
    for name in ["b.jpg", "a b.jpg"] { try write(photo, to: name) }
    let paths = ["b.jpg", "a b.jpg"].map(person.home.file)
    let lines = Array(paths.joined(separator: "\n").utf8)
    try write(lines, to: "list")
    for arguments in [["--files-from", person.home.file("list")], ["--files-from", "-"]] {
      let outcome = try person.hsync.run(["scan", "--no-lookup", "--json"] + arguments, input: lines)
      #expect(outcome.status == 0, "\(outcome.err)")
      #expect(try photos(outcome) == ["b.jpg", "a b.jpg"])
    }
    let nulls = Array((paths + [person.home.file("none.jpg")]).joined(separator: "\0").utf8)
    let outcome = try person.hsync.run(["scan", "--no-lookup", "--json", "-0", "--files-from", "-"], input: nulls)
    #expect(outcome.status == 66)
    #expect(try photos(outcome) == ["b.jpg", "a b.jpg", "none.jpg"])
    let empty = try person.hsync.run(["scan", "--no-lookup", "--files-from", "-"], input: [])
    #expect(empty.status == 0)
    #expect(empty.out.isEmpty && empty.err.isEmpty)
  }

  @Test func listThatIsNotThereIsNoInput() throws {
    let outcome = try person.hsync.run("scan", "--no-lookup", "--files-from", person.home.file("none"))
    #expect(outcome.status == 66)
    #expect(outcome.err.hasPrefix("hsync: no such list: "))
  }

  @Test(arguments: [["scan", "-r"], ["scan", "-0", "a.jpg"], ["scan", "-", "--files-from", "-"]])
  func refusesWhatMakesNoSense(arguments: [String]) throws { #expect(try person.hsync.run(arguments).status == 64) }

  ///     list (a pipe)      scan
  ///     one photo          its result
  ///                        waits for the next path
  ///                        Ctrl-C: ends, with what was printed
  @Test func ctrlCEndsItWithWhatWasPrintedWhole() throws {
    try write(photo, to: "1.jpg")
    let pipe = try TestPipe(in: person.home)
    let running = try person.hsync.start(["scan", "--no-lookup", "--json", "--jobs", "1", "--files-from", pipe.path])
    try pipe.write(Array((person.home.file("1.jpg") + "\n").utf8))
    let deadline = ContinuousClock.now + .seconds(60)
    while !running.outSoFar.hasSuffix("\n"), ContinuousClock.now < deadline {}
    running.signal(SIGINT)
    let outcome = running.wait()
    #expect(outcome.status == 130)
    #expect(try photos(outcome) == ["1.jpg"])
    #expect(outcome.err.isEmpty)
  }

  @Test func codesOfShopsAreToldApart() throws {
    let shelf = ProjectFiles.root + "/Tests/FoodScanTests/Fixtures/in-store.png"
    let outcome = try person.hsync.run("scan", shelf)
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.out == "\(shelf): 2112345678900  in-store code of the shop\n")
    #expect(outcome.err.isEmpty)
    #expect(try person.hsync.run("scan", shelf, "--no-lookup").out == outcome.out)
    let json = try JSON(parsing: person.hsync.run("scan", shelf, "--json").out)
    #expect(json["barcodes"].array?.first?["in_store"].bool == true)
    #expect(json["error"] == .null)
    #expect(try person.hsync.run("pending", "--json").out == "")
    // Who keeps a product file may know it all the same.
    let rows = "code\tname\tenergy_kcal_100g\n2112345678900\tBread rolls\t270\n"
    try write(Array(rows.utf8), to: "products.tsv")
    #expect(try person.hsync.run("scan", shelf, "--products", person.home.file("products.tsv")).out.contains("Bread rolls"))
    let logged = try person.hsync.run("scan", shelf, "--log")
    #expect(logged.status == 1)
    #expect(logged.err.contains("2112345678900 is an in-store code: only the shop knows its product\nhint: log it by hand"))
    #expect(try person.hsync.run("log", "2112345678900").err.contains("2112345678900 is an in-store code"))
  }

  @Test(
    arguments: [
      (450, 1000, 412, 5000, "[#########           ]  450 of 1000 photos  90/s  412 with a barcode"),
      (7, nil, 7, 2000, "7 photos  3.5/s  7 with a barcode"),
      (3, 3, 0, 0, "[####################]  3 of 3 photos  3000/s  0 with a barcode"),
    ] as [(Int, Int?, Int, Int64, String)])
  func progressTellsCountAndRate(done: Int, total: Int?, withCode: Int, ms: Int64, words: String) {
    #expect(ScanProgress.words(done: done, total: total, withCode: withCode, ms: ms) == words)
  }

  @Test func progressIsShownOnATerminalOnly() throws {
    for n in 0..<40 { try write(photo, to: "album/\(n).jpg") }
    let arguments = ["scan", "-r", person.home.file("album"), "--no-lookup", "--jobs", "1"]
    #expect(try person.hsync.run(arguments).err.isEmpty)
    let shown = try person.hsync.runOnTerminal(arguments + ["--json"], typing: "").out
    #expect(!shown.contains("\u{1B}"))
  }
}
