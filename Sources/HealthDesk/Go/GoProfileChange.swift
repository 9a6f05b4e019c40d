import ActivityWindow

/// Changes of a profile; what is `nil` stays as it is.
package struct GoProfileChange: Sendable {
  /// A change of the dog.
  package enum DogChange: Sendable, Hashable {
    /// A new name or other details; what is `nil` stays as it is.
    case set(name: String?, size: Dog.Size?, coat: Dog.Coat?, heatSensitivity: Dog.HeatSensitivity?)
    /// There is no dog any more.
    case removed
  }

  /// The display name.
  package var displayName: String?
  /// The preset, which writes all thresholds.
  package var preset: Preset?
  /// The activities that have cards.
  package var activities: Set<Activity>?
  /// The dog.
  package var dog: DogChange?
  /// Whether notices are sent at all.
  package var sendsNotices: Bool?
  /// The modes that notices are sent for.
  package var noticeModes: Set<ActivityMode>?
  /// The quiet hours.
  package var quietHours: ActivityWindow.QuietHours?
  /// Whether events may leave the device.
  package var allowsAnalytics: Bool?
  /// Whether swims in the dark are gated.
  package var gatesDarkness: Bool?

  /// No change.
  package init() {}

  /// Whether nothing changes.
  package var isEmpty: Bool {
    displayName == nil && preset == nil && activities == nil && dog == nil && sendsNotices == nil && noticeModes == nil && quietHours == nil
      && allowsAnalytics == nil && gatesDarkness == nil
  }

  /// The profile with the changes.
  ///
  /// - Parameter profile: The profile before; `nil` makes it a set-up, in which toggles follow activities and dog.
  /// - Throws: The first fault of the result.
  func applied(to profile: CoastProfile?) throws(ProfileFault) -> CoastProfile {
    var result = profile ?? CoastProfile(activities: activities ?? Set(Activity.allCases))
    if let displayName { result.displayName = displayName }
    if let preset, preset != result.preset || profile == nil { result.choose(preset) }
    if let activities { result.activities = activities }
    switch dog {
    case .set(let name, let size, let coat, let heat):
      var changed = result.dog ?? Dog(name: "")
      if let name { changed.name = name }
      if let size { changed.size = size }
      if let coat { changed.coat = coat }
      if let heat { changed.heatSensitivity = heat }
      result.set(changed)
    case .removed: result.removeDog()
    case nil: break
    }
    if let sendsNotices { result.sendsNotices = sendsNotices }
    if let noticeModes { result.noticeModes = noticeModes }
    if let quietHours { result.quietHours = quietHours }
    if let allowsAnalytics { result.allowsAnalytics = allowsAnalytics }
    if let gatesDarkness { result.gatesDarkness = gatesDarkness }
    return try result.validated(isSetUp: profile == nil)
  }
}
