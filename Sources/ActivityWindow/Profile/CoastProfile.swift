import HealthModel

/// The user's settings for activity windows, `profile_v1`: what they do, how picky they are, and what they want to be told.
package struct CoastProfile: Sendable, Hashable {
  /// The name of this shape of the profile.
  package static let version = "profile_v1"
  /// The length of a display name.
  package static let nameLengths = 1...50
  /// The display name unless the user gives one.
  package static let standardName = "Beach Buddy"

  /// 1…50 characters.
  package var displayName: String
  /// The preset that wrote the thresholds.
  package private(set) var preset: Preset
  /// The thresholds that hours are scored with.
  package var thresholds: Thresholds
  /// The activities that have cards. May be empty after set-up.
  package var activities: Set<Activity>
  /// `nil` means no dog.
  package private(set) var dog: Dog?
  /// Whether notices are sent at all.
  package var sendsNotices: Bool
  /// The modes that notices are sent for.
  package var noticeModes: Set<ActivityMode>
  /// The time without notices.
  package var quietHours: QuietHours
  /// Whether events may leave the device.
  package var allowsAnalytics: Bool
  /// Whether swims in the dark are gated, an extension of `score_v1`.
  package var gatesDarkness: Bool
  /// Members that a newer version added, kept as they are.
  package var extra: [JSON.Member]

  /// The profile of a set-up: notices for every activity, and for the dog's.
  package init(
    displayName: String = standardName, activities: Set<Activity> = Set(Activity.allCases), dog: Dog? = nil, preset: Preset = .balanced,
    sendsNotices: Bool = true
  ) {
    self.displayName = displayName
    self.preset = preset
    thresholds = preset.thresholds
    self.activities = activities
    self.dog = dog
    self.sendsNotices = sendsNotices
    noticeModes = CoastProfile.standardModes(activities, hasDog: dog != nil)
    quietHours = .standard
    allowsAnalytics = false
    gatesDarkness = false
    extra = []
  }

  /// The modes of activities: alone, and with the dog if there is one.
  package static func standardModes(_ activities: Set<Activity>, hasDog: Bool) -> Set<ActivityMode> {
    Set(ActivityMode.allCases.filter { activities.contains($0.activity) && (hasDog || !$0.hasDog) })
  }

  /// The rules that score hours for the user.
  package var scoring: Scoring { Scoring(thresholds, gatesDarkness: gatesDarkness) }

  /// The modes that have cards, in the order of `ActivityMode.allCases`.
  package var cardModes: [ActivityMode] {
    let modes = CoastProfile.standardModes(activities, hasDog: dog != nil)
    return ActivityMode.allCases.filter(modes.contains)
  }

  /// The modes that notices are wanted for: none when notices are off, none with a dog that isn't there.
  package var notifiedModes: [ActivityMode] {
    sendsNotices ? ActivityMode.allCases.filter { noticeModes.contains($0) && (dog != nil || !$0.hasDog) } : []
  }

  /// Chooses a preset, which writes all thresholds.
  package mutating func choose(_ preset: Preset) {
    self.preset = preset
    thresholds = preset.thresholds
  }

  /// Sets the dog or its details. A dog that wasn't there before turns notices on for the activities that have them alone.
  package mutating func set(_ dog: Dog) {
    if self.dog == nil {
      for activity in Activity.allCases where noticeModes.contains(ActivityMode(activity, withDog: false)) {
        noticeModes.insert(ActivityMode(activity, withDog: true))
      }
    }
    self.dog = dog
  }

  /// Removes the dog and turns its notices off. Scores of dog modes don't change: they never depended on the dog.
  package mutating func removeDog() {
    dog = nil
    noticeModes = noticeModes.filter { !$0.hasDog }
  }

  /// Sets what a decoded profile has.
  mutating func restore(_ preset: Preset, _ thresholds: Thresholds, _ dog: Dog?) {
    self.preset = preset
    self.thresholds = thresholds
    self.dog = dog
  }
}
