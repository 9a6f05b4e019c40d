import HealthModel

/// The rules for an item's title.
package enum PlanTitle {
  /// `text` without white space at its ends, on one line. A meal without a text is called after its type.
  /// - Throws: kind `.usage` if a workout has none, or the text has more than `PlanItem.longestTitle` characters.
  package static func checked(_ text: String, for kind: PlanItem.Kind) throws(PlanError) -> String {
    // Looked for first among scalars, which is far quicker than among characters: a script has thousands of titles.
    let isOneLine = !text.unicodeScalars.contains { PlanTitle.isLineBreak($0) }
    let title = PlanTitle.trimmed(isOneLine ? text : String(text.map { $0.isNewline ? " " : $0 }))
    if title.isEmpty, let meal = kind.meal { return meal.title }
    guard !title.isEmpty else {
      throw PlanError(.usage, "a planned workout needs a text", hint: "say what it is: \(.planWorkout)")
    }
    // Counted in code points, as SQLite's length() does.
    guard title.unicodeScalars.count <= PlanItem.longestTitle else {
      throw PlanError(
        .usage, "the text has more than \(PlanItem.longestTitle) characters",
        hint: "put the rest into the note of the day: \(.planNote)")
    }
    return title
  }

  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    (0x0A...0x0D).contains(scalar.value) || scalar.value == 0x85 || scalar.value == 0x2028 || scalar.value == 0x2029
  }

  /// `text` without white space at its ends.
  package static func trimmed(_ text: String) -> String {
    guard let start = text.firstIndex(where: { !$0.isWhitespace }), let end = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[start...end])
  }
}
