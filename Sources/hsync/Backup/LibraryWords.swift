import HealthDesk
import HealthModel
import HealthStore

/// The contents of a library, for a person and for a program.
struct LibraryWords {
  private let records: [LibraryContents.Count]

  init(_ records: [LibraryContents.Count]) { self.records = records.filter { $0.count > 0 } }

  /// `5,000 meals, 1,095 day summaries`; `an empty library`.
  var sentence: String {
    let counts = records.map { RecordWords.count($0.count, of: $0.kind) }
    return counts.isEmpty ? "an empty library" : counts.joined(separator: ", ")
  }

  /// `{"meal": 5000}`.
  var json: JSON { .object(records.map { ($0.kind, JSON($0.count)) }) }
}
