/// The origin of a photo.
package enum PhotoSource: Sendable, Hashable {
  /// A file, by the path as the person gave it.
  case file(String)
  /// Standard input, read to its end.
  case standardInput

  /// A word of the command line: `-` is standard input, anything else a path.
  package init(argument: String) {
    self = argument == "-" ? .standardInput : .file(argument)
  }

  /// The word it was given as; `-` for standard input.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    }
  }

  /// The name in sentences.
  package var label: String {
    switch self {
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }
}
