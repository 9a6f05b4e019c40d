/// An activity that hours are scored for, alone or with the dog. The raw value is its name in JSON and links.
package enum ActivityMode: String, Sendable, CaseIterable {
  case swimSolo = "swim_solo"
  case swimDog = "swim_dog"
  case runSolo = "run_solo"
  case runDog = "run_dog"

  /// Whether it happens in the sea. Else it is a run.
  package var isSwim: Bool { self == .swimSolo || self == .swimDog }

  /// Whether the dog comes along.
  package var hasDog: Bool { self == .swimDog || self == .runDog }

  /// The activity, with or without the dog.
  package var activity: Activity { isSwim ? .swim : .run }

  /// The mode of an activity.
  package init(_ activity: Activity, withDog: Bool) {
    self =
      switch (activity, withDog) {
      case (.swim, false): .swimSolo
      case (.swim, true): .swimDog
      case (.run, false): .runSolo
      case (.run, true): .runDog
      }
  }
}

/// An activity at the coast. The raw value is its name in JSON.
package enum Activity: String, Sendable, CaseIterable {
  case swim
  case run
}
