extension String {
  /// The text as one word of a command line that can be pasted into a shell: in quotes where a shell would read anything else in it.
  public var shellWord: String {
    let isPlain = !isEmpty && !hasPrefix("~") && unicodeScalars.allSatisfy(\.isPlainInShells)
    return isPlain ? self : "'" + replacing("'", with: #"'\''"#) + "'"
  }
}

extension Unicode.Scalar {
  /// Letters of all scripts, digits, and the signs that paths are full of.
  fileprivate var isPlainInShells: Bool {
    properties.isAlphabetic || ("0"..."9").contains(self) || "/._-+:,@%=~".unicodeScalars.contains(self)
  }
}
