import HealthModel
import HealthStore
import HealthSync

/// A record that the backend refused, with the backend's version, which replaces it when it is discarded.
package struct GivenUpRecord: Sendable {
  /// What giving a record up does to it here.
  package enum Effect: String, Sendable {
    /// Samples stay, and aren't offered to the backend any more.
    case kept
    /// The backend has none, or has deleted it.
    case deleted
    /// It is replaced by the backend's version.
    case replaced
  }

  package let entry: QuarantineLog.Entry
  /// The backend's version; `nil` = it has none.
  package let theirs: SyncRecord?

  package var effect: Effect {
    if entry.isSamples { return .kept }
    return theirs == nil || theirs?.content == .deleted ? .deleted : .replaced
  }

  /// Asks the backend for its versions. Writes nothing.
  ///
  /// - Throws: As `SyncEngine.fetch`.
  package static func fetch(_ entries: [QuarantineLog.Entry], by engine: SyncEngine) async throws -> [GivenUpRecord] {
    zip(entries, try await engine.fetch(entries)).map { GivenUpRecord(entry: $0, theirs: $1) }
  }
}

extension QuarantineLog {
  /// Gives records up, all or none, as one change that can be undone.
  ///
  /// - Throws: As `drop(_:title:at:)`.
  package func giveUp(_ records: [GivenUpRecord], weight: RecordWords.Weight, at now: Moment) throws(StoreError) {
    guard let first = records.first else { return }
    let words = records.count == 1 ? first.entry.words(weight) : Quantity.count(records.count, "refused record")
    try drop(records.map { (entry: $0.entry, theirs: $0.theirs) }, title: "dropped \(words)", at: now)
  }
}

extension QuarantineLog.Entry {
  /// The record's JSON. `nil` = a deletion, or it can't be read.
  package var json: String? { if case .put(let text) = content { text } else { nil } }

  /// The record, in one line.
  package func words(_ weight: RecordWords.Weight) -> String {
    content == .unreadable
      ? "\(RecordWords.noun(kind)) that can't be read" : RecordWords(kind: kind, id: id, json: json, weight: weight).line
  }
}
