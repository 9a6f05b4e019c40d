import Foundation
import HealthModel
import TestSupport
import Testing

@testable import HealthStore

@Suite struct CommitWatchTests {
  @Test func eachCommitOfAnyConnectionChangesTheNumber() throws {
    let folder = try TemporaryFolder()
    let library = try Library(at: folder.file("hsync.db"))
    let watch = try CommitWatch(library.path)
    let first = try watch.number()
    #expect(try watch.number() == first)
    try Notebook(library).update("a") { _ in ("1", ()) }
    let second = try watch.number()
    #expect(try second != first && watch.number() == second)
    let other = try Library(at: library.path)
    try Notebook(other).update("a") { _ in ("2", ()) }
    #expect(try watch.number() != second)
  }

  /// A transaction that changes nothing leaves what was read from the library right.
  @Test func aTransactionWithoutAChangeIsNoCommit() throws {
    let folder = try TemporaryFolder()
    let library = try Library(at: folder.file("hsync.db"))
    try Notebook(library).update("a") { _ in ("1", ()) }
    let watch = try CommitWatch(library.path)
    let first = try watch.number()
    try Notebook(library).update("a") { text in (text, ()) }
    #expect(try watch.number() == first)
  }

  @Test func everyQuestionGetsANumberThatIsNotOlderThanItself() async throws {
    let folder = try TemporaryFolder()
    let shared = try await SharedLibrary(at: folder.file("hsync.db"))
    let news = try await CommitNews(shared)
    #expect(try await !news.hasChanged())
    var numbers: Set<Int64> = [try await shared.commitNumber()]
    for step in 1...20 {
      try await shared.write { try Notebook($0).update("a") { _ in ("\(step)", ()) } }
      let answers = try await withThrowingTaskGroup(of: Int64.self) { group in
        for _ in 0..<8 { group.addTask { try await shared.commitNumber() } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(answers.count == 1 && numbers.isDisjoint(with: answers))
      numbers.formUnion(answers)
    }
    #expect(try await news.hasChanged())
    #expect(try await !news.hasChanged())
    try await shared.close()
    let error = await #expect(throws: StoreError.self) { _ = try await shared.commitNumber() }
    #expect(error?.code == .closed)
  }

  @Test func aFileThatIsGoneHasNoNumber() async throws {
    let folder = try TemporaryFolder()
    let shared = try await SharedLibrary(at: folder.file("hsync.db"))
    _ = try await shared.commitNumber()
    try FileManager.default.moveItem(atPath: shared.path, toPath: folder.file("elsewhere.db"))
    let error = await #expect(throws: StoreError.self) { _ = try await shared.commitNumber() }
    #expect(error?.code == .displaced)
  }
}
