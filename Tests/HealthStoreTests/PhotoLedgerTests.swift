import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// The record of watched photos; a meal and its photo's mark are written atomically.
@Suite struct PhotoLedgerTests {
  private let store: StoreFixture
  private var ledger: PhotoLedger { PhotoLedger(store.library) }
  private let bar: GTIN
  private let digest = PhotoDigest(of: Array("a photo".utf8))

  init() throws {
    store = try StoreFixture()
    bar = try #require(GTIN(number: 9_520_000_000_004))
  }

  private func file(_ name: String, size: Int64 = 7, mtimeNs: Int64 = 5) -> PhotoFile {
    PhotoFile(path: "/cam/" + name, size: size, mtimeNs: mtimeNs, changedNs: 0)
  }

  private func meal(_ id: String, at moment: Moment = StoreFixture.noon) -> Meal { StoreFixture.meal(id, at: moment, gtin: bar.number) }

  private func harvest(_ meals: Meal...) -> PhotoHarvest {
    var harvest = PhotoHarvest(otherwise: .shown)
    harvest.meals = meals
    return harvest
  }

  private func wish(at moment: Moment) -> MealWish { MealWish(eatenAt: moment, slot: nil, amount: nil, note: nil) }

  @Test func aMealIsLoggedWithItsMark() throws {
    let settled = try ledger.settle(file("a.jpg"), digest, harvest(meal("m")), at: StoreFixture.noon)
    #expect(settled == SettledPhoto(outcome: .logged, logged: [meal("m")], repeated: []))
    #expect(try store.text("SELECT id FROM meal") == ["m"])
    #expect(
      try store.text("SELECT hex(sha), outcome, reason, at_ms FROM watched_photo") == [
        "\(digest.text.uppercased())|logged|NULL|1770721380000"
      ])
    #expect(try ledger.outcome(of: digest) == .logged)
    #expect(
      try ledger.unknown(among: [file("a.jpg"), file("a.jpg", mtimeNs: 6), file("b.jpg")], includesEarlier: true).map(\.path).count == 2)
    // As any other meal, it is synced and can be undone; the photo stays known.
    #expect(try store.queued() == ["meal|m"])
    #expect(try store.library.undo(at: StoreFixture.noon).title == "logged Porridge")
    #expect(try ledger.outcome(of: digest) == .logged)
  }

  /// Whatever fails, both fail: here the mark, after the meal was written.
  @Test func neitherWithoutTheOther() throws {
    try store.run("CREATE TEMP TRIGGER no_mark BEFORE INSERT ON main.watched_photo BEGIN SELECT RAISE(ABORT, 'no'); END")
    #expect(throws: StoreError.self) { try ledger.settle(file("a.jpg"), digest, harvest(meal("m")), at: StoreFixture.noon) }
    #expect(
      try store.text("SELECT (SELECT count(*) FROM meal), (SELECT count(*) FROM watched_file), (SELECT count(*) FROM outbox)") == ["0|0|0"])
    try store.run("DROP TRIGGER no_mark")
    #expect(throws: StoreError.self) {
      try ledger.settle(file("a.jpg"), digest, harvest(meal("m"), StoreFixture.meal("m")), at: StoreFixture.noon)
    }
    #expect(try ledger.outcome(of: digest) == nil)
    #expect(try ledger.settle(file("a.jpg"), digest, harvest(meal("m")), at: StoreFixture.noon)?.outcome == .logged)
  }

  /// Two watchers scan the same bytes under two names.
  @Test func theSecondWatcherLogsNothing() throws {
    #expect(try ledger.settle(file("a.jpg"), digest, harvest(meal("m")), at: StoreFixture.noon) != nil)
    #expect(try ledger.settle(file("b.jpg"), digest, harvest(meal("n", at: StoreFixture.later(3_600_000))), at: StoreFixture.noon) == nil)
    #expect(try store.text("SELECT id FROM meal") == ["m"])
    #expect(try ledger.unknown(among: [file("b.jpg")], includesEarlier: true) == [])
  }

  @Test(arguments: [(0, true), (-599_999, true), (600_000, true), (600_001, false), (-86_400_000, false)] as [(Int64, Bool)])
  func photosTakenShortlyAfterEachOtherAreOneMeal(ms: Int64, isOne: Bool) throws {
    // Another device may have written the number otherwise.
    try store.meals.log([meal("first")], at: StoreFixture.noon)
    try store.run("UPDATE meal SET gtin = '0' || gtin")
    let settled = try ledger.settle(file("a.jpg"), digest, harvest(meal("m", at: StoreFixture.later(ms))), at: StoreFixture.noon)
    #expect(settled?.outcome == (isOne ? .repeated : .logged))
    #expect(settled?.repeated == (isOne ? [bar] : []))
    #expect(try store.number("SELECT count(*) FROM meal") == (isOne ? 1 : 2))
  }

  @Test func oneProductTwiceInAPhotoIsOneMeal() throws {
    let settled = try ledger.settle(file("a.jpg"), digest, harvest(meal("m"), meal("n")), at: StoreFixture.noon)
    #expect(settled?.logged.map(\.id) == ["m"])
  }

  @Test func whatCantBeLookedUpWaitsOnceWithItsWish() throws {
    var waiting = PhotoHarvest(otherwise: .noBarcode)
    waiting.pending = [PendingLookup(gtin: bar, text: "9520000000004", reason: "offline", atMs: 9, wishes: [wish(at: StoreFixture.noon)])]
    waiting.reason = "offline"
    #expect(try ledger.settle(file("a.jpg"), digest, waiting, at: StoreFixture.noon)?.outcome == .pending)
    waiting.pending = [
      PendingLookup(gtin: bar, text: "9520000000004", reason: "offline", atMs: 9, wishes: [wish(at: StoreFixture.later(60_000))])
    ]
    let second = PhotoDigest(of: Array("another photo".utf8))
    #expect(try ledger.settle(file("b.jpg"), second, waiting, at: StoreFixture.noon)?.repeated == [bar])
    #expect(try PendingLookups(store.library).list().map(\.wishes) == [[wish(at: StoreFixture.noon)]])
    // The network is back; a third photo of it doesn't log what waits already.
    var found = harvest(meal("m", at: StoreFixture.later(120_000)))
    found.answered = [bar]
    let third = PhotoDigest(of: Array("a third photo".utf8))
    #expect(try ledger.settle(file("c.jpg"), third, found, at: StoreFixture.noon)?.outcome == .repeated)
    #expect(try PendingLookups(store.library).list().count == 1)
    #expect(
      try store.text("SELECT outcome, reason FROM watched_photo ORDER BY outcome") == [
        "pending|offline", "pending|offline", "repeated|NULL",
      ])
  }

  @Test func theStockOfAFolderIsTakenOnce() throws {
    #expect(try !ledger.isWatched("/cam"))
    #expect(try ledger.begin("/cam", stock: [file("a.jpg"), file("b.jpg")], atMs: 1) == 2)
    #expect(try ledger.begin("/cam", stock: [file("c.jpg")], atMs: 2) == 0)
    #expect(try ledger.isWatched("/cam"))
    #expect(try ledger.unknown(among: [file("a.jpg"), file("c.jpg")], includesEarlier: false) == [file("c.jpg")])
    #expect(try ledger.unknown(among: [file("a.jpg"), file("c.jpg")], includesEarlier: true).count == 2)
    #expect(try ledger.unread(ofSize: 7).map(\.path) == ["/cam/a.jpg", "/cam/b.jpg"])
    try ledger.noteBefore(file("a.jpg"), digest, atMs: 3)
    #expect(try ledger.unread(ofSize: 7).map(\.path) == ["/cam/b.jpg"])
    #expect(try ledger.unknown(among: [file("a.jpg")], includesEarlier: false) == [])
    // Asked for, it is logged all the same.
    #expect(try ledger.unknown(among: [file("a.jpg")], includesEarlier: true).count == 1)
    #expect(try ledger.settle(file("a.jpg"), digest, harvest(meal("m")), at: StoreFixture.noon)?.outcome == .logged)
    #expect(try !ledger.isDeep("/cam"))
    try ledger.deepen("/cam")
    #expect(try ledger.isDeep("/cam"))
  }

  @Test func forgettingAFolderLeavesOthersAlone() throws {
    let other = PhotoDigest(of: Array("other".utf8))
    try ledger.begin("/cam", stock: [file("old.jpg")], atMs: 1)
    try ledger.begin("/cam/sub", stock: [], atMs: 1)
    try ledger.begin("/camera", stock: [PhotoFile(path: "/camera/x.jpg", size: 1, mtimeNs: 1, changedNs: 0)], atMs: 1)
    _ = try ledger.settle(file("sub/a.jpg"), digest, PhotoHarvest(otherwise: .noBarcode), at: StoreFixture.noon)
    _ = try ledger.settle(file("b.jpg"), other, PhotoHarvest(otherwise: .noBarcode), at: StoreFixture.noon)
    try ledger.note(PhotoFile(path: "/camera/b.jpg", size: 1, mtimeNs: 1, changedNs: 0), other)
    #expect(try ledger.forget("/cam") == 3)
    #expect(try store.text("SELECT path FROM watched_folder") == ["/camera"])
    #expect(try store.text("SELECT path FROM watched_file ORDER BY path") == ["/camera/b.jpg", "/camera/x.jpg"])
    #expect(try ledger.outcome(of: digest) == nil)
    #expect(try ledger.outcome(of: other) == .noBarcode)
    #expect(try ledger.forget("/cam") == nil)
  }

  @Test func nothingOfItIsSynced() throws {
    try ledger.begin("/cam", stock: [file("a.jpg")], atMs: 1)
    _ = try ledger.settle(file("b.jpg"), digest, PhotoHarvest(otherwise: .noBarcode), at: StoreFixture.noon)
    #expect(try store.queued() == [])
  }

  @Test func aFileIsItsPathSizeAndTime() throws {
    let path = try store.folder.write(Array("a photo".utf8), to: "a.jpg")
    let file = try #require(PhotoFile(at: path))
    #expect(file.size == 7)
    #expect(PhotoDigest(ofFile: path) == digest)
    // printf 'a photo' | sha256sum
    #expect(digest.text == "d4e24d749a4fe2f161af2de913c0402b04e3ae287dafd0f9dbfa4a5c56c69285")
    try store.folder.write(Array("a longer photo".utf8), to: "a.jpg")
    #expect(try !#require(PhotoFile(at: path)).isUntouched(since: file))
    #expect(PhotoFile(at: store.folder.path) == nil && PhotoFile(at: path + "x") == nil)
    #expect(PhotoDigest(ofFile: store.folder.path) == nil)
  }
}
