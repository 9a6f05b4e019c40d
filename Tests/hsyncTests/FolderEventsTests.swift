import Foundation
import TestSupport
import Testing

@testable import hsync

/// The system's events for real folders.
@Suite struct FolderEventsTests {
  private let folder: TemporaryFolder
  private let events: FolderEvents
  private var root: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    events = try FolderEvents(root: folder.path)
    #expect(try events.add(folder.path))
  }

  /// All events up to the first wait in which there are none. The system makes them in the call that they are about, so that none is late.
  private func told() async throws -> [Arrivals.FolderEvent] {
    var all: [Arrivals.FolderEvent] = []
    while true {
      let some = try await events.next(ms: 0)
      if some.isEmpty { return all }
      all += some
    }
  }

  @Test func aFileIsToldOnceItIsWhole() async throws {
    let path = folder.file("a.jpg")
    let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
    #expect(write(descriptor, "half", 4) == 4)
    #expect(try await told() == [])
    #expect(write(descriptor, "whole", 5) == 5)
    close(descriptor)
    #expect(try await told() == [.finished(path)])
    rename(path, folder.file("b.jpg"))
    #expect(try await told() == [.finished(folder.file("b.jpg"))])
    // Reading or touching a file causes no event.
    close(open(folder.file("b.jpg"), O_RDONLY))
    utimes(folder.file("b.jpg"), nil)
    unlink(folder.file("b.jpg"))
    #expect(try await told() == [])
  }

  @Test func foldersAreToldAndFollowed() async throws {
    let (inside, outside) = (folder.file("sub"), try TemporaryFolder())
    mkdir(inside, 0o700)
    #expect(try await told() == [.folder(inside)])
    #expect(try events.add(inside))
    try folder.write([1], to: "sub/a.jpg")
    #expect(try await told() == [.finished(inside + "/a.jpg")])
    // Renamed, it is told under its new name.
    rename(inside, folder.file("new"))
    #expect(try await told() == [.folder(folder.file("new"))])
    #expect(try events.add(folder.file("new")))
    try folder.write([1], to: "new/b.jpg")
    #expect(try await told() == [.finished(folder.file("new/b.jpg"))])
    // Moved away, nothing more is heard of it.
    rename(folder.file("new"), outside.file("new"))
    try outside.write([1], to: "new/c.jpg")
    #expect(try await told() == [])
    #expect(try !events.add(folder.file("new")))
  }

  @Test func theEndOfTheFolderIsTold() async throws {
    mkdir(folder.file("sub"), 0o700)
    #expect(try events.add(folder.file("sub")))
    _ = try await told()
    rmdir(folder.file("sub"))
    #expect(try await told() == [])
    rename(root, root + "-away")
    defer { rmdir(root + "-away") }
    #expect(try await told().first == .gone)
  }

  @Test func aCancelledTaskStopsWaiting() async throws {
    let waiting = Task { try await events.next(ms: 3_600_000) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
