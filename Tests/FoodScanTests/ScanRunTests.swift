import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FoodScan

/// Many photos in one run: folders with all sorts in them, slow readers, memory.
@Suite struct ScanRunTests {
  @Test(arguments: [1, 4])
  func whatIsNoPhotoInAFolderIsCountedAndLeftOut(jobs: Int) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Fixture.bytes("ean8.png"), to: "1.png")
    try folder.write(Array("shopping list".utf8), to: "2.txt")
    try folder.write([], to: "3.nothing")
    try folder.write(Fixture.bytes("ean8.png"), to: "4-without-ending")
    try folder.write(Fixture.bytes("raw.nef"), to: "5.NEF")
    try folder.write(Array("\0\0\0\u{18}ftypisom".utf8), to: "6.mp4")
    // The names say that these are photos: then something is wrong with them.
    try folder.write(Array("shopping list".utf8), to: "7.JPG")
    try folder.write([], to: "8.jpeg")
    let scans = PhotoScanner(jobs: jobs).scan(try PhotoList(arguments: [folder.path], descends: true))
    var told: [String] = []
    for await scan in scans {
      let name = scan.photo.name.dropFirst(folder.path.count + 1)
      switch scan.outcome {
      case .success(let reading): told.append("\(name) \(reading.barcodes.map(\.text))")
      case .failure(let error): told.append("\(name) \(error.code)")
      }
    }
    #expect(told == ["1.png [\"95212340\"]", "4-without-ending [\"95212340\"]", "7.JPG notAPhoto", "8.jpeg empty"])
    var leftOut = LeftOut()
    leftOut.others = 3
    leftOut.unsupported = 1
    #expect(scans.leftOut == leftOut)
    #expect(scans.total == 8)
  }

  /// Whoever presses Ctrl-C doesn't want to see, or have logged, all that was read ahead.
  @Test func aReaderWhoIsCancelledGetsNothingMore() async {
    let scans = PhotoScanner(jobs: 1).scan([PhotoSource](repeating: .file(Fixture.path("ean8.png")), count: 8))
    #expect(comesTrue { scans.run.listed == 8 })
    let reader = Task {
      var count = 0
      for await _ in scans {
        count += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return count
    }
    #expect(await reader.value == 1)
  }

  @Test func namedFilesAreNeverLeftOut() async throws {
    let folder = try TemporaryFolder()
    let text = try folder.write(Array("shopping list".utf8), to: "2.txt")
    let scans = PhotoScanner(jobs: 2).scan(try PhotoList(arguments: [text, folder.file("*.txt")], descends: true))
    var count = 0
    for await scan in scans {
      #expect(throws: ScanError(.notAPhoto, "\(text) is a text, not a photo", hint: "\(PhotoFormat.all) photos are read")) {
        try scan.outcome.get()
      }
      count += 1
    }
    #expect(count == 2)
    #expect(scans.leftOut == LeftOut())
  }

  @Test func largeFileThatIsNoPhotoIsNotReadWhole() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("\0\0\0\u{18}ftypisom".utf8), to: "film.mp4")
    // 3 GiB, most of it a hole.
    try #require(truncate(path, 3 << 30) == 0)
    let scans = PhotoScanner(jobs: 1).scan(try PhotoList(arguments: [folder.path], descends: true))
    for await scan in scans { Issue.record("\(scan)") }
    #expect(scans.leftOut.others == 1)
    #expect(throws: ScanError(.notAPhoto, "\(path) is a video, not a photo", hint: "\(PhotoFormat.all) photos are read")) {
      try Photo(reading: .file(path), limits: PhotoLimits())
    }
  }

  /// The first photo comes through a pipe that is filled last: no other result may be told before, and the threads mustn't run away from it.
  @Test func slowPhotoHoldsBackTheOthersInABoundedWindow() async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("slow.png")
    try #require(mkfifo(pipe, 0o600) == 0)
    let others = (0..<600).map { folder.file("none\($0).jpg") }
    let scans = PhotoScanner(jobs: 3).scan(([pipe] + others).map { .file($0) })
    let bytes = try Fixture.bytes("ean8.png")
    // Opening waits until a thread of the scanner has opened the other end.
    Thread { FileHandle(forWritingAtPath: pipe)?.write(Data(bytes)) }.start()
    var names: [String] = []
    for await scan in scans { names.append(scan.photo.name) }
    #expect(names == [pipe] + others)
  }

  /// Somebody who takes one result and thinks about it: no more photos are opened than there is room for.
  @Test func threadsWaitForAReaderWhoIsSlow() async throws {
    let scans = PhotoScanner(jobs: 4).scan((0..<2000).map { .file("/nowhere/\($0).jpg") })
    var iterator = scans.makeAsyncIterator()
    _ = await iterator.next()
    // 256 untaken ones and the one that was taken; threads that didn't wait would be at the end soon.
    let deadline = ContinuousClock.now + .seconds(60)
    while scans.run.listed != 257, ContinuousClock.now < deadline { await Task.yield() }
    #expect(scans.run.listed == 257)
    // Asked sooner, a thread might just be listing.
    #expect(scans.total == 2000)
    var taken = 1
    while await iterator.next() != nil { taken += 1 }
    #expect(taken == 2000)
  }
}
