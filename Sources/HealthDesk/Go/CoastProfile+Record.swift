import ActivityWindow
import HealthModel

/// A profile as the library keeps it: `profile_v1` with the place that is shown.
extension CoastProfile {
  /// Reads a record. A member that isn't right, which merging two devices' edits or a newer version can leave, has its default.
  init(stored record: JSON) {
    var json = record
    // Each round leaves out one member; there are fewer than this that can be wrong.
    for _ in 0..<40 {
      do throws(ProfileFault) {
        self = try CoastProfile(json: json, isStored: true)
        return
      } catch {
        json = json.without(CoastProfile.path(of: error.code))
      }
    }
    self.init()
  }

  /// The place that a record says is shown. `nil` = none is named.
  static func placeID(in record: JSON) -> String? { record["extensions"]["place"].string }

  /// The record of the profile.
  ///
  /// - Parameters:
  ///   - earlier: The record before; members of it that aren't known stay.
  ///   - place: The id of the place that is shown; `nil` = none is named.
  func record(over earlier: JSON?, place: String?) -> JSON {
    var json = json.setting("extensions", json["extensions"].setting("place", JSON(place)))
    if dog == nil {
      json = json.setting(
        "dog",
        .object([("has_dog", .bool(false)), ("dog_name", .null), ("size", .null), ("coat", .null), ("heat_sensitivity", .null)]))
    }
    return earlier.map(json.laid) ?? json
  }

  /// The path of the member that a fault is about; empty = the document.
  private static func path(of code: ProfileFault.Code) -> [String] {
    switch code {
    case .notAProfile: []
    case .displayName: ["display_name"]
    case .dogName, .noDog: ["dog"]
    case .unknownWord(let field), .wrongType(let field): field.split(separator: ".").map(String.init)
    case .threshold: ["thresholds"]
    case .quietHours: ["notification_preferences", "quiet_hours"]
    case .noActivity: ["activities_enabled"]
    }
  }
}

extension JSON {
  /// The object with a member set, at the end if it is new.
  fileprivate func setting(_ key: String, _ value: JSON) -> JSON {
    let members = members ?? []
    guard members.contains(where: { $0.key == key }) else { return .members(members + [Member(key, value)]) }
    return .members(members.map { $0.key == key ? Member(key, value) : $0 })
  }

  /// The object without the member at a path; `{}` for an empty one.
  fileprivate func without(_ path: [String]) -> JSON {
    guard let key = path.first, let members else { return .members([]) }
    if path.count == 1 { return .members(members.filter { $0.key != key }) }
    return .members(members.map { $0.key == key ? Member(key, $0.value.without(Array(path.dropFirst()))) : $0 })
  }

  /// This object over another one, object by object: members that only the other has stay.
  fileprivate func laid(over other: JSON) -> JSON {
    guard let own = members, let earlier = other.members else { return self }
    let kept = earlier.filter { member in !own.contains { $0.key == member.key } }
    return .members(own.map { Member($0.key, $0.value.laid(over: other[$0.key])) } + kept)
  }
}
