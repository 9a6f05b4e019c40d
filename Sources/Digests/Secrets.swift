/// The comparison of secrets.
package enum Secrets {
  /// Whether two texts are the same. Takes as long for every wrong text of the right length.
  package static func areEqual(_ first: String, _ second: String) -> Bool {
    let (first, second) = (Array(first.utf8), Array(second.utf8))
    return first.count == second.count && zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
