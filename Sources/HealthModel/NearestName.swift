/// Finds which of some names a mistyped one was meant to be.
package struct NearestName {
  private let names: [String]

  /// The names to choose from.
  package init(among names: [String]) { self.names = names }

  /// The name with the fewest edits between (a letter more, less, another, or two swapped); `nil` when that takes more than a third of it.
  package func nearest(to text: String) -> String? {
    let typed = Array(text.lowercased().utf8)
    // As many edits as the lengths differ by are needed at least: a text of a megabyte isn't compared.
    let names = names.filter { abs($0.utf8.count - typed.count) * 3 <= max(typed.count, $0.utf8.count) }
    let ranked = names.map { (name: $0, edits: NearestName.edits(typed, Array($0.lowercased().utf8))) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }), best.edits * 3 <= max(typed.count, best.name.utf8.count) else { return nil }
    return best.name
  }

  /// Optimal string alignment distance (Damerau and Levenshtein with no substring edited twice): "zone" to "znoe" is 1.
  static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var row = [i + 1]
      for (j, y) in b.enumerated() {
        var least = min(last[j] + (x == y ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { least = min(least, beforeLast[j - 1] + 1) }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
