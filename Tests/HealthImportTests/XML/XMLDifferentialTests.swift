import TestSupport
import Testing

@testable import HealthImport

/// The scanner finds what libxml2 finds, on well-formed documents.
@Suite(.enabled(if: LibXML2.installed != nil)) struct XMLDifferentialTests {
  @Test func randomDocumentsHaveTheSameElementsAndAttributes() throws {
    let reference = try #require(LibXML2.installed)
    var count = 0
    for seed in 0..<120 as Range<UInt64> {
      let document = RandomDocument.make(seed: seed)
      let expected = try reference.elements(document)
      let piece = [1, 2, 3, 5, 8, 64, 1000, Int.max][Int(seed % 8)]
      #expect(try XMLElement.scanned(MemorySource(document, piece: piece)) == expected, "seed \(seed)")
      #expect(try XMLElement.scanned(MemorySource(document), capacity: 16 + Int(seed)) == expected, "seed \(seed)")
      count += expected.count
    }
    #expect(count > 2000)
  }

  @Test(
    .enabled(if: ProjectFiles.sharedData("health/dogsheep_export.xml") != nil),
    arguments: ["dogsheep_export.xml", "tdda_v3_export6s3sample.xml"])
  func realExportsHaveTheSameElementsAndAttributes(file: String) throws {
    let document = try ProjectFiles.bytes(try #require(ProjectFiles.sharedData("health/" + file)))
    let expected = try #require(LibXML2.installed).elements(document)
    #expect(try XMLElement.scanned(MemorySource(document)) == expected)
    #expect(expected.count > 10)
  }
}
