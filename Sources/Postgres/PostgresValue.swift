/// A parameter of a statement.
package enum PostgresValue: Sendable {
  /// NULL.
  case null
  /// A number of any integer type.
  case integer(Int64)
  /// A text, or any other type in its text form.
  case text(String)
  /// A `bytea`.
  case bytes([UInt8])
  /// A `bigint[]`; `nil` = NULL.
  case integers([Int64?])
  /// A `text[]` of UTF-8; `nil` = NULL.
  case texts([ArraySlice<UInt8>?])

  /// A number, or NULL.
  package static func integer(_ value: Int64?) -> PostgresValue { value.map { .integer($0) } ?? .null }

  /// Bytes, or NULL.
  package static func bytes(_ value: (some Sequence<UInt8>)?) -> PostgresValue { value.map { .bytes(Array($0)) } ?? .null }

  /// A `text[]`.
  package static func texts(_ values: some Sequence<String>) -> PostgresValue { .texts(values.map { ArraySlice($0.utf8) }) }
}

/// The parameters of a statement in the protocol's form, one after the other.
struct PostgresParameters {
  /// All values; a text ends with a 0.
  private(set) var bytes: [UInt8] = []
  /// The place of each in `bytes`; `nil` = NULL.
  private(set) var places: [Int?] = []
  /// The length of each, without the 0 of a text.
  private(set) var lengths: [Int32] = []
  /// 0 = text, 1 = binary.
  private(set) var formats: [Int32] = []

  /// The type numbers of elements (pg_type.dat).
  private enum ElementType: Int32 { case int8 = 20, text = 25 }

  /// The values in their order.
  init(_ values: [PostgresValue]) {
    for value in values {
      let start = bytes.count
      var isText = false
      switch value {
      case .null: break
      case .integer(let number):
        bytes.append(contentsOf: String(number).utf8)
        isText = true
      case .text(let text):
        bytes.append(contentsOf: text.utf8)
        isText = true
      case .bytes(let value): bytes.append(contentsOf: value)
      case .integers(let numbers):
        appendHead(.int8, count: numbers.count)
        for number in numbers { append(number) }
      case .texts(let texts):
        appendHead(.text, count: texts.count)
        for text in texts { append(text) }
      }
      lengths.append(Int32(bytes.count - start))
      formats.append(isText ? 0 : 1)
      if isText { bytes.append(0) }
      if case .null = value { places.append(nil) } else { places.append(start) }
    }
    // So that an empty value has an address, too.
    bytes.append(0)
  }

  /// The head of a one-dimensional array that may have NULLs (array_recv in PostgreSQL's arrayfuncs.c).
  private mutating func appendHead(_ type: ElementType, count: Int) {
    for number in [count == 0 ? 0 : 1, 1, type.rawValue] { append(number) }
    guard count > 0 else { return }
    for number in [Int32(count), 1] { append(number) }
  }

  private mutating func append(_ number: Int64?) {
    guard let number else { return append(Int32(-1)) }
    append(Int32(8))
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ text: ArraySlice<UInt8>?) {
    guard let text else { return append(Int32(-1)) }
    append(Int32(text.count))
    bytes.append(contentsOf: text)
  }

  private mutating func append(_ number: Int32) { withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) } }
}
