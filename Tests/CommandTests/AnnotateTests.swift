import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync scan --annotate`.
@Suite struct AnnotateTests {
  private let person: Household
  private let photo = ProjectFiles.path("Tests/FoodScanTests/Fixtures/ean13.png")
  private let noCode = ProjectFiles.path("Tests/FoodScanTests/Fixtures/no-code.jpg")

  init() throws { person = try Household() }

  private func scan(_ arguments: String..., input: [UInt8] = []) throws -> Program.Outcome {
    try person.hsync.run(["scan", "--no-lookup"] + arguments, input: input)
  }

  private func bytes(_ name: String) throws -> [UInt8] { try ProjectFiles.bytes(person.home.file(name)) }

  private func files(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: person.home.file(folder)).filter { !$0.hasPrefix(".") && $0 != "in" }.sorted()
  }

  private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]

  @Test func theEndingTellsTheFormat() throws {
    for (name, start) in [("a.png", png), ("a.jpg", jpeg), ("a.JPEG", jpeg)] {
      let outcome = try scan(photo, "--annotate", person.home.file(name))
      #expect(outcome.status == 0 && outcome.out.hasSuffix("\n"), "\(outcome.err)")
      #expect(try bytes(name).starts(with: start))
    }
    #expect(try files() == ["a.JPEG", "a.jpg", "a.png"], "nothing else is left")
  }

  /// The codes that are printed are those of the photo, not of the picture.
  @Test func whatIsWrittenCanBeScanned() throws {
    let sample = ProjectFiles.path("samples/photos/01-muesli.jpg")
    #expect(try scan(sample, "--engine", "fit", "--annotate", person.home.file("a.png")).status == 0)
    #expect(try scan(person.home.file("a.png")).out.hasSuffix("a.png: 9520341578200\n"))
  }

  @Test func anOlderPictureIsReplacedAndKeepsItsRights() throws {
    try person.home.write([1, 2, 3], to: "a.png")
    #expect(chmod(person.home.file("a.png"), 0o640) == 0)
    try FileManager.default.createSymbolicLink(atPath: person.home.file("link.png"), withDestinationPath: "a.png")
    #expect(try scan(photo, "--annotate", person.home.file("link.png")).status == 0)
    #expect(try bytes("a.png").starts(with: png))
    var status = stat()
    #expect(lstat(person.home.file("link.png"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(lstat(person.home.file("a.png"), &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test func aPhotoWithoutABarcodeIsWrittenToo() throws {
    let outcome = try scan(noCode, "--annotate", person.home.file("a.jpg"))
    #expect(outcome.status == 1)
    #expect(try bytes("a.jpg").starts(with: jpeg))
  }

  @Test func severalGoIntoAFolder() throws {
    let copy = try person.home.write(ProjectFiles.bytes(photo), to: "ean13.webp")
    let outcome = try scan(photo, person.home.file("nothing.jpg"), noCode, copy, "--annotate", person.home.file("new/deep/"))
    #expect(outcome.status == 66)
    #expect(try files("new/deep") == ["ean13-2.annotated.jpg", "ean13.annotated.jpg", "no-code.annotated.jpg"])
    // A folder that is there needs no slash.
    #expect(try scan(photo, "--annotate", person.home.file("new")).status == 0)
    #expect(try files("new") == ["deep", "ean13.annotated.jpg"])
  }

  /// A second run over a folder that has the pictures of the first in it scans the photos again and nothing else, however they are named.
  @Test func whatWasWrittenIsNoPhotoOfTheNextRun() throws {
    for name in ["album/a.png", "album/b.png"] {
      try FileManager.default.createDirectory(atPath: person.home.file("album"), withIntermediateDirectories: true)
      try person.home.write(ProjectFiles.bytes(photo), to: name)
    }
    let album = person.home.file("album")
    let written = ["a.annotated.jpg", "b.annotated.jpg"]
    let photos = ["a.png", "b.png"].map { album + "/" + $0 }
    let first = try scan("-r", album, "--annotate", album)
    #expect(first.status == 0 && first.err.isEmpty, "\(first.err)")
    #expect(try files("album") == ["a.annotated.jpg", "a.png", "b.annotated.jpg", "b.png"])
    let runs = [
      ["-r", album], ["-r", album, "--annotate", album + "/"], [album + "/*"], [album + "/*", "--annotate", album],
      photos + written.map { album + "/" + $0 } + ["--annotate", album],
    ]
    for arguments in runs {
      let outcome = try person.hsync.run(["scan", "--no-lookup"] + arguments)
      #expect(outcome.status == 0 && outcome.err == "skipped 2 pictures by --annotate\n", "\(arguments) \(outcome.err)")
      #expect(outcome.lines == photos.map { $0 + ": 9521234543213" })
      #expect(try files("album") == ["a.annotated.jpg", "a.png", "b.annotated.jpg", "b.png"])
    }
    // An annotated picture that is named explicitly is read.
    #expect(try scan(album + "/a.annotated.jpg").status == 0)
    let only = try scan(album + "/a.annotated.jpg", "--annotate", album)
    #expect(only.status == 1 && only.err.hasPrefix("skipped 1 picture by --annotate\nhsync: there are no photos in "), "\(only.err)")
  }

  @Test(.enabled(if: getuid() != 0, "root may write anywhere"))
  func aFolderThatTakesNoFilesIsToldBeforeAnythingIsRead() throws {
    mkdir(person.home.file("full"), 0o500)
    for out in ["full", "full/", "full/a.png"] {
      let outcome = try scan(photo, "--annotate", person.home.file(out))
      #expect(outcome.status == 77 && outcome.out.isEmpty && outcome.err.contains("can't write into \(person.home.file("full"))"))
    }
  }

  @Test func standardInputAndOutputMakeAPipe() throws {
    let outcome = try person.hsync.start(["scan", "-", "--no-lookup", "--annotate", "-"], input: ProjectFiles.bytes(photo)).wait()
    #expect(outcome.status == 0)
    #expect(outcome.err.contains("-: 9521234543213"))
    #expect(!outcome.out.contains("9521234543213"))
    #expect(outcome.out.contains("PNG") && outcome.out.contains("IEND"))
  }

  @Test func aTerminalGetsNoPicture() throws {
    let outcome = try person.hsync.runOnTerminal(["scan", "--no-lookup", photo, "--annotate", "-"], typing: "")
    #expect(outcome.out.contains("a picture isn't written to a terminal"))
    #expect(!outcome.out.contains("IEND"))
  }

  @Test func aPhotoIsNeverWrittenOver() throws {
    let copy = try person.home.write(ProjectFiles.bytes(photo), to: "a.png")
    try FileManager.default.createSymbolicLink(atPath: person.home.file("link.png"), withDestinationPath: "a.png")
    try FileManager.default.linkItem(atPath: copy, toPath: person.home.file("hard.png"))
    for name in ["a.png", "link.png", "hard.png", "./a.png"] {
      let outcome = try scan(copy, "--annotate", person.home.file(name))
      #expect(outcome.status == 64, "\(name)")
      #expect(outcome.err.contains("is one of the photos, which are never overwritten"))
    }
    #expect(try bytes("a.png") == ProjectFiles.bytes(photo))
  }

  @Test func aFileTakesOnePicture() throws {
    let outcome = try scan(photo, noCode, "--annotate", person.home.file("a.png"))
    #expect(outcome.status == 64 && outcome.err.contains("hint: name a folder: --annotate out/"))
    // A pattern is one word.
    for name in ["x.png", "y.png"] { try person.home.write(ProjectFiles.bytes(photo), to: name) }
    let pattern = try scan(person.home.file("?.png"), "--annotate", person.home.file("out.jpg"))
    #expect(pattern.status == 64 && pattern.out.split(separator: "\n").count == 2)
  }

  @Test(arguments: [("a.gif", 64), ("a", 64), ("", 64), ("no/such/a.png", 73), ("/dev/null/", 73)] as [(String, Int32)])
  func aPlaceThatMakesNoSenseIsRefusedBeforeAnythingIsRead(out: String, status: Int32) throws {
    let outcome = try scan(photo, "--annotate", out)
    #expect(outcome.status == status, "\(outcome.err)")
    #expect(outcome.out.isEmpty && outcome.err.contains("hint: "))
  }

  @Test func standardOutputTakesNothingElse() throws {
    for arguments in [["--json"], [noCode], ["-r"]] {
      let outcome = try person.hsync.run(["scan", "--no-lookup", photo, "--annotate", "-"] + arguments)
      #expect(outcome.status == 64 && outcome.out.isEmpty, "\(arguments)")
    }
  }

  @Test func whatIsNoFileIsNotReplaced() throws {
    #expect(mkfifo(person.home.file("pipe.png"), 0o600) == 0)
    #expect(try scan(photo, "--annotate", person.home.file("pipe.png")).status == 73)
    var status = stat()
    #expect(stat(person.home.file("pipe.png"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }
}
