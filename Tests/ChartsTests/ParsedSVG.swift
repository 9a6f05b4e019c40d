import Foundation
import FoundationXML

@testable import Charts

/// An SVG text read by a real XML parser.
final class ParsedSVG: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""

    func number(_ name: String) -> Double? { attributes[name].flatMap(Double.init) }
  }

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else { throw Malformed(description: "\(parser.parserError.map { "\($0)" } ?? "?"): \(text.prefix(2000))") }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { open.removeLast() }

  func parser(_ parser: XMLParser, foundCharacters string: String) { open.last.map { elements[$0].text += string } }

  /// The elements of a name, in their order.
  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  /// The elements of a class.
  func shapes(_ name: String) -> [Element] { elements.filter { $0.attributes["class"] == name } }

  var texts: [String] { all("text").map(\.text) }

  /// Width and height of the view box.
  var size: (width: Double, height: Double) {
    let box = (elements.first?.attributes["viewBox"] ?? "").split(separator: " ").compactMap { Double($0) }
    return box.count == 4 ? (box[2], box[3]) : (0, 0)
  }

  /// An upper estimate of where a text of a page is drawn.
  struct Box: CustomStringConvertible {
    let left, right, top, bottom: Double
    let description: String

    init(_ element: Element) {
      let width = TextWidth.of(element.text, strong: element.attributes["class"] == "strong")
      let x = element.number("x") ?? 0
      let y = element.number("y") ?? 0
      left =
        switch element.attributes["text-anchor"] {
        case "middle": x - width / 2
        case "end": x - width
        default: x
        }
      (right, top, bottom) = (left + width, y - 9, y + 2.5)
      description = "\"\(element.text)\" at \(x) \(y)"
    }

    func overlaps(_ other: Box) -> Bool {
      left < other.right - 0.2 && other.left < right - 0.2 && top < other.bottom && other.top < bottom
    }
  }

  /// The misplaced texts: pairs that overlap, and texts that leave the picture.
  var misplacedTexts: [String] {
    let boxes = all("text").filter { $0.attributes["transform"] == nil }.map(Box.init)
    var found = boxes.filter { $0.left < -0.2 || $0.right > size.width + 0.2 || $0.top < -0.2 || $0.bottom > size.height + 0.2 }
      .map { "\($0) leaves the picture" }
    for (place, box) in boxes.enumerated() {
      found += boxes[(place + 1)...].filter(box.overlaps).map { "\(box) overlaps \($0)" }
    }
    return found
  }
}
