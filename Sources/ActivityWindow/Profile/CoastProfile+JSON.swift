import HealthModel

extension CoastProfile {
  /// The document that is stored and exported.
  package var json: JSON {
    let members: [(String, JSON)] = [
      ("schema", .string(CoastProfile.version)), ("display_name", .string(displayName)), ("preset", .string(preset.rawValue)),
      ("thresholds", thresholds.json),
      ("activities_enabled", .array(Activity.allCases.filter(activities.contains).map { .string($0.rawValue) })),
      ("dog", CoastProfile.json(of: dog)),
      (
        "notification_preferences",
        .object([
          ("enabled", .bool(sendsNotices)),
          ("mode_toggles", .object(ActivityMode.allCases.map { ($0.rawValue, .bool(noticeModes.contains($0))) })),
          (
            "quiet_hours",
            .object([
              ("enabled", .bool(quietHours.isEnabled)), ("start", .string(quietHours.startClock)), ("end", .string(quietHours.endClock)),
            ])
          ),
        ])
      ),
      ("privacy", .object([("analytics_opt_in", .bool(allowsAnalytics))])),
      ("extensions", .object([("gate_after_dark", .bool(gatesDarkness))])),
    ]
    return .members(members.map { JSON.Member($0.0, $0.1) } + extra)
  }

  /// Reads what `json` writes. Members that are missing or null have their defaults; unknown ones are kept in `extra`.
  ///
  /// - Parameter isStored: Whether the document was checked before. Notices with a dog that isn't there, which merging two devices' edits can
  ///   leave, are then turned off. Else they are a fault.
  /// - Throws: The first fault, those of `validated` included.
  package init(json: JSON, isStored: Bool = false) throws(ProfileFault) {
    guard let members = json.members, json["schema"].isNull || json["schema"].string == CoastProfile.version else {
      throw ProfileFault(.notAProfile, "this isn't a \(CoastProfile.version) document")
    }
    let reader = ProfileReader(json)
    let dog = try CoastProfile.dog(ProfileReader(json["dog"], "dog."))
    self.init(
      displayName: try reader.text("display_name") ?? CoastProfile.standardName, activities: try reader.activities(), dog: dog,
      preset: try reader.word("preset") ?? .balanced)
    restore(preset, try reader.thresholds(of: preset), dog)
    let notices = ProfileReader(json["notification_preferences"], "notification_preferences.")
    sendsNotices = try notices.flag("enabled") ?? true
    let toggles = ProfileReader(notices.json["mode_toggles"], "notification_preferences.mode_toggles.")
    for mode in ActivityMode.allCases {
      guard let isOn = try toggles.flag(mode.rawValue) else { continue }
      if isOn { noticeModes.insert(mode) } else { noticeModes.remove(mode) }
    }
    if isStored, dog == nil { noticeModes = noticeModes.filter { !$0.hasDog } }
    quietHours = try ProfileReader(notices.json["quiet_hours"], "notification_preferences.quiet_hours.").quietHours()
    allowsAnalytics = try ProfileReader(json["privacy"], "privacy.").flag("analytics_opt_in") ?? false
    gatesDarkness = try ProfileReader(json["extensions"], "extensions.").flag("gate_after_dark") ?? false
    let known = Set(self.json.members?.map(\.key) ?? [])
    extra = members.filter { !known.contains($0.key) }
    self = try validated()
  }

  private static func json(of dog: Dog?) -> JSON {
    guard let dog else { return .object([("has_dog", .bool(false))]) }
    return .object([
      ("has_dog", .bool(true)), ("dog_name", .string(dog.name)), ("size", JSON(dog.size?.rawValue)), ("coat", JSON(dog.coat?.rawValue)),
      ("heat_sensitivity", .string(dog.heatSensitivity.rawValue)),
    ])
  }

  private static func dog(_ reader: ProfileReader) throws(ProfileFault) -> Dog? {
    guard try reader.flag("has_dog") == true else { return nil }
    return Dog(
      name: try reader.text("dog_name") ?? "", size: try reader.word("size"), coat: try reader.word("coat"),
      heatSensitivity: try reader.word("heat_sensitivity") ?? .medium)
  }
}

/// Members of an object of a profile, each checked for its type.
private struct ProfileReader {
  let json: JSON
  private let prefix: String

  init(_ json: JSON, _ prefix: String = "") {
    self.json = json
    self.prefix = prefix
  }

  func text(_ key: String) throws(ProfileFault) -> String? { try value(key, \.string) }

  func flag(_ key: String) throws(ProfileFault) -> Bool? { try value(key, \.bool) }

  func word<Word: RawRepresentable>(_ key: String) throws(ProfileFault) -> Word? where Word.RawValue == String {
    guard let text = try text(key) else { return nil }
    guard let word = Word(rawValue: text) else { throw unknown(text, key) }
    return word
  }

  func activities() throws(ProfileFault) -> Set<Activity> {
    guard let words = try value("activities_enabled", \.array) else { return Set(Activity.allCases) }
    var result: Set<Activity> = []
    for word in words {
      guard let text = word.string, let activity = Activity(rawValue: text) else { throw unknown(word.text, "activities_enabled") }
      result.insert(activity)
    }
    return result
  }

  func thresholds(of preset: Preset) throws(ProfileFault) -> Thresholds {
    var result = preset.thresholds
    let reader = ProfileReader(json["thresholds"], "thresholds.")
    for entry in Thresholds.entries {
      if let value = try reader.value(entry.name, \.double) { result[keyPath: entry.path] = value }
    }
    return result
  }

  func quietHours() throws(ProfileFault) -> QuietHours {
    var result = QuietHours.standard
    result.isEnabled = try flag("enabled") ?? false
    result.startMinute = try minute("start") ?? result.startMinute
    result.endMinute = try minute("end") ?? result.endMinute
    return result
  }

  private func minute(_ key: String) throws(ProfileFault) -> Int? {
    guard let text = try text(key) else { return nil }
    guard let minute = QuietHours.minute(text) else {
      throw ProfileFault(.quietHours, "\"\(text.printable)\" isn't a time of the day", hint: "write it like 22:00")
    }
    return minute
  }

  private func value<T>(_ key: String, _ path: KeyPath<JSON, T?>) throws(ProfileFault) -> T? {
    let member = json[key]
    if member.isNull { return nil }
    guard let value = member[keyPath: path] else {
      throw ProfileFault(.wrongType(field: prefix + key), "\(prefix)\(key) has the wrong type")
    }
    return value
  }

  private func unknown(_ text: String, _ key: String) -> ProfileFault {
    ProfileFault(.unknownWord(field: prefix + key), "\(prefix)\(key) doesn't know \(text.prefix(40).description.printable)")
  }
}
