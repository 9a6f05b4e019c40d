import Files
import Foundation
import TestSupport
import Testing

@Suite struct PrivateFileTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("secret")
  }

  /// A key that others rely on already mustn't be replaced by a program that looked before it was there.
  @Test func fileThatIsThereIsNeverReplaced() throws {
    #expect(try PrivateFile.create(path, with: [1, 2, 3]))
    #expect(try !PrivateFile.create(path, with: [4]))
    #expect(try PrivateFile.bytes(of: path, most: 3) == [1, 2, 3])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["secret"])
  }

  @Test func linkThatLeadsNowhereIsNotFollowed() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("elsewhere"))
    #expect(try !PrivateFile.create(path, with: [1]))
    #expect(throws: PrivateFile.Fault.link) { try PrivateFile.bytes(of: path, most: 10) }
    #expect(!FileManager.default.fileExists(atPath: folder.file("elsewhere")))
  }

  @Test func sizeIsLimited() throws {
    #expect(try PrivateFile.create(path, with: Array(0..<100)))
    #expect(try PrivateFile.bytes(of: path, most: 100) == Array(0..<100))
    #expect(throws: PrivateFile.Fault.tooLarge) { try PrivateFile.bytes(of: path, most: 99) }
  }

  @Test func missingFileIsNoFault() throws {
    #expect(try PrivateFile.bytes(of: path, most: 10) == nil)
    #expect(try PrivateFile.bytes(of: folder.file("no/secret"), most: 10) == nil)
  }

  @Test func pipeIsRefusedWithoutWaiting() throws {
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: PrivateFile.Fault.notAFile) { try PrivateFile.bytes(of: path, most: 10) }
  }
}
