/// A file inside the export that is listed and not read into samples: an ECG.
public struct HealthAttachment: Sendable, Hashable {
  public var file: String
  /// `ecg`.
  public var kind: String
  public var recordedAtMs: Int64?
  /// The fields of its header, as `key: value` in the order of the file; without name and date of birth.
  public var facts: [ImportedWorkout.Detail]

  public init(file: String, kind: String, recordedAtMs: Int64?, facts: [ImportedWorkout.Detail]) {
    self.file = file
    self.kind = kind
    self.recordedAtMs = recordedAtMs
    self.facts = facts
  }
}
