/// The head of a part: which field it is, and whether it is a file.
struct MultipartHead: Sendable, Equatable {
  /// The field's name.
  let name: String
  /// The file's name as sent by the browser, which may be empty; `nil` = the part isn't a file.
  let fileName: String?

  /// Whether the part is a file.
  var isFile: Bool { fileName != nil }

  private static let mostLines = 16

  /// Reads lines that end with CR LF.
  ///
  /// - Throws: `malformed` for what is no head of a form's field: folded lines, other text than UTF-8, no or several dispositions, a multipart in a part.
  init(_ bytes: ArraySlice<UInt8>) throws(MultipartFault) {
    guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0), text.utf8.suffix(2).elementsEqual([0x0D, 0x0A])
    else {
      throw .malformed
    }
    let lines = text.dropLast().split(separator: "\r\n", omittingEmptySubsequences: false)
    var disposition: HeaderValue?
    for line in lines {
      guard lines.count <= MultipartHead.mostLines, !line.utf8.contains(0x0D), !line.utf8.contains(0x0A),
        let colon = line.firstIndex(of: ":"), line.first?.isWhitespace == false, let value = HeaderValue(line[line.index(after: colon)...])
      else { throw .malformed }
      switch line[..<colon].lowercased() {
      case "content-disposition":
        guard disposition == nil, value.value.lowercased() == "form-data" else { throw .malformed }
        disposition = value
      case "content-type": if value.value.lowercased().hasPrefix("multipart/") { throw .malformed }
      case "content-transfer-encoding":
        guard ["7bit", "8bit", "binary"].contains(value.value.lowercased()) else { throw .malformed }
      default: break
      }
    }
    guard let name = disposition?["name"] else { throw .malformed }
    self.name = name
    fileName = disposition?["filename"]
  }
}

/// The value of a header field with its parameters: `form-data; name="photo"; filename="lunch.jpg"`.
struct HeaderValue: Sendable, Equatable {
  /// The header's value without its parameters.
  let value: String
  private var parameters: [String: String] = [:]

  private static let mostParameters = 16

  /// `nil` when a parameter has no value, a quotation doesn't end, or one is said twice.
  init?(_ text: some StringProtocol) {
    var rest = Substring(text)
    func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }
    func token(until ends: Set<Character>) -> String {
      let word = rest.prefix { !ends.contains($0) }
      rest = rest[word.endIndex...]
      return String(word.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
    skipBlanks()
    value = token(until: [";"])
    while rest.first == ";" {
      rest = rest.dropFirst()
      skipBlanks()
      if rest.isEmpty { break }
      let name = token(until: ["=", ";"]).lowercased()
      guard !name.isEmpty, rest.first == "=", parameters.count < HeaderValue.mostParameters else { return nil }
      rest = rest.dropFirst()
      skipBlanks()
      var content = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        guard let quoted = HeaderValue.quoted(&rest) else { return nil }
        content = quoted
        skipBlanks()
        guard rest.isEmpty || rest.first == ";" else { return nil }
      } else {
        content = token(until: [";"])
        if content.isEmpty { return nil }
      }
      if parameters.updateValue(content, forKey: name) != nil { return nil }
    }
  }

  /// A parameter by its name in lower case; `nil` when it isn't there.
  subscript(name: String) -> String? { parameters[name] }

  /// Up to the closing quotation mark, which is taken, too. Browsers write a mark in a name as `%22`, older ones as `\"`; other backslashes stand for
  /// themselves, as in Windows' paths.
  private static func quoted(_ rest: inout Substring) -> String? {
    var content = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return content.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
      case "\\" where rest.first == "\"":
        content.append("\"")
        rest = rest.dropFirst()
      default: content.append(character)
      }
    }
    return nil
  }
}
