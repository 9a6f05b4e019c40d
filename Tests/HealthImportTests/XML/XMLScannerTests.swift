import HealthModel
import Testing

@testable import HealthImport

@Suite struct XMLScannerTests {
  /// One of everything that a document may hold.
  private static let document = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 14, <HealthData> -->
    <!ELEMENT HealthData (ExportDate,Me,(Record)*)>
    <!ATTLIST VisionPrescription type CDATA #REQUIRED
    ]>
    <HealthData locale='en_US' >
     <ExportDate value="2025-11-20 09:30:00 -0500"/>
     <!-- <Record type="no"/> -->
     <Record value='a "quoted" > word' type = "x &lt;y&gt;&#10;&amp;&#x2019;" Withings User Identifier="12" />
    <Record
      type="b"
      >
      text <![CDATA[ <Record> ]]> <?php <Record> ?>
      <MetadataEntry key="HKTimeZone" value=""/></Record
      >
    </HealthData>

    """

  private static let elements = [
    XMLElement(name: "HealthData", attributes: ["locale", "en_US"]),
    XMLElement(name: "ExportDate", attributes: ["value", "2025-11-20 09:30:00 -0500"]),
    XMLElement(name: "Record", attributes: ["value", "a \"quoted\" > word", "type", "x <y>\n&\u{2019}", "Withings User Identifier", "12"]),
    XMLElement(name: "Record", attributes: ["type", "b"]),
    XMLElement(name: "MetadataEntry", attributes: ["key", "HKTimeZone", "value", ""]),
  ]

  @Test func tagsAndAttributesAreFound() throws {
    #expect(try XMLElement.scanned(MemorySource(Self.document)) == Self.elements)
    #expect(try XMLElement.scanned(MemorySource([0xEF, 0xBB, 0xBF] + Self.document.utf8)) == Self.elements)
    #expect(try XMLElement.scanned(MemorySource("<HealthData/>")) == [XMLElement(name: "HealthData", attributes: [])])
  }

  @Test func piecesMayEndAnywhere() throws {
    for piece in 1...Self.document.utf8.count {
      #expect(try XMLElement.scanned(MemorySource(Self.document, piece: piece)) == Self.elements, "pieces of \(piece)")
      #expect(try XMLElement.scanned(MemorySource(Self.document), capacity: piece) == Self.elements, "a window of \(piece)")
    }
  }

  @Test func aDocumentThatEndsBeforeItsEndIsCutOff() throws {
    let bytes = Array(Self.document.utf8)
    let root = try #require(Self.document.range(of: "<HealthData locale"))
    let first = Self.document.utf8.distance(from: Self.document.startIndex, to: root.lowerBound) + 12
    let whole = bytes.count - 1
    for end in first..<whole {
      let error = #expect(throws: ImportError.self, "cut at \(end)") { try XMLElement.scanned(MemorySource(Array(bytes[..<end]))) }
      #expect(error?.code == .cutOff, "cut at \(end)")
      #expect(error?.message == "test.xml is cut off: it ends at byte \(end), inside its health data")
    }
    #expect(try XMLElement.scanned(MemorySource(Array(bytes[..<whole]))) == Self.elements)
  }

  @Test(arguments: [
    ("<HealthData><Record a=b/></HealthData>", 22), ("<HealthData><Record a/></HealthData>", 22),
    ("<HealthData><Record a></HealthData>", 21),
    ("<HealthData><Record a=\"b\"c=\"d\"/></HealthData>", 24), ("<HealthData><Record></HealthData>", 20),
    ("<HealthData></Record></HealthData>", 12),
    ("<HealthData>< a=\"b\"/></HealthData>", 12), ("<HealthData><Record / ></HealthData>", 20),
    ("<HealthData><Record =\"b\"/></HealthData>", 20),
    ("<HealthData><!DOCTYPE x></HealthData>", 12), ("<HealthData></HealthData x>", 25),
    // A quote is missing: the value runs on to the next one.
    ("<HealthData><Record a=\"b c=\"d\"/></HealthData>", 27),
  ])
  func whatIsBrokenIsSaidWithItsPlace(document: String, place: Int) {
    let error = #expect(throws: ImportError.self) { try XMLElement.scanned(MemorySource(document)) }
    #expect(error?.code == .broken)
    #expect(error?.message.hasPrefix("test.xml is broken at byte \(place): ") == true, "\(error?.message ?? "")")
  }

  @Test func aTagMayNotBeEndless() {
    let long = String(repeating: "x", count: XMLScanner.longestTag)
    for document in ["<HealthData><Record a=\"\(long)\"/></HealthData>", "<HealthData a=\"\(long)", "<HealthData><\(long)"] {
      let error = #expect(throws: ImportError.self) { try XMLElement.scanned(MemorySource(document)) }
      #expect(error?.code == .broken && error?.message.hasSuffix("a tag of more than 1 MiB") == true)
    }
  }

  @Test func longTagsCommentsAndManyAttributesAreFine() throws {
    let long = String(repeating: "x", count: XMLScanner.longestTag - 100)
    let many = (0..<1000).map { "a\($0)='\($0)'" }.joined(separator: " ")
    let document = "<HealthData><!--\(long)\(long)--><a b='\(long)'/>\(long)\(long)<b \(many)/></HealthData>"
    let elements = try XMLElement.scanned(MemorySource(document, piece: 10_000))
    #expect(elements.map(\.name) == ["HealthData", "a", "b"])
    #expect(elements[1].attributes == ["b", long])
    #expect(elements[2].attributes == (0..<1000).flatMap { ["a\($0)", "\($0)"] })
  }

  @Test func elementsMayNotBeNestedWithoutEnd() {
    let error = #expect(throws: ImportError.self) {
      try XMLElement.scanned(MemorySource("<HealthData>" + String(repeating: "<a>", count: XMLScanner.deepest)))
    }
    #expect(error?.message == "test.xml is broken at byte 201: more than 64 elements inside each other")
  }

  @Test(arguments: [
    ("", ImportError.Code.notAnExport), ("no XML", .notAnExport), ("<html><HealthDatum/></html>", .notAnExport),
    ("<!-- <HealthData/> -->", .notAnExport),
    ("<!DOCTYPE HealthData [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><HealthData/>", .dangerous),
    ("<?xml version='1.0' encoding='ISO-8859-1'?><HealthData/>", .wrongEncoding),
    ("<?xml version='1.0' encoding = \"utf-16\"?><HealthData/>", .wrongEncoding),
  ])
  func whatIsNoExportIsRefused(document: String, code: ImportError.Code) {
    for piece in [1, 3, .max] {
      let error = #expect(throws: ImportError.self) { try XMLElement.scanned(MemorySource(document, piece: piece)) }
      #expect(error?.code == code)
    }
  }

  @Test(arguments: ["UTF-8", "utf-8", "US-ASCII"])
  func encodingsThatAreUTF8AreAccepted(name: String) throws {
    #expect(try XMLElement.scanned(MemorySource("<?xml version='1.0' encoding='\(name)'?><HealthData/>")).count == 1)
  }

  @Test func otherWidthsOfCharactersAreRefused() {
    let wide = Array("<?xml?><HealthData/>".utf16)
    let little = wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for document in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, [0, 0, 0xFE, 0xFF]] {
      let error = #expect(throws: ImportError.self) { try XMLElement.scanned(MemorySource(document)) }
      #expect(error?.code == .wrongEncoding)
    }
  }

  @Test func theRootIsLookedForInTheBeginningOnly() {
    let far = String(repeating: " ", count: XMLScanner.longestProlog + (512 << 10)) + "<HealthData/>"
    let error = #expect(throws: ImportError.self) { try XMLElement.scanned(MemorySource(far)) }
    #expect(error?.code == .notAnExport)
  }

  @Test func whatIsBehindTheRootIsReadAndCounted() throws {
    var scanner = XMLScanner(MemorySource("<HealthData></HealthData>\n<more/>", piece: 3), root: "HealthData", capacity: 16)
    #expect(try scanner.next() == .start)
    #expect(try scanner.next() == .end)
    #expect(try scanner.next() == .finished)
    #expect(try scanner.next() == .finished)
    #expect(scanner.bytesBehindRoot == 7)
    #expect(scanner.position == 33)
  }

  @Test func textInFrontOfAnEndTagIsKeptOnDemand() throws {
    for piece in 1...40 {
      var scanner = XMLScanner(
        MemorySource("<gpx><ele> 12.5\n</ele><a/><time>now</time></gpx>", piece: piece), root: "gpx", keepsText: true, capacity: 16)
      var texts: [String] = []
      var event = try scanner.next()
      while event != .finished {
        if event == .end { texts.append(String(decoding: scanner.text.bytes, as: UTF8.self)) }
        event = try scanner.next()
      }
      #expect(texts == [" 12.5\n", "now", ""])
    }
  }
}
