@testable import HealthImport

/// A start tag as a test compares it: decoded.
struct XMLElement: Equatable, CustomStringConvertible {
  let name: String
  /// Names and values, one behind the other, in the order of the document.
  let attributes: [String]

  var description: String { "<\(name) \(attributes)>" }

  /// All start tags that the scanner finds.
  static func scanned(_ source: any ByteSource, root: StaticString = "HealthData", capacity: Int = 256 << 10) throws -> [XMLElement] {
    var scanner = XMLScanner(source, root: root, capacity: capacity)
    var text = XMLText()
    var elements: [XMLElement] = []
    while true {
      switch try scanner.next() {
      case .start:
        let attributes = (0..<scanner.attributeCount).flatMap {
          [text.string(scanner.attribute($0).name), text.string(scanner.attribute($0).value)]
        }
        elements.append(XMLElement(name: text.string(scanner.name), attributes: attributes))
      case .end: continue
      case .finished: return elements
      }
    }
  }
}
