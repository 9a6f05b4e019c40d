import HealthModel

/// A change of the records of activity windows.
package struct CoastEdit: Sendable, Equatable {
  /// The change of the profile.
  package enum Profile: Sendable, Equatable {
    /// It stays as it is.
    case kept
    /// It becomes this document; members that the table doesn't know are kept in it.
    case set(JSON)
    /// It is removed.
    case removed
  }

  /// The change of the profile.
  package var profile: Profile
  /// Places that are added, or replace those of the same id.
  package var put: [SavedPlace]
  /// The ids of places that are removed.
  package var removed: [String]

  /// A change with everything given.
  package init(profile: Profile = .kept, put: [SavedPlace] = [], removed: [String] = []) {
    (self.profile, self.put, self.removed) = (profile, put, removed)
  }
}
