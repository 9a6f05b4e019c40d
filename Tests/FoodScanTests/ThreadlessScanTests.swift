import Synchronization
import TestSupport
import Testing

@testable import FoodScan

/// The system has no threads to give, or too few.
@Suite struct ThreadlessScanTests {
  /// More than wait untaken when there are threads.
  private static let many = 600

  private func names(_ scanner: PhotoScanner, _ photos: [PhotoSource]) async -> [String] {
    var names: [String] = []
    for await scan in scanner.scan(photos) { names.append(scan.photo.name) }
    return names
  }

  @Test(.timeLimit(.minutes(2)), arguments: [0, 1])
  func withFewerThreadsThanWantedAllPhotosAreRead(most: Int) async {
    let photos = (0..<Self.many).map { "/nowhere/\($0).jpg" }
    let left = Mutex(most)
    let scanner = PhotoScanner(jobs: 4) { work in
      let isThere = left.withLock { left in
        defer { left -= 1 }
        return left > 0
      }
      return isThere && WorkerThread.start(work)
    }
    #expect(await names(scanner, photos.map { .file($0) }) == photos)
  }

  @Test(.timeLimit(.minutes(2)))
  func withoutThreadsThePhotosAreReadAsTheyAreTaken() async throws {
    let scans = PhotoScanner(jobs: 4) { _ in false }.scan([PhotoSource](repeating: .file(Fixture.path("ean8.png")), count: 3))
    #expect(scans.run.listed == 0)
    var iterator = scans.makeAsyncIterator()
    for n in 1...3 {
      let scan = try #require(await iterator.next())
      #expect(try scan.outcome.get().barcodes.map(\.text) == ["95212340"])
      #expect(scans.run.listed == n)
    }
    for _ in 0..<2 { #expect(await iterator.next() == nil) }
  }

  @Test(.timeLimit(.minutes(2)))
  func whatIsLeftOutIsPassedOver() async throws {
    let folder = try TemporaryFolder()
    for n in 0..<5 { try folder.write(Array("text".utf8), to: "\(n).txt") }
    try folder.write(Fixture.bytes("ean8.png"), to: "6.png")
    let scans = PhotoScanner(jobs: 2) { _ in false }.scan(try PhotoList(arguments: [folder.path], descends: true))
    var count = 0
    for await _ in scans { count += 1 }
    #expect(count == 1)
    #expect(scans.leftOut.others == 5)
  }
}
