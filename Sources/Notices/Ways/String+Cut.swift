extension String {
  /// The text, or, if its UTF-8 is longer than `most` bytes, whole characters of its beginning and an ellipsis within that many.
  func cut(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    var rest = ""
    var count = 0
    for character in self {
      count += character.utf8.count
      if count > most - 3 { break }
      rest.append(character)
    }
    return rest + "…"
  }
}
