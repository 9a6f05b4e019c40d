import ArgumentParser
import HealthModel
import HealthStore

extension CompletionKind {
  /// The ids of the records that the backend rejected, the latest first.
  static var refusedRecords: CompletionKind {
    .suggestions { request in
      guard let library = request.library, let entries = try? QuarantineLog(library).entries() else { return [] }
      return entries.map { Suggestion(String($0.id.suffix(6)), meaning: "\($0.kind), \($0.message)") }
    }
  }

  /// The numbers of the edits that lost.
  static var conflicts: CompletionKind {
    .suggestions { request in
      guard let library = request.library, let entries = try? ConflictLog(library).entries() else { return [] }
      return entries.map { Suggestion("\($0.number)", meaning: $0.kind) }
    }
  }
}
