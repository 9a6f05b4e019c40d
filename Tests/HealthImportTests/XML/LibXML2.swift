import Glibc

/// The start tags of a well-formed document as libxml2's reader (`xmlreader.h`) finds them. The library is opened at run time, so that only
/// these tests need it.
struct LibXML2 {
  struct Broken: Error {}

  private typealias Open = @convention(c) (UnsafePointer<CChar>, CInt, UnsafePointer<CChar>?, UnsafePointer<CChar>?, CInt) -> OpaquePointer?
  private typealias Step = @convention(c) (OpaquePointer) -> CInt
  private typealias Text = @convention(c) (OpaquePointer) -> UnsafePointer<CChar>?
  private typealias Close = @convention(c) (OpaquePointer) -> Void

  private let open: Open
  private let read: Step
  private let kind: Step
  private let nextAttribute: Step
  private let name: Text
  private let value: Text
  private let close: Close

  /// `nil` when libxml2 isn't installed.
  static let installed: LibXML2? = LibXML2()

  private init?() {
    guard let library = dlopen("libxml2.so.2", RTLD_NOW) ?? dlopen("libxml2.2.dylib", RTLD_NOW) else { return nil }
    func function<T>(_ name: String, as type: T.Type) -> T { unsafeBitCast(dlsym(library, name)!, to: type) }
    open = function("xmlReaderForMemory", as: Open.self)
    read = function("xmlTextReaderRead", as: Step.self)
    kind = function("xmlTextReaderNodeType", as: Step.self)
    nextAttribute = function("xmlTextReaderMoveToNextAttribute", as: Step.self)
    name = function("xmlTextReaderConstName", as: Text.self)
    value = function("xmlTextReaderConstValue", as: Text.self)
    close = function("xmlFreeTextReader", as: Close.self)
  }

  /// All start tags of `document`.
  func elements(_ document: [UInt8]) throws -> [XMLElement] {
    try document.withUnsafeBytes { bytes in
      // XML_PARSE_NOERROR, _NOWARNING, _NONET, _HUGE: quiet, offline, any size.
      let options: CInt = 32 | 64 | 2048 | 1 << 19
      let memory = bytes.bindMemory(to: CChar.self)
      guard let reader = open(memory.baseAddress!, CInt(memory.count), nil, nil, options) else { throw Broken() }
      defer { close(reader) }
      var elements: [XMLElement] = []
      while true {
        let state = read(reader)
        guard state != 0 else { return elements }
        guard state == 1 else { throw Broken() }
        guard kind(reader) == 1 else { continue }  // XML_READER_TYPE_ELEMENT
        let element = String(cString: name(reader)!)
        var attributes: [String] = []
        while nextAttribute(reader) == 1 { attributes += [String(cString: name(reader)!), String(cString: value(reader)!)] }
        elements.append(XMLElement(name: element, attributes: attributes))
      }
    }
  }
}
