extension String {
  /// The text as the value of a query or a segment of a path: percent-encoded, except letters, digits and `-._~` of ASCII.
  public var inQuery: String {
    var text = ""
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + Hexadecimal.text([byte]).uppercased()
      }
    }
    return text
  }
}
