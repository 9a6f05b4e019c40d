import HealthModel

/// A record as a person names it on the command line: `meal/0197c2`, or without its kind; the id whole, or its beginning, its end, or another part of it.
package struct RecordName: Sendable {
  /// As it was typed.
  package let text: String

  /// The name that was typed.
  package init(_ text: String) { self.text = text }

  /// The minimum number of characters of an id's end or middle; a beginning may be shorter.
  private static let shortestEnd = 4

  /// Returns the matching one of `candidates`: the one with exactly that id, else the only one whose id begins or ends
  /// so, else the only one that has it in its id. Case doesn't count.
  ///
  /// - Parameters:
  ///   - key: The kind and id of a candidate.
  ///   - noun: The name of the candidates, for the error: `refused record`.
  ///   - list: The command that lists them, for the error's hint.
  /// - Throws: kind `.no` if none matches, `.usage` if several do.
  package func only<T>(
    of candidates: [T], key: (T) -> (kind: String, id: String), noun: String, list: Remedy
  ) throws(StoreError) -> T {
    let (kind, id) = split(among: candidates.map { key($0).kind })
    let ofKind = candidates.filter { kind == nil || key($0).kind == kind }
    for isMeant in [{ $0 == id }, { RecordName.isAbout(id, $0) }, { RecordName.isIn(id, $0) }] as [(String) -> Bool] {
      let found = ofKind.filter { isMeant(key($0).id) }
      if found.count > 1 {
        let shown = found.prefix(4).map { "\(key($0).kind)/\(key($0).id)" }.joined(separator: ", ")
        throw StoreError(
          code: .ambiguous, message: "several \(noun)s are called \"\(text)\"", hint: "one of: \(shown)\(found.count > 4 ? ", …" : "")")
      }
      if let only = found.first { return only }
    }
    throw StoreError(code: .notFound, message: "no \(noun) is called \"\(text)\"", hint: "list them: \(list)")
  }

  /// The kind and the rest; an id may have slashes, too.
  private func split(among kinds: [String]) -> (kind: String?, id: String) {
    guard let slash = text.firstIndex(of: "/"), kinds.contains(String(text[..<slash])) else { return (nil, text) }
    return (String(text[..<slash]), String(text[text.index(after: slash)...]))
  }

  private static func isIn(_ part: String, _ id: String) -> Bool {
    part.count >= shortestEnd && id.lowercased().contains(part.lowercased())
  }

  private static func isAbout(_ part: String, _ id: String) -> Bool {
    let (part, id) = (part.lowercased(), id.lowercased())
    return !part.isEmpty && (id.hasPrefix(part) || (part.count >= shortestEnd && id.hasSuffix(part)))
  }
}
