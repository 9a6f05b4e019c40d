import TestSupport
import Testing

@testable import HealthImport

/// Zip archives: right ones are read byte for byte, wrong ones end with one sentence.
@Suite struct ArchiveZipTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ bytes: [UInt8]) throws(ImportError) -> ZipArchive {
    let path = try ImportError.typed("test") { try folder.write(bytes, to: "export.zip") }
    return try ZipArchive(try RandomAccessFile(path: path, name: "export.zip"))
  }

  private func text(_ file: ExportFile, chunk: Int = 7000) throws -> String {
    var source = try file.open()
    var buffer = [UInt8](repeating: 0, count: chunk)
    var all: [UInt8] = []
    while case let count = try buffer.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 { all += buffer.prefix(count) }
    return String(decoding: all, as: UTF8.self)
  }

  static let lines = (0..<5000).map { "<Record value=\"\($0)\"/>\n" }.joined()

  @Test(arguments: [(false, false), (true, false), (false, true)], [true, false])
  func membersComeOutAsTheyWentIn(form: (isZip64: Bool, hasDescriptors: Bool), isPacked: Bool) throws {
    var writer = ZipWriter(isZip64: form.isZip64, hasDescriptors: form.hasDescriptors)
    try writer.add("a/导出.xml", Array(Self.lines.utf8), isPacked: isPacked)
    try writer.add("a/", [], isPacked: false)
    try writer.add("a/empty.xml", [], isPacked: isPacked)
    let files = try open(writer.finished()).files
    #expect(files.map(\.path) == ["a/导出.xml", "a/empty.xml"])
    #expect(files.map(\.bytes) == [Int64(Self.lines.utf8.count), 0])
    #expect(try text(files[0]) == Self.lines)
    #expect(try text(files[0], chunk: 1) == Self.lines)
    #expect(try text(files[1]) == "")
  }

  @Test func membersCanBeReadSideBySide() throws {
    let files = try open(try ZipWriter.archive([("a", Self.lines), ("b", "second")])).files
    var first = try files[0].open()
    var byte = [UInt8](repeating: 0, count: 8)
    #expect(try byte.withUnsafeMutableBytes { try first.read(into: $0) } == 8)
    #expect(try text(files[1]) == "second")
    #expect(try byte.withUnsafeMutableBytes { try first.read(into: $0) } == 8)
    #expect(String(decoding: byte, as: UTF8.self) == String(Self.lines.dropFirst(8).prefix(8)))
  }

  @Test func archiveWithoutItsEndIsCutOff() throws {
    let whole = try ZipWriter.archive([("export.xml", Self.lines)])
    for cut in [whole.count - 1, whole.count - 30, whole.count / 2, 40] {
      let error = try #require(throws: ImportError.self) { try open(Array(whole.prefix(cut))) }
      #expect(error.code == .cutOff)
      #expect(error.message == "export.zip is cut off: the list of its contents is missing")
      #expect(error.hint == "copy it again, or export it again")
    }
  }

  @Test func archiveWithoutItsBeginningIsBroken() throws {
    let whole = try ZipWriter.archive([("export.xml", Self.lines)])
    let error = try #require(throws: ImportError.self) { try open(Array(whole.dropFirst(100))) }
    #expect(error.code == .broken)
  }

  @Test func wrongBytesAreFoundAtTheEndOfTheMember() throws {
    for isPacked in [true, false] {
      var writer = ZipWriter()
      try writer.add("export.xml", Array(Self.lines.utf8), isPacked: isPacked, lie: .init(crc: 1))
      let file = try open(writer.finished()).files[0]
      let error = try #require(throws: ImportError.self) { try text(file) }
      #expect(error.code == .broken)
      #expect(error.message == "export.zip is broken: its checksum is wrong")
    }
  }

  @Test func memberThatUnpacksToAnotherSizeIsBroken() throws {
    for claimed in [UInt64(Self.lines.utf8.count - 1000), UInt64(Self.lines.utf8.count + 1000)] {
      var writer = ZipWriter()
      try writer.add("export.xml", Array(Self.lines.utf8), lie: .init(bytes: claimed))
      let file = try open(writer.finished()).files[0]
      #expect(try #require(throws: ImportError.self) { try text(file) }.code == .broken)
    }
  }

  @Test func tenGigabytesFromTenMegabytesAreRefusedBeforeReading() throws {
    var writer = ZipWriter(isZip64: true)
    try writer.add("export.xml", [UInt8](repeating: 32, count: 10_000), isPacked: false, lie: .init(bytes: 10 << 30, method: 8))
    let error = try #require(throws: ImportError.self) { try open(writer.finished()) }
    #expect(error.code == .dangerous)
    #expect(error.message.hasSuffix("that is a zip bomb, not an export"))
  }

  @Test func membersThatShareTheirBytesAreRefused() throws {
    var writer = ZipWriter()
    for n in 0..<10 { try writer.add("\(n).xml", Array(Self.lines.utf8), lie: .init(packedBytes: 20_000)) }
    #expect(try #require(throws: ImportError.self) { try open(writer.finished()) }.code == .dangerous)
  }

  @Test func evenlyRepetitiveButSmallIsNoBomb() throws {
    let blanks = String(repeating: " ", count: 1 << 20)
    #expect(try text(try open(try ZipWriter.archive([("export.xml", blanks)])).files[0]) == blanks)
  }

  @Test func passwordAndForeignPackersAreNamed() throws {
    var writer = ZipWriter()
    try writer.add("export.xml", Array(Self.lines.utf8), lie: .init(flags: 1))
    try writer.add("other.xml", Array(Self.lines.utf8), lie: .init(method: 14))
    let files = try open(writer.finished()).files
    let locked = try #require(throws: ImportError.self) { try text(files[0]) }
    #expect(locked.message == "export.zip is protected by a password")
    let foreign = try #require(throws: ImportError.self) { try text(files[1]) }
    #expect(foreign.message == "export.zip is packed in a way that isn't understood here (method 14)")
    for error in [locked, foreign] { #expect(error.kind == .badData) }
  }

  @Test func emptyArchiveHasNoFiles() throws {
    #expect(try open(ZipWriter().finished()).files.isEmpty)
  }

  /// 600 archives with 1 to 4 bytes changed, mostly in the headers: read right, or one of our errors; never more bytes than claimed.
  @Test func changedBytesNeverCrashNorComeThroughUnseen() throws {
    var random = SeededGenerator(seed: 3)
    let right = "<HealthData>" + String(repeating: "steps ", count: 300)
    for n in 0..<600 {
      var writer = ZipWriter(isZip64: n % 3 == 1, hasDescriptors: n % 3 == 2)
      try writer.add("export.xml", Array(right.utf8), isPacked: n % 2 == 0)
      try writer.add("b.xml", Array(right.utf8))
      var bytes = writer.finished()
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        for file in try open(bytes).files { #expect(try text(file) == right) }
      } catch let error as ImportError {
        #expect([.badData, .noPermission].contains(error.kind))
      }
    }
  }
}
