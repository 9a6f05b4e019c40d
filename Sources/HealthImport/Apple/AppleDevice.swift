/// The contents of Apple's `device` attribute, without the address in memory that it begins with (open-wearables#578: 73 "devices" for one
/// phone): `<<HKDevice: 0x282a45810>, name:Apple Watch, manufacturer:Apple, model:Watch, hardware:Watch2,4, software:4.3.1>`.
struct AppleDevice {
  /// Name, hardware (else model) and software: `Apple Watch, Watch2,4, 4.3.1`.
  let text: String
  /// Name and model, which distinguish a watch from a phone.
  let model: String

  private static let keys = [
    "name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier", "UDIDeviceIdentifier", "creation date",
  ]

  /// Longer texts, in bytes, aren't taken apart. Apple's have some 150.
  private static let longest = 1000

  /// Reads the text behind the address, or any other text.
  init(_ description: String) {
    var fields: [String: Substring] = [:]
    var rest = description.hasSuffix(">") ? description.dropLast() : description[...]
    // Values hold commas ("Watch7,5"), so a field ends only where the next key stands.
    while description.utf8.count <= Self.longest, let (key, start) = Self.nextField(rest) {
      let value = rest[start...]
      let end = Self.nextSeparator(value) ?? value.endIndex
      fields[key] = value[..<end]
      rest = value[end...]
    }
    let parts = [fields["name"], fields["hardware"] ?? fields["model"], fields["software"]].compactMap(\.self).filter { !$0.isEmpty }
    guard !parts.isEmpty else {
      text = description
      model = description
      return
    }
    text = parts.joined(separator: ", ")
    model = [fields["name"], fields["model"]].compactMap(\.self).joined(separator: " ")
  }

  /// Returns the part of the attribute that is the same for all records of a device: the raw text after the address.
  @inline(__always) static func withoutAddress(_ attribute: ByteText) -> ByteText {
    guard attribute.hasPrefix("&lt;&lt;HKDevice: ") || attribute.hasPrefix("<<HKDevice: ") else { return attribute }
    var at = 12
    while at < attribute.count, attribute[at] != 0x2C { at += 1 }
    return attribute.dropping(at)
  }

  /// The key that `text` begins with, perhaps behind a comma, and where its value begins.
  private static func nextField(_ text: Substring) -> (key: String, value: Substring.Index)? {
    let body = text.hasPrefix(", ") ? text.dropFirst(2) : text
    for key in keys where body.hasPrefix(key + ":") { return (key, body.index(body.startIndex, offsetBy: key.count + 1)) }
    return nil
  }

  /// Returns the start of the next field, at its comma.
  private static func nextSeparator(_ text: Substring) -> Substring.Index? {
    text.indices.first { text[$0] == "," && nextField(text[$0...]) != nil }
  }
}
