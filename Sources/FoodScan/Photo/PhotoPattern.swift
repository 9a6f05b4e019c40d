import Glibc

/// A pattern that wasn't expanded by a shell: `photos/*.jpg` in quotes, or from a program that starts hsync without
/// one.
enum PhotoPattern {
  /// Whether there is anything in it that a shell would expand.
  static func isPattern(_ argument: String) -> Bool {
    argument.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
  }

  /// Returns the matches of the argument, in natural order; `nil` when it isn't a pattern, or there is a file of that
  /// very name.
  static func matches(of argument: String) -> [String]? {
    guard isPattern(argument) else { return nil }
    var status = stat()
    guard lstat(argument, &status) != 0 else { return nil }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(argument, GLOB_NOSORT, nil, &found) == 0 else { return [] }
    let paths = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    return paths.sorted(by: NaturalOrder.areInOrder)
  }
}
