import HealthModel

extension JSON {
  /// The text for a person to read: a member or element per line, indented by two blanks. Empty objects and arrays stay on one line.
  var indented: String { indented(by: 0) }

  private func indented(by depth: Int) -> String {
    let inner = String(repeating: " ", count: (depth + 1) * 2)
    let outer = String(repeating: " ", count: depth * 2)
    switch self {
    case .members(let members) where !members.isEmpty:
      let lines = members.map { "\(inner)\(JSON.string($0.key).text): \($0.value.indented(by: depth + 1))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    case .array(let elements) where !elements.isEmpty:
      return "[\n\(elements.map { inner + $0.indented(by: depth + 1) }.joined(separator: ",\n"))\n\(outer)]"
    default: return text
    }
  }
}
