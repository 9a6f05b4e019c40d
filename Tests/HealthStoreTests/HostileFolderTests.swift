import Foundation
import HealthModel
import TestSupport
import Testing

@testable import HealthStore

/// A library in a folder where others may put files.
@Suite("F11: libraries and locks in folders of others") struct HostileFolderTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("lib.db") }

  init() throws { folder = try TemporaryFolder() }

  @Test func lockFileThatIsALinkOverwritesNothing() throws {
    let victim = try folder.write(Array("mine\n".utf8), to: "victim")
    for (name, make) in [("link", symlink), ("second name", link)] {
      unlink(path + "-sync-lock")
      #expect(make(victim, path + "-sync-lock") == 0)
      let error = #expect(throws: StoreError.self, "\(name)") { try LockFile.take(.sync, besideLibrary: path, nowMs: 1) }
      #expect(error?.kind == .noPermission && error?.message == "\(path)-sync-lock is a link, not a lock file of hsync", "\(name)")
      #expect(LockFile.holder(of: .sync, besideLibrary: path, nowMs: 1) == nil)
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine\n")
    }
  }

  @Test func linkThatLeadsNowhereIsNotFollowed() {
    #expect(symlink(folder.file("elsewhere"), path) == 0)
    let error = #expect(throws: StoreError.self) { try Library(at: path) }
    #expect(error?.message == "\(path) is a broken link")
    #expect(!FileManager.default.fileExists(atPath: folder.file("elsewhere")))
  }

  @Test func pipeIsNoLibrary() {
    #expect(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: StoreError.self) { try Library(at: path) }
    #expect(error?.kind == .badData)
  }

  /// SQLite would wait for it for ever.
  @Test(arguments: ["-wal", "-shm", "-journal"]) func pipeBesideALibraryIsRefused(ending: String) throws {
    _ = try Library(at: path)
    #expect(mkfifo(path + ending, 0o600) == 0)
    let error = #expect(throws: StoreError.self) { try Library(at: path) }
    #expect(error?.message == "\(path)\(ending) isn't a regular file")
  }

  /// user, owner, rights of the folder: whether the file counts as the user's.
  @Test(
    arguments: [
      (1000, 1000, 0o1777, true), (1000, 0, 0o755, true), (1000, 1001, 0o700, false), (1000, 1001, 0o1777, false),
      // sudo, and containers with mounted folders.
      (0, 1000, 0o700, true), (0, 1000, 0o775, true), (0, 1000, 0o1777, false), (0, 0, 0o1777, true),
    ] as [(UInt32, UInt32, UInt32, Bool)])
  func ownersThatAreTrusted(user: UInt32, owner: UInt32, folder: UInt32, isTrusted: Bool) {
    #expect(FileTrust(user: user).holds(owner: owner, folderMode: folder) == isTrusted)
  }

  /// Files that another user put there: the library, its log before there is one, a link to the own library. Only root can make them.
  @Test(.enabled(if: geteuid() == 0), arguments: ["", "-wal", "-shm", "-journal"])
  func filesOfAnotherUserAreRefused(ending: String) throws {
    if ending.isEmpty { _ = try Library(at: path) }
    if !ending.isEmpty { try folder.write([], to: "lib.db" + ending) }
    #expect(chown(path + ending, 65_534, 65_534) == 0)
    // Root works in its own folder with everybody's.
    #expect(throws: Never.self) { _ = try Library(at: path) }
    if !ending.isEmpty {
      try folder.write([], to: "lib.db" + ending)
      #expect(chown(path + ending, 65_534, 65_534) == 0)
    }
    chmod(folder.path, 0o1777)
    let error = #expect(throws: StoreError.self) { _ = try Library(at: path) }
    #expect(error?.kind == .noPermission && error?.message == "\(path)\(ending) belongs to another user (uid 65534)")
  }

  @Test func wholeFileReplacesALinkAndNotWhatItLeadsTo() throws {
    let victim = try folder.write(Array("mine\n".utf8), to: "victim")
    let file = folder.file("small")
    #expect(symlink(victim, file) == 0 && symlink(victim, "\(file).\(getpid()).new") == 0)
    try WholeFile.replace(file, with: Array("new".utf8))
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
    #expect(throws: WholeFile.Failure.self) { try WholeFile.replace(folder.file("no/where"), with: []) }
  }
}
