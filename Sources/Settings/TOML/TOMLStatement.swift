/// A line of a TOML file, or several that belong together: a key with a value that goes over lines.
struct TOMLStatement: Equatable {
  /// The contents of the statement.
  enum Content: Equatable {
    /// Nothing, or white space.
    case blank
    /// Bytes behind the `#`.
    case comment(Range<Int>)
    /// `[a.b]`, or `[[a.b]]`, which begins another element of an array.
    case header([String], isArray: Bool)
    /// `a.b = …`; the bytes of the value, without a comment behind it.
    case pair([String], value: Range<Int>)
  }

  let content: Content
  /// All its bytes, with the line's end if it has one.
  let bytes: Range<Int>
  /// The white space that it begins with.
  let indent: Range<Int>
  /// Its beginning, counted from 1.
  let line: Int
}
