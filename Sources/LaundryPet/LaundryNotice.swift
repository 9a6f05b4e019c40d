/// A notice that a pet wants: its wash or its drying is done. Words beside the title belong to who shows it.
package struct LaundryNotice: Sendable, Hashable {
  /// The id: that of the task, and of a snoozed notice also the time to which it was postponed. The same on every device.
  package let id: String
  /// The pet's id.
  package let petID: String
  /// The pet's name.
  package let petName: String
  /// `.wash` or `.dry`: what is done.
  package let kind: LaundryTask.Kind
  /// The step that is possible then.
  package let nextStep: PetEvent
  /// The time at which it is due, in milliseconds UTC.
  package let fireAtMs: Int64
  /// The last time at which it is still worth showing, in milliseconds UTC.
  package let notAfterMs: Int64

  /// `Wash Complete!` or `Dry Complete!`.
  package var title: String { kind == .wash ? "Wash Complete!" : "Dry Complete!" }

  /// Milliseconds by which a notice is snoozed: 10 minutes.
  package static let snoozeMs: Int64 = 600_000
  /// Milliseconds after which a notice that wasn't shown is dropped: 12 hours, so that a computer that slept over night still shows it.
  package static let keptMs: Int64 = 43_200_000

  /// The notice of a task's end.
  init(of task: LaundryTask, _ pet: Pet) {
    let snoozed = task.snoozedUntilMs
    id = "laundry/\(task.id)" + (snoozed.map { "/snooze/\($0)" } ?? "")
    petID = pet.id
    petName = pet.name
    kind = task.kind
    nextStep = task.kind == .wash ? .dry : .fold
    fireAtMs = snoozed ?? task.endsAtMs
    notAfterMs = fireAtMs + LaundryNotice.keptMs
  }
}
