/// The kinds of workouts that apps tell apart differently, so that the name of an activity isn't taken for more than it says.
enum ActivityKind {
  /// Returns the kind of an activity: itself, unless apps give the same thing several names.
  static func of(_ activity: String) -> String { kinds[activity] ?? activity }

  /// Whether workouts called by these kinds may be one.
  static func areAlike(_ a: Set<String>, _ b: Set<String>) -> Bool {
    if !a.isDisjoint(with: b) { return true }
    return haveParts(a) && !b.isDisjoint(with: parts) || haveParts(b) && !a.isDisjoint(with: parts)
  }

  /// Whether it is a workout of several activities one after the other.
  static func haveParts(_ kinds: Set<String>) -> Bool { kinds.contains(multisport) }

  private static let multisport = "swim_bike_run"
  private static let parts: Set = ["swimming", "cycling", "running", "transition"]

  /// Kinds by activity. A watch lets its user choose between functional and traditional strength training, Android has one of
  /// them and weightlifting; a hike is a walk for a phone that recognises walking by itself.
  private static let kinds: [String: String] = {
    let alike: [(kind: String, activities: [String])] = [
      (
        "strength_training",
        [
          "traditional_strength_training", "functional_strength_training", "core_training", "cross_training", "weightlifting",
          "calisthenics",
        ]
      ),
      ("walking", ["hiking"]), ("running", ["track_and_field"]),
      ("cycling", ["biking", "hand_cycling"]), ("stair_climbing", ["stairs", "step_training"]),
      ("mind_and_body", ["yoga", "pilates", "flexibility", "tai_chi"]),
      ("dance", ["social_dance", "cardio_dance", "dance_inspired_training"]), ("martial_arts", ["boxing", "kickboxing"]),
      ("snow_sports", ["downhill_skiing", "snowboarding"]), ("rowing", ["paddle_sports"]),
      (multisport, ["triathlon", "multisport"]),
    ]
    return Dictionary(uniqueKeysWithValues: alike.flatMap { alike in alike.activities.map { ($0, alike.kind) } })
  }()
}
