import Foundation
import HealthModel
import TestSupport
import Testing

@testable import FoodScan

/// The arguments that select photos, and the order of the photos.
@Suite struct PhotoListTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ["IMG_2.jpg", "IMG_10.jpg"], ["IMG_002.jpg", "IMG_10.jpg"], ["a", "a1", "a1b", "a2", "a10", "b"], ["1", "01", "001", "2"],
    ["x9", "x12345678901234567890123", "x12345678901234567890124"], ["IMG_2", "IMG_2.jpg", "IMG_2a.jpg"], ["", "a"],
    ["2026-02-9", "2026-02-10"],
    ["A", "a"], ["a1/b2", "a1/b10", "a2/b1"],
  ])
  func numbersAreOrderedByValue(names: [String]) {
    #expect(names.reversed().sorted(by: NaturalOrder.areInOrder) == names)
    for name in names { #expect(!NaturalOrder.areInOrder(name, name)) }
  }

  @Test func argumentsComeAsTheyAreGiven() throws {
    let list = try PhotoList(arguments: ["b.jpg", "-", "a.jpg", "no such.jpg"], descends: false)
    #expect(list.left == 4)
    #expect(try PhotoList(arguments: ["b.jpg", "*.jpg"], descends: false).left == nil)
    #expect(entries(list) == [.named(.file("b.jpg")), .named(.standardInput), .named(.file("a.jpg")), .named(.file("no such.jpg"))])
  }

  @Test func folderStandsForWhatIsInIt() throws {
    for name in ["IMG_10.jpg", "IMG_2.jpg", "sub10/c.png", "sub9/b.png", "sub9/deep/er/a.png", ".hidden.jpg", ".git/x.jpg", "notes.txt"] {
      try write(name)
    }
    let expected = ["IMG_2.jpg", "IMG_10.jpg", "notes.txt", "sub9/b.png", "sub9/deep/er/a.png", "sub10/c.png"]
    #expect(try entries([folder.path], descends: true) == expected.map { .found(.file(folder.file($0))) })
    #expect(try entries([folder.path + "/"], descends: true) == expected.map { .found(.file(folder.file($0))) })
    // Without -r it is a photo that can't be opened, which is told where photos are opened.
    #expect(try entries([folder.path], descends: false) == [.named(.file(folder.path))])
  }

  @Test func linksAreFollowedButNotInCircles() throws {
    for name in ["a/1.jpg", "b/2.jpg"] { try write(name) }
    try link("a/again", to: "a")
    try link("a/up", to: ".")
    try link("b/other", to: "a")
    try link("c.jpg", to: "b/2.jpg")
    try link("d.jpg", to: "nowhere")
    // c.jpg is another photo by name; b is reached by the link in a first.
    let expected = ["a/1.jpg", "a/up/b/2.jpg", "a/up/c.jpg", "a/up/d.jpg"]
    #expect(try entries([folder.file("a"), folder.file("b")], descends: true) == expected.map { .found(.file(folder.file($0))) })
  }

  @Test func whatIsNoFileIsLeftOut() throws {
    try write("1.jpg")
    try #require(mkfifo(folder.file("pipe.jpg"), 0o600) == 0)
    #expect(try entries([folder.path], descends: true) == [.found(.file(folder.file("1.jpg"))), .leftOut(LeftOut(others: 1))])
  }

  /// A second `--annotate` doesn't draw into the pictures of the first.
  @Test func picturesWithMarkupAreLeftOutUnlessTheyAreNamed() throws {
    for name in ["1.jpg", "1.annotated.jpg", "sub/1-2.annotated.jpg"] { try write(name) }
    let (photo, output) = (folder.file("1.jpg"), folder.file("1.annotated.jpg"))
    let leftOut = PhotoEntry.leftOut(LeftOut(annotated: 1))
    #expect(try entries([folder.path], descends: true) == [leftOut, .found(.file(photo)), leftOut])
    #expect(try entries([folder.file("*.jpg")], descends: false) == [leftOut, .named(.file(photo))])
    #expect(try entries([photo, output], descends: false) == [.named(.file(photo)), .named(.file(output))])
    for descends in [false, true] {
      let list = try PhotoList(arguments: [photo, output], descends: descends, skipsNamedOutput: true)
      #expect(entries(list) == [.named(.file(photo)), leftOut])
    }
  }

  @Test func listsThatAreNoneAreTold() throws {
    let lines = try folder.write(Array("a.jpg\nb.jpg\n".utf8), to: "lines")
    for (path, endsWithNUL, code, hint) in [
      (lines, true, ScanError.Code.damaged, "leave \(.listWithNUL) out" as Hint),
      (folder.path, false, .isFolder, "scan the photos in it: \(.scanFolder(path: folder.path))"),
    ] {
      let list = try PhotoList(arguments: [], descends: false, list: .file(path), endsWithNUL: endsWithNUL)
      guard case .failure(_, let error) = entries(list).first else {
        Issue.record("\(path)")
        continue
      }
      #expect(error.code == code && error.hint == hint)
    }
  }

  @Test func foldersThatAreNotThereAreTold() throws {
    try write("1.jpg")
    #expect(
      try entries([folder.file("none"), folder.file("1.jpg")], descends: true)
        == [.named(.file(folder.file("none"))), .named(.file(folder.file("1.jpg")))])
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func foldersThatMayNotBeReadAreTold() throws {
    try write("closed/1.jpg")
    try #require(chmod(folder.file("closed"), 0) == 0)
    defer { chmod(folder.file("closed"), 0o700) }
    let found = try entries([folder.path], descends: true)
    #expect(found.count == 1)
    guard case .failure(_, let error)? = found.first else { throw Failure() }
    #expect(error.code == .notPermitted)
  }

  @Test func patternsAreMatchedUnlessThereIsSuchAFile() throws {
    for name in ["IMG_10.jpg", "IMG_2.jpg", "other.png", "sub/x.jpg", "[1].jpg", "1.jpg"] { try write(name) }
    func named(_ names: String...) -> [PhotoEntry] { names.map { .named(.file(folder.file($0))) } }
    #expect(try entries([folder.file("IMG_*.jpg")], descends: false) == named("IMG_2.jpg", "IMG_10.jpg"))
    #expect(try entries([folder.file("*/?.jpg")], descends: false) == named("sub/x.jpg"))
    #expect(try entries([folder.file("[1].jpg")], descends: false) == named("[1].jpg"))
    #expect(try entries([folder.file("[0-9].jpg")], descends: false) == named("1.jpg"))
    #expect(try entries([folder.file("s*")], descends: true) == [.found(.file(folder.file("sub/x.jpg")))])
    let found = try entries([folder.file("*.tif"), folder.file("1.jpg")], descends: false)
    guard case .failure(let photo, let error)? = found.first else { throw Failure() }
    #expect(photo == .file(folder.file("*.tif")))
    #expect(error.code == .noSuchPhoto)
    #expect(error.message == "nothing matches \(folder.file("*.tif"))")
    #expect(found.dropFirst() == named("1.jpg")[...])
  }

  @Test func listHasAPathALine() throws {
    try write("sub/2.jpg")
    try write("sub/10.jpg")
    let list = try folder.write(Array("\u{FEFF}a.jpg\r\n\n*.jpg\n-\n two words .jpg\n\(folder.file("sub"))\nlast.jpg".utf8), to: "list")
    let paths: [PhotoEntry] = ["a.jpg", "*.jpg", "-", " two words .jpg"].map { .named(.file($0)) }
    let sub: [PhotoEntry] = ["sub/2.jpg", "sub/10.jpg"].map { .found(.file(folder.file($0))) }
    #expect(
      entries(try PhotoList(arguments: ["first.jpg"], descends: true, list: .file(list)))
        == [.named(.file("first.jpg"))] + paths + sub + [.named(.file("last.jpg"))])
    #expect(
      entries(try PhotoList(arguments: [], descends: false, list: .file(list)))
        == paths + [.named(.file(folder.file("sub"))), .named(.file("last.jpg"))])
  }

  @Test func listWithNULBytesKeepsEverythingElse() throws {
    let list = try folder.write(Array("a\nb.jpg\0c\r\0\0d".utf8), to: "list")
    #expect(
      entries(try PhotoList(arguments: [], descends: false, list: .file(list), endsWithNUL: true))
        == [.named(.file("a\nb.jpg")), .named(.file("c\r")), .named(.file("d"))])
  }

  @Test func listWithNULBytesIsNotTakenForLines() throws {
    let list = try folder.write(Array("a.jpg\0b.jpg\0".utf8), to: "list")
    let found = entries(try PhotoList(arguments: [], descends: false, list: .file(list)))
    let expected = ScanError(.damaged, "\(list) isn't a list of lines: it contains NUL bytes", hint: "add \(.listWithNUL)")
    #expect(found == [.failure(.file(list), expected)])
  }

  @Test func emptyListHasNoPhotos() throws {
    let list = try folder.write([], to: "list")
    #expect(entries(try PhotoList(arguments: [], descends: false, list: .file(list))) == [])
  }

  @Test func longListsAreReadInPieces() throws {
    let names = (0..<5000).map { "some/folder/with a long name/IMG_\($0).jpg" }
    let list = try folder.write(Array(names.joined(separator: "\n").utf8), to: "list")
    #expect(entries(try PhotoList(arguments: [], descends: false, list: .file(list))) == names.map { .named(.file($0)) })
  }

  @Test func whatIsNoListIsTold() throws {
    let list = try folder.write(Array("1.jpg\n".utf8) + [UInt8](repeating: 1, count: 200_000), to: "list")
    let found = entries(try PhotoList(arguments: [], descends: false, list: .file(list)))
    #expect(found.count == 2)
    guard case .failure(_, let error)? = found.last else { throw Failure() }
    #expect(error.code == .damaged)
    #expect(error.message == "\(list) is no list of paths: one is longer than 65536 bytes")
    #expect(
      #expect(throws: ScanError.self) { try PhotoList(arguments: [], descends: false, list: .file(folder.file("none"))) }?.kind == .noInput)
  }

  @Test func standardInputIsGivenOnce() throws {
    let found = try entries(["-", "-"], descends: false)
    #expect(found.first == .named(.standardInput))
    guard case .failure(.standardInput, let error)? = found.last else { throw Failure() }
    #expect(error.code == .standardInputTwice)
  }

  @Test func whatIsLeftIsKnownOnceEverythingWasLookedInto() throws {
    for name in ["1.jpg", "2.jpg", "sub/3.jpg"] { try write(name) }
    var list = try PhotoList(arguments: [folder.path], descends: true)
    #expect(list.left == nil)
    _ = list.next()
    #expect(list.left == nil)  // sub
    _ = list.next()
    _ = list.next()
    #expect(list.left == 0)
    #expect(PhotoList([.file("a"), .file("b")]).left == 2)
  }

  private struct Failure: Error {}

  private func entries(_ list: PhotoList) -> [PhotoEntry] {
    var list = list
    var entries: [PhotoEntry] = []
    while let entry = list.next() { entries.append(entry) }
    #expect(list.left == 0)
    return entries
  }

  private func entries(_ arguments: [String], descends: Bool) throws -> [PhotoEntry] {
    entries(try PhotoList(arguments: arguments, descends: descends))
  }

  private func write(_ name: String) throws {
    let path = folder.file(name)
    try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try folder.write([1], to: name)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: folder.file(target))
  }
}
