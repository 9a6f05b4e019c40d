/// The number of tags and attributes in a health export's XML: a walk through all of it that does nothing else, for measuring the scanner.
package struct XMLCensus: Sendable, Hashable {
  /// Start tags.
  package private(set) var elements = 0
  package private(set) var attributes = 0
  /// Bytes of the document.
  package private(set) var bytes: Int64 = 0

  /// Reads the file at `path` to its end.
  /// - Throws: `ImportError` when it can't be read or isn't a whole Apple Health document.
  package init(ofFile path: String) throws {
    var scanner = XMLScanner(try FileSource(path: path), root: "HealthData")
    walk: while true {
      switch try scanner.next() {
      case .start:
        elements += 1
        attributes += scanner.attributeCount
      case .end: continue
      case .finished: break walk
      }
    }
    bytes = scanner.position
  }
}
