import HealthModel

/// A value that a profile can't have.
package struct ProfileFault: UserFacingError, Equatable {
  /// The value that is wrong.
  package enum Code: Sendable, Hashable {
    /// The document isn't a `profile_v1`.
    case notAProfile
    /// The display name is empty, too long or holds control characters.
    case displayName
    /// The dog's name is missing, too long or holds control characters.
    case dogName
    /// A word that the field with this name doesn't know.
    case unknownWord(field: String)
    /// A member with this name has the wrong type.
    case wrongType(field: String)
    /// A threshold is out of bounds or not below its pair's worse one.
    case threshold(name: String)
    /// Quiet hours aren't two different times of the day.
    case quietHours
    /// A set-up without any activity.
    case noActivity
    /// Notices for a dog mode without a dog.
    case noDog
  }

  /// The value that is wrong.
  package let code: Code
  package let message: String
  package let hint: Hint?
  package var kind: ErrorKind { .badData }

  /// A fault.
  init(_ code: Code, _ message: String, hint: Hint? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}
