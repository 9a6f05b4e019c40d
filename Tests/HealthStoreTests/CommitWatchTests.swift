import HealthModel
import TestSupport
import Testing

@testable import HealthStore

@Suite struct CommitWatchTests {
  @Test func commitsOfEveryConnectionAreNoticedOnce() throws {
    let folder = try TemporaryFolder()
    let library = try Library(at: folder.file("hsync.db"))
    let watch = try CommitWatch(library.path)
    #expect(try !watch.hasChanged())
    try Notebook(library).update("a") { _ in ("1", ()) }
    #expect(try watch.hasChanged())
    #expect(try !watch.hasChanged())
    let other = try Library(at: library.path)
    try Notebook(other).update("a") { _ in ("2", ()) }
    #expect(try watch.hasChanged())
  }
}
