import HealthModel
import HealthStore

/// What is in a library, for a person and for a program.
struct LibraryWords {
  private let records: [LibraryContents.Count]

  init(_ records: [LibraryContents.Count]) { self.records = records.filter { $0.count > 0 } }

  /// `5,000 meals, 1,095 day summaries`; `an empty library`.
  var sentence: String {
    let counts = records.map { record in
      let noun = record.kind.replacing("_", with: " ")
      return "\(Quantity.grouped(record.count)) \(record.count == 1 ? noun : LibraryWords.plural(noun))"
    }
    return counts.isEmpty ? "an empty library" : counts.joined(separator: ", ")
  }

  /// `{"meal": 5000}`.
  var json: JSON { .object(records.map { ($0.kind, JSON($0.count)) }) }

  private static func plural(_ noun: String) -> String { noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s" }
}
