/// A file inside the export that is listed and not read into samples: an ECG.
public struct HealthAttachment: Sendable, Hashable {
  public var file: String
  /// `ecg`.
  public var kind: String
  public var recordedAtMs: Int64?
  /// What its head says, as `key: value` in the order of the file; no name or date of birth.
  public var facts: [ImportedWorkout.Detail]

  public init(file: String, kind: String, recordedAtMs: Int64?, facts: [ImportedWorkout.Detail]) {
    self.file = file
    self.kind = kind
    self.recordedAtMs = recordedAtMs
    self.facts = facts
  }
}
