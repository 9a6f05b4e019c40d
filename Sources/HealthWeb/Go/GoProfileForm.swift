import ActivityWindow
import HealthDesk

/// The fields of the forms of a profile.
struct GoProfileForm: Sendable {
  var activities: Set<Activity>
  var dogName: String
  var size: String
  var coat: String
  var heat: String
  var preset: Preset
  var sendsNotices: Bool

  /// The fields of a profile.
  init(_ profile: CoastProfile) {
    activities = profile.activities
    dogName = profile.dog?.name ?? ""
    size = profile.dog?.size?.rawValue ?? ""
    coat = profile.dog?.coat?.rawValue ?? ""
    heat = (profile.dog?.heatSensitivity ?? .medium).rawValue
    preset = profile.preset
    sendsNotices = profile.sendsNotices
  }

  /// The fields of a form that was sent.
  ///
  /// - Throws: `Refusal` for a word that no field has.
  init(_ form: Form) throws(Refusal) {
    activities = Set(Activity.allCases.filter { form[$0.rawValue] == "1" })
    dogName = form["dog"] ?? ""
    (size, coat, heat) = (form["size"] ?? "", form["coat"] ?? "", form["heat"] ?? "medium")
    guard let preset = Preset(rawValue: form["preset"] ?? Preset.balanced.rawValue), size.isEmpty || Dog.Size(rawValue: size) != nil,
      coat.isEmpty || Dog.Coat(rawValue: coat) != nil, Dog.HeatSensitivity(rawValue: heat) != nil
    else { throw .badForm }
    self.preset = preset
    sendsNotices = form["notices"] == "1"
  }

  /// The dog of the fields; `nil` without a name.
  var dog: GoProfileChange.DogChange? {
    dogName.allSatisfy(\.isWhitespace)
      ? nil
      : .set(
        name: dogName, size: Dog.Size(rawValue: size), coat: Dog.Coat(rawValue: coat), heatSensitivity: Dog.HeatSensitivity(rawValue: heat))
  }

  /// The change of a set-up.
  var setUp: GoProfileChange {
    var change = GoProfileChange()
    change.activities = activities
    change.dog = dog
    change.preset = preset
    change.sendsNotices = sendsNotices
    return change
  }
}
