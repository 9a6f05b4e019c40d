import Foundation
import HealthModel
import HealthStore
import TestSupport
import Testing

@testable import hsync

/// Which photos are looked at, and when, without a folder or a clock.
@Suite struct ArrivalsTests {
  private func file(_ name: String, size: Int64 = 1) -> PhotoFile { PhotoFile(path: "/cam/" + name, size: size, mtimeNs: 1, changedNs: 1) }

  private func found(_ name: String, ageMs: Int64 = 60_000) -> Arrivals.Found { Arrivals.Found(file: file(name), ageMs: ageMs) }

  private func whole(_ name: String) -> Arrivals.Candidate { Arrivals.Candidate(path: "/cam/" + name, file: nil) }

  private func asFound(_ name: String, size: Int64 = 1) -> Arrivals.Candidate {
    Arrivals.Candidate(path: "/cam/" + name, file: file(name, size: size))
  }

  /// One that has listed an empty folder and waits.
  private func waiting(isDeep: Bool = false, everyMs: Int64? = nil) -> Arrivals {
    var arrivals = Arrivals(root: "/cam", isDeep: isDeep, stays: true, everyMs: everyMs)
    _ = arrivals.handle(.started, at: 0)
    _ = arrivals.handle(.listed("/cam", [], folders: []), at: 0)
    #expect(arrivals.handle(.announced, at: 0) == .wait(ms: everyMs))
    return arrivals
  }

  @Test func firstTheFolderIsListedThenWhatIsNewIsLookedAt() {
    var arrivals = Arrivals(root: "/cam", isDeep: false, stays: true)
    #expect(arrivals.handle(.started, at: 0) == .list("/cam", isNew: false))
    #expect(arrivals.handle(.listed("/cam", [found("a.jpg"), found("b.jpg")], folders: ["/cam/sub"]), at: 0) == .announce(backlog: 2))
    #expect(arrivals.handle(.announced, at: 0) == .look([asFound("a.jpg"), asFound("b.jpg")]))
    #expect(arrivals.handle(.looked(changing: []), at: 0) == .wait(ms: nil))
  }

  @Test func whatWasClosedOrMovedHereIsLookedAtAtOnceAndOnce() {
    var arrivals = waiting()
    #expect(
      arrivals.handle(.told([.finished("/cam/a.jpg"), .finished("/cam/a.jpg"), .finished("/cam/b.HEIC")]), at: 0)
        == .look([whole("a.jpg"), whole("b.HEIC")]))
    #expect(arrivals.handle(.looked(changing: []), at: 0) == .wait(ms: nil))
  }

  /// A writer is at work, found by a listing: 1 s, 2 s and 3.9 s after it was found the file is another one.
  @Test func whatIsYoungRestsUntilItStaysAsItIs() {
    var arrivals = Arrivals(root: "/cam", isDeep: false, stays: true)
    _ = arrivals.handle(.started, at: 0)
    #expect(
      arrivals.handle(.listed("/cam", [found("a.jpg", ageMs: 10), found("b.jpg", ageMs: -5)], folders: []), at: 0) == .announce(backlog: 2))
    #expect(arrivals.handle(.announced, at: 0) == .look([asFound("b.jpg")]))
    #expect(arrivals.handle(.looked(changing: []), at: 500) == .wait(ms: 1500))
    #expect(arrivals.handle(.elapsed, at: 1999) == .wait(ms: 1))
    #expect(arrivals.handle(.elapsed, at: 2000) == .look([asFound("a.jpg")]))
    #expect(arrivals.handle(.looked(changing: [file("a.jpg", size: 2)]), at: 2100) == .wait(ms: 2000))
    #expect(arrivals.handle(.elapsed, at: 4100) == .look([asFound("a.jpg", size: 2)]))
    #expect(arrivals.handle(.looked(changing: []), at: 4200) == .wait(ms: nil))
  }

  @Test func aWriterThatClosesEndsTheRest() {
    var arrivals = Arrivals(root: "/cam", isDeep: false, stays: true)
    _ = arrivals.handle(.started, at: 0)
    _ = arrivals.handle(.listed("/cam", [found("a.jpg", ageMs: 10)], folders: []), at: 0)
    #expect(arrivals.handle(.announced, at: 0) == .wait(ms: 2000))
    #expect(arrivals.handle(.told([.finished("/cam/a.jpg")]), at: 100) == .look([whole("a.jpg")]))
    #expect(arrivals.handle(.looked(changing: []), at: 200) == .wait(ms: nil))
  }

  @Test(arguments: [
    (".syncthing.a.jpg.tmp", false), ("~syncthing~a.jpg.tmp", false), ("~syncthing~a.jpg", false), (".a.jpg.~1a2b", false),
    ("a.jpg.part", false),
    (".~lock.a.jpg#", false), ("a.jpg~", false), (".a.jpg", false), ("a.mp4", false), ("jpg", false), ("a.", false), ("", false),
    ("a.jpg", true), ("A.JPEG", true), ("a.sync-conflict-20260210-120000-ABCDEFG.heic", true), ("ü 1 (2).webp", true), ("a.tiff", true),
  ])
  func onlyPhotosAreLookedAt(name: String, isPhoto: Bool) {
    #expect(PhotoName.isPhoto(name) == isPhoto)
    var arrivals = waiting()
    let action = arrivals.handle(.told([.finished("/cam/" + name)]), at: 0)
    #expect(action == (isPhoto ? .look([whole(name)]) : .wait(ms: nil)))
  }

  @Test(arguments: [
    (".stversions", false), (".stfolder", false), ("@eaDir", false), ("#recycle", false), ("~tmp", false), ("2026-02", true),
    ("Camera", true),
  ])
  func onlySomeFoldersAreLookedInto(name: String, isTaken: Bool) {
    #expect(PhotoName.isFolder(name) == isTaken)
    var arrivals = waiting(isDeep: true)
    let action = arrivals.handle(.told([.folder("/cam/" + name)]), at: 0)
    #expect(action == (isTaken ? .list("/cam/" + name, isNew: true) : .wait(ms: nil)))
    var flat = waiting()
    #expect(flat.handle(.told([.folder("/cam/" + name)]), at: 0) == .wait(ms: nil))
  }

  @Test func foldersBelowAreListedBeforeAnythingIsLookedAt() {
    var arrivals = Arrivals(root: "/cam", isDeep: true, stays: true)
    _ = arrivals.handle(.started, at: 0)
    #expect(arrivals.handle(.listed("/cam", [found("a.jpg")], folders: ["/cam/x"]), at: 0) == .list("/cam/x", isNew: false))
    #expect(arrivals.handle(.listed("/cam/x", [], folders: ["/cam/x/y"]), at: 0) == .list("/cam/x/y", isNew: false))
    #expect(arrivals.handle(.listed("/cam/x/y", [found("x/y/b.jpg")], folders: []), at: 0) == .announce(backlog: 2))
    #expect(arrivals.handle(.announced, at: 0) == .look([asFound("a.jpg"), asFound("x/y/b.jpg")]))
    // A folder with one in it is moved here: all of it is new.
    #expect(arrivals.handle(.told([.folder("/cam/n")]), at: 0) == .list("/cam/n", isNew: true))
    #expect(arrivals.handle(.listed("/cam/n", [], folders: ["/cam/n/m"]), at: 0) == .list("/cam/n/m", isNew: true))
  }

  /// Lost events can't be recovered: everything is listed again, and all photos that are there count as new.
  @Test func afterAnOverflowEverythingIsListed() {
    var arrivals = waiting(isDeep: true)
    #expect(arrivals.handle(.told([.finished("/cam/a.jpg"), .overflowed]), at: 0) == .list("/cam", isNew: true))
    #expect(
      arrivals.handle(.listed("/cam", [found("a.jpg"), found("b.jpg")], folders: []), at: 0) == .look([whole("a.jpg"), asFound("b.jpg")]))
    // In the middle of the first listing, that begins again.
    var early = Arrivals(root: "/cam", isDeep: true, stays: true)
    _ = early.handle(.started, at: 0)
    #expect(early.handle(.told([.overflowed]), at: 0) == .list("/cam", isNew: false))
  }

  @Test func theEndOfTheFolderIsTheEnd() {
    var arrivals = waiting()
    #expect(arrivals.handle(.told([.finished("/cam/a.jpg"), .gone]), at: 0) == .giveUp)
  }

  @Test func aBacklogIsLookedAtInPieces() {
    var arrivals = Arrivals(root: "/cam", isDeep: false, stays: false)
    _ = arrivals.handle(.started, at: 0)
    _ = arrivals.handle(.listed("/cam", (0..<100).map { found("\($0).jpg") }, folders: []), at: 0)
    guard case .look(let first) = arrivals.handle(.announced, at: 0), case .look(let second) = arrivals.handle(.looked(changing: []), at: 0)
    else {
      Issue.record("nothing to look at")
      return
    }
    #expect(first.count == 64 && second.count == 36)
    let end: Arrivals.Action = .end(unfinished: [])
    #expect(arrivals.handle(.looked(changing: []), at: 0) == end)
  }

  @Test func whoDoesntStayHasPatienceForHalfAMinute() {
    var arrivals = Arrivals(root: "/cam", isDeep: false, stays: false)
    _ = arrivals.handle(.started, at: 0)
    _ = arrivals.handle(.listed("/cam", [found("a.jpg", ageMs: 0)], folders: []), at: 0)
    var action = arrivals.handle(.announced, at: 0)
    var now: Int64 = 0
    var looks = 0
    while now < 100_000 {
      switch action {
      case .wait(let ms?):
        now += ms
        action = arrivals.handle(.elapsed, at: now)
      case .look:
        looks += 1
        action = arrivals.handle(.looked(changing: [file("a.jpg", size: Int64(looks + 1))]), at: now)
      default:
        #expect(action == .end(unfinished: ["/cam/a.jpg"]))
        #expect(now == 30_000 && looks == 15)
        return
      }
    }
    Issue.record("it never ended")
  }

  @Test func whereTheSystemTellsNothingEverythingIsListedFromTimeToTime() {
    var arrivals = waiting(everyMs: 60_000)
    #expect(arrivals.handle(.elapsed, at: 59_000) == .wait(ms: 1000))
    #expect(arrivals.handle(.elapsed, at: 60_000) == .list("/cam", isNew: true))
    #expect(arrivals.handle(.listed("/cam", [found("a.jpg")], folders: []), at: 60_010) == .look([asFound("a.jpg")]))
    #expect(arrivals.handle(.looked(changing: []), at: 60_020) == .wait(ms: 59_990))
  }

  @Test(arguments: [
    ("/home/me/cam", false), ("/mnt/nas/cam", true), ("/mnt/nas", true), ("/mnt/nasty", false), ("/mnt/nas/disk/cam", false),
    ("/run/user/1000/doc", true), ("/media/my disk/x", true),
  ])
  func disksOfOtherMachines(folder: String, isElsewhere: Bool) {
    let table = MountTable(
      text: """
        /dev/sda1 / ext4 rw 0 0
        nas:/photos /mnt/nas nfs4 rw 0 0
        /dev/sdb1 /mnt/nas/disk ext4 rw 0 0
        portal /run/user/1000/doc fuse.portal rw 0 0
        //nas/x /media/my\\040disk cifs rw 0 0
        broken
        """)
    #expect(table.isElsewhere(folder) == isElsewhere)
  }
}
