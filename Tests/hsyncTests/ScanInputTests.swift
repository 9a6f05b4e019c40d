import Foundation
import HealthModel
import TestSupport
import Testing

@testable import hsync

/// The inputs of `scan`: folders, patterns, lists, shops' own codes; and its end when the user interrupts it.
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
    #expect(outcome.err == "skipped 1 non-photo file and 1 picture of a format that isn't read\n")
    try write(Array("hello".utf8), to: "album/c.txt")
    #expect(
      try person.hsync.run("scan", "--recursive", person.home.file("album"), "--no-lookup").err
        == "skipped 2 non-photo files and 1 picture of a format that isn't read\n")
  }

  @Test func folderWithoutTheOptionIsOneErrorWithTheHint() throws {
    try write(photo, to: "album/1.jpg")
    let outcome = try person.hsync.run("scan", person.home.file("album"), "--no-lookup")
    #expect(outcome.status == 66)
    let album = person.home.file("album")
    #expect(outcome.err == "hsync: \(album) is a folder\nhint: scan the photos in it: hsync scan -r \(album)\n")
    try write(photo, to: "my album/1.jpg")
    #expect(
      try person.hsync.run("scan", "--no-lookup", person.home.file("my album")).err.hasSuffix(
        "hsync scan -r '\(person.home.file("my album"))'\n"))
  }

  @Test func folderWithoutPhotosIsTheHonestNo() throws {
    try write(Array("hello".utf8), to: "album/a.txt")
    let outcome = try person.hsync.run("scan", "-r", person.home.file("album"), "--no-lookup")
    #expect(outcome.status == 1)
    #expect(outcome.err.contains("skipped 1 non-photo file\n"))
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

  @Test(arguments: [
    ["scan", "-r"], ["scan", "-0", "a.jpg"], ["scan", "-", "--files-from", "-"], ["scan", ""], ["scan", "--files-from", ""],
  ])
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

  /// A question waits, and the person has had enough: no other question comes, and no picture is left half-written.
  @Test func ctrlCAtAQuestionEndsIt() throws {
    for name in ["1.jpg", "2.jpg"] { try write(photo, to: "album/" + name) }
    let keyboard = try TestPipe(in: person.home)
    var shell = Program("/bin/sh", home: person.home, environment: person.hsync.environment)
    shell.environment["HSYNC_PRODUCTS"] = ProjectFiles.path("samples/products.tsv")
    let scan = "exec '\(Program.folder)/hsync' scan -r '\(person.home.file("album"))' --annotate '\(person.home.file("out"))/'"
    let running = try shell.start(["-c", "script -qec \"$1\" /dev/null < \"$2\"", "sh", scan, keyboard.path])
    #expect(comesTrue { running.outSoFar.contains("[y/N") }, "\(running.outSoFar)")
    // The signal of Ctrl-C.
    try keyboard.write([3])
    let outcome = running.wait()
    #expect(outcome.status == 130)
    #expect(outcome.out.split(separator: "[y/N").count == 2, "\(outcome.out)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: person.home.file("out")) == ["1.annotated.jpg"])
  }

  /// Names may hold anything but a zero byte; a line stays a line, and no terminal is commanded.
  @Test func namesAreShownOnOneLine() throws {
    let name = "a\nb\u{1B}[31m.jpg"
    try write(photo, to: name)
    let shown = person.home.file("a?b?[31m.jpg")
    let plain = try person.hsync.run("scan", "--no-lookup", "--explain", person.home.file(name), person.home.file("none\n.jpg"))
    #expect(plain.lines.first == "\(shown): \(code)")
    #expect(plain.out.contains("\n\(shown): 1"))
    #expect(
      plain.err
        == "hsync: no such photo: \(person.home.file("none?.jpg"))\n2 photos: 1 with a barcode, 1 unreadable\nhint: check the path: ls -l\n"
    )
    let json = try person.hsync.run("scan", "--no-lookup", "--json", person.home.file(name))
    #expect(try JSON(parsing: json.out)["photo"].string == person.home.file(name))
  }

  @Test func whyAPathCantBeOpenedIsSaid() throws {
    try FileManager.default.createSymbolicLink(atPath: person.home.file("loop.jpg"), withDestinationPath: "loop.jpg")
    let loop = try person.hsync.run("scan", "--no-lookup", person.home.file("loop.jpg"))
    #expect(loop.status == 66)
    #expect(loop.err == "hsync: \(person.home.file("loop.jpg")) is a link that points to itself\nhint: check where it leads: ls -l\n")
    // A name in Latin-1, which only bytes can hold.
    try write(photo, to: "odd/1.jpg")
    let name = Array(person.home.file("odd/K").utf8) + [0xE4] + Array("se.jpg\0".utf8)
    #expect(rename(person.home.file("odd/1.jpg"), name.map { CChar(bitPattern: $0) }) == 0)
    let outcome = try person.hsync.run("scan", "--no-lookup", "-r", person.home.file("odd"))
    #expect(outcome.status == 66)
    #expect(
      outcome.err
        == "hsync: \(person.home.file("odd/K\u{FFFD}se.jpg")) can't be opened: its name isn't UTF-8\nhint: rename it, or for one photo: hsync scan - < PHOTO\n"
    )
  }

  /// Without them, the first file that is opened would be taken for standard output.
  @Test(arguments: [("<&-", "can't read standard input: Bad file descriptor"), (">&-", "the output can't be written: Bad file descriptor")])
  func aClosedStreamIsNoFile(redirection: String, words: String) throws {
    try write(photo, to: "1.jpg")
    var shell = Program("/bin/sh", home: person.home, environment: person.hsync.environment)
    shell.environment["PATH"] = Program.folder + ":/usr/bin:/bin"
    let input = redirection == "<&-" ? "-" : person.home.file("1.jpg")
    let outcome = try shell.run(["-c", "hsync scan --no-lookup --annotate \"$HOME/out.png\" \"$1\" \(redirection)", "sh", input])
    #expect(outcome.status == 74 && outcome.err.contains(words), "\(outcome.err)")
    if redirection == ">&-" {
      #expect(try ProjectFiles.bytes(person.home.file("out.png")).suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }
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
    // A user's own product file may have it all the same.
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
      (450, 1000, 412, 5000, "[#########           ]  450 of 1,000 photos  90/s  412 with a barcode"),
      (7, nil, 7, 2000, "7 photos  3.5/s  7 with a barcode"), (1, nil, 1, 1000, "1 photo  1.0/s  1 with a barcode"),
      (3, 3, 0, 0, "[####################]  3 of 3 photos  3000/s  0 with a barcode"),
    ] as [(Int, Int?, Int, Int64, String)])
  func progressTellsCountAndRate(done: Int, total: Int?, withCode: Int, ms: Int64, words: String) {
    #expect(ScanProgress.words(done: done, total: total, withCode: withCode, ms: ms) == words)
  }

  /// A line that the terminal breaks can't be written over.
  @Test(arguments: [
    (80, "[#########           ]  450 of 1,000 photos  90/s  412 with a barcode"), (50, "450 of 1,000 photos  90/s  412 with a barcode"),
    (39, "450 of 1,000 photos  90/s"), (20, "450 of 1,000 photos"),
  ])
  func progressFitsIntoALine(room: Int, words: String) {
    #expect(ScanProgress.words(done: 450, total: 1000, withCode: 412, ms: 5000, room: room) == words)
  }

  @Test func progressIsShownOnATerminalOnly() throws {
    for n in 0..<40 { try write(photo, to: "album/\(n).jpg") }
    let arguments = ["scan", "-r", person.home.file("album"), "--no-lookup", "--jobs", "1"]
    #expect(try person.hsync.run(arguments).err.isEmpty)
    let shown = try person.hsync.runOnTerminal(arguments + ["--json"], typing: "").out
    #expect(!shown.contains("\u{1B}"))
    var dumb = person.hsync
    dumb.environment["TERM"] = "dumb"
    #expect(try !dumb.runOnTerminal(arguments, typing: "").out.contains("\u{1B}"))
    for columns in [100, 40] {
      let drawn = try person.hsync.runOnTerminal(arguments, typing: "", columns: columns).out.matches(
        of: /\x1B\[K([^\r\x1B]*\/s[^\r\x1B]*)/)
      #expect(!drawn.isEmpty && drawn.allSatisfy { $0.1.count < columns }, "\(columns): \(drawn.map(\.1))")
    }
  }
}
